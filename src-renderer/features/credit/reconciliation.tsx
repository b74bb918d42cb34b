import type { CreditView } from '../../../src-core/ipc/subjects/credit.ts';
import { minorFromNumber, minorToNumber } from '../../../src-core/contract/money.ts';
import { useText } from '../../i18n/use-text.ts';
import styles from './credit.module.css';

export interface ReconciliationProps {
  readonly reconciliation: CreditView['reconciliation'];
  readonly currency: string;
}

/** One line: what this desk believes it spent beside what the ledger says, and whether they agree. */
export function Reconciliation({ reconciliation, currency }: ReconciliationProps) {
  const { t, format } = useText();
  const money = (amount: number) => format.money(amount, currency);
  const { charged, recorded, agrees } = reconciliation;
  const difference = minorToNumber(minorFromNumber(charged) - minorFromNumber(recorded));
  return (
    <p className={styles.reconciliation} data-agrees={agrees} role={agrees ? undefined : 'alert'}>
      <span className={styles.mark} aria-hidden="true">
        {agrees ? '●' : '▲'}
      </span>
      <strong>{t('credit.reconcile.title')}</strong>
      <span>
        {agrees
          ? t('credit.reconcile.agrees', { charged: money(charged), recorded: money(recorded) })
          : t('credit.reconcile.differs', {
              charged: money(charged),
              recorded: money(recorded),
              difference: money(Math.abs(difference)),
            })}
      </span>
    </p>
  );
}
