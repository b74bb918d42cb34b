import type { CreditTransaction } from '../../../src-core/contract/credits.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ledgerPage, LEDGER_PAGE_ROWS } from './top-up.ts';
import styles from './credit.module.css';

export interface LedgerTableProps {
  readonly transactions: readonly CreditTransaction[];
  readonly total: number;
  readonly offset: number;
  readonly onOffset: (offset: number) => void;
}

/** The ledger, newest first, with the balance after each movement. */
export function LedgerTable({ transactions, total, offset, onOffset }: LedgerTableProps) {
  const { t, has, format } = useText();
  if (total === 0) return <EmptyState title={t('credit.ledger.emptyTitle')} text={t('credit.ledger.emptyText')} />;
  const { page, pages, first, last } = ledgerPage(offset, total);
  return (
    <>
      <div className={styles.ledgerScroll} tabIndex={0} role="region" aria-label={t('credit.ledger.title')}>
        <table className={styles.ledger}>
          <thead>
            <tr>
              <th scope="col">{t('credit.ledger.time')}</th>
              <th scope="col" className={styles.number}>
                {t('credit.ledger.id')}
              </th>
              <th scope="col">{t('credit.ledger.reason')}</th>
              <th scope="col">{t('credit.ledger.memo')}</th>
              <th scope="col" className={styles.number}>
                {t('credit.ledger.amount')}
              </th>
              <th scope="col" className={styles.number}>
                {t('credit.ledger.balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {transactions.map((entry) => {
              const isIn = entry.direction === '+';
              const reason = `credit.reason.${entry.reasonCode}`;
              return (
                <tr key={entry.transactionId}>
                  <td className={styles.time}>{format.dateTime(Date.parse(entry.createdAt))}</td>
                  <td className={styles.number}>{entry.transactionId}</td>
                  <td>{has(reason) ? t(reason) : entry.reasonDisplay}</td>
                  <td className={styles.memo} title={entry.memo ?? ''}>
                    {entry.memo}
                  </td>
                  <td className={styles.number} data-direction={entry.direction}>
                    <span className="visually-hidden">{t(isIn ? 'credit.ledger.in' : 'credit.ledger.out')} </span>
                    {isIn ? '+' : '−'}
                    {format.money(entry.amount, entry.currency)}
                  </td>
                  <td className={styles.number}>{format.money(entry.balanceAfter, entry.currency)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <footer className={styles.pager}>
        <span>{t('credit.ledger.rows', { first, last, total })}</span>
        <span className={styles.gap} />
        <span>{t('credit.ledger.page', { page, pages })}</span>
        <Button isDisabled={page === 1} onPress={() => onOffset(offset - LEDGER_PAGE_ROWS)}>
          {t('credit.ledger.newer')}
        </Button>
        <Button isDisabled={page === pages} onPress={() => onOffset(offset + LEDGER_PAGE_ROWS)}>
          {t('credit.ledger.older')}
        </Button>
      </footer>
    </>
  );
}
