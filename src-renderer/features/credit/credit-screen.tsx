import type { CreditView } from '../../../src-core/ipc/subjects/credit.ts';
import { useText } from '../../i18n/use-text.ts';
import { HouseButton } from '../simulator/house-button.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { TopUp } from './top-up-form.tsx';
import { Reconciliation } from './reconciliation.tsx';
import styles from './credit.module.css';

export interface CreditScreenProps {
  readonly view: CreditView;
  readonly offset: number;
  readonly onOffset: (offset: number) => void;
}

/** What is there, whether it adds up, more of it in the sandbox, and every movement. */
export function CreditScreen({ view, offset, onOffset }: CreditScreenProps) {
  const { t, format } = useText();
  const { balance } = view;
  const money = (amount: number) => format.money(amount, balance.currency);
  const isSandbox = balance.env === 'test';
  return (
    <div className={styles.screen}>
      <div className={styles.top}>
        <section className={styles.balance} aria-label={t('credit.balance')}>
          <p className={styles.figure}>{money(balance.balance)}</p>
          <p className={styles.quiet}>
            {t(isSandbox ? 'credit.balance.sandbox' : 'credit.balance.live')} ·{' '}
            {t('credit.updated', { time: format.dateTime(Date.parse(balance.updatedAt)) })}
          </p>
          <dl className={styles.parts}>
            <dt>{t('credit.paid')}</dt>
            <dd>{money(balance.paidCreditAmount)}</dd>
            <dt>{t('credit.free')}</dt>
            <dd>{money(balance.freeCreditAmount)}</dd>
          </dl>
        </section>
        <HouseButton onlyLive />
        {isSandbox && <TopUp currency={balance.currency} canCharge={view.canCharge} />}
      </div>
      <Reconciliation />
      <LedgerTable transactions={view.transactions} total={view.total} offset={offset} onOffset={onOffset} />
    </div>
  );
}
