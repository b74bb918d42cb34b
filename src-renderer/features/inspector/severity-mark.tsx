import type { PrintVerdict, Verdict } from '../../../src-core/preflight/verdicts.ts';
import type { Severity } from '../../../src-core/preflight/finding.ts';
import { useText } from '../../i18n/use-text.ts';
import { PrintMark } from '../../ui/print-mark.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import styles from './severity-mark.module.css';

/** What the service answers with has its solid shape; how it prints has its drawn sign. */
const SERVICE: Readonly<Partial<Record<Severity, Verdict>>> = { block: 'refused', notChecked: 'notChecked' };
const PRINT: Readonly<Partial<Record<Severity, PrintVerdict>>> = { error: 'bad', warning: 'look' };

export interface SeverityMarkProps {
  readonly severity: Severity;
  readonly className?: string;
}

export function SeverityMark({ severity, className = '' }: SeverityMarkProps) {
  const { t } = useText();
  const verdict = SERVICE[severity];
  const print = PRINT[severity];
  return (
    <span
      role="img"
      aria-label={t(`preflight.severity.${severity}`)}
      title={t(`preflight.severity.${severity}`)}
      className={className}
    >
      {verdict !== undefined && <StateMark verdict={verdict} isNamed={false} size={12} />}
      {print !== undefined && <PrintMark print={print} isNamed={false} />}
      {verdict === undefined && print === undefined && <span className={styles.note} aria-hidden="true" />}
    </span>
  );
}
