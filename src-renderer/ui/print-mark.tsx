import type { PrintVerdict } from '../../src-core/preflight/verdicts.ts';
import { useText } from '../i18n/use-text.ts';
import { cx } from './class-names.ts';
import styles from './print-mark.module.css';

/** Drawn with a pen where the service's verdict is a solid shape, so that the two are never taken for one another. */
const STROKES: Readonly<Record<PrintVerdict, string>> = {
  good: 'M2.8 8.6 6.4 12.2 13.2 4.4',
  look: 'M8 2.6V9.4M8 13.1V13.2',
  bad: 'M3.6 3.6 12.4 12.4M12.4 3.6 3.6 12.4',
  notChecked: 'M3.4 8H5M7.2 8H8.8M11 8H12.6',
};

export interface PrintMarkProps {
  readonly print: PrintVerdict;
  /** Off where the word stands beside it. */
  readonly isNamed?: boolean;
  readonly size?: number;
  readonly className?: string;
}

/** How a book will print: four signs, never colour alone. */
export function PrintMark({ print, isNamed = true, size = 12, className }: PrintMarkProps) {
  const { t } = useText();
  const name = t(`ui.print.${print}`);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      className={cx(styles.mark, styles[print], className)}
      {...(isNamed ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {isNamed && <title>{name}</title>}
      <path d={STROKES[print]} />
    </svg>
  );
}
