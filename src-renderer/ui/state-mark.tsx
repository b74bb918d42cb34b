import type { Verdict } from '../../src-core/preflight/verdicts.ts';
import { useText } from '../i18n/use-text.ts';
import { cx } from './class-names.ts';
import styles from './state-mark.module.css';

/** Four states, four shapes: never colour alone. */
const SHAPES: Readonly<Record<Verdict, string>> = {
  accepted: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11Z',
  warning: 'M8 2.2 14.4 13.4H1.6Z',
  refused: 'M3 3h10v10H3Z',
  notChecked: 'M8 2.2 13.8 8 8 13.8 2.2 8Z',
};

export interface StateMarkProps {
  readonly verdict: Verdict;
  /** Off where the word stands beside it. */
  readonly isNamed?: boolean;
  readonly size?: number;
  readonly className?: string;
}

export function StateMark({ verdict, isNamed = true, size = 14, className }: StateMarkProps) {
  const { t } = useText();
  const name = t(`ui.verdict.${verdict}`);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      className={cx(styles.mark, styles[verdict], className)}
      {...(isNamed ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      <path d={SHAPES[verdict]} />
    </svg>
  );
}

/** A shape with its count: `● 187`. */
export function StateCount({ verdict, count }: { readonly verdict: Verdict; readonly count: number }) {
  const { t, format } = useText();
  return (
    <span className={styles.count} aria-label={t('ui.verdictCount', { verdict: t(`ui.verdict.${verdict}`), count })}>
      <StateMark verdict={verdict} isNamed={false} size={12} />
      {format.number(count)}
    </span>
  );
}
