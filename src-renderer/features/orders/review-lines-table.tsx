import type { OrderReview } from '../../../src-core/ipc/views.ts';
import { useText } from '../../i18n/use-text.ts';
import { cx } from '../../ui/class-names.ts';
import { specSums } from './review-sums.ts';
import styles from './order-review.module.css';

export interface ReviewLinesTableProps {
  readonly review: OrderReview;
  /** Orders that will be placed, from the first; the others are shown as not covered. */
  readonly covered: number;
}

/** The books of the run, line by line, and what each spec adds up to. */
export function ReviewLinesTable({ review, covered }: ReviewLinesTableProps) {
  const { t, format } = useText();
  const money = (amount: number) => format.money(amount, review.currency);
  const sums = specSums(review.lines);
  return (
    <>
      <div className={styles.linesScroll} tabIndex={0} role="region" aria-label={t('orders.review.lines')}>
        <table className={cx(styles.lines, styles.reviewLines)}>
          <thead>
            <tr>
              <th scope="col">{t('orders.review.column.album')}</th>
              <th scope="col">{t('orders.review.column.spec')}</th>
              <th scope="col" className={styles.number}>{t('orders.review.column.pages')}</th>
              <th scope="col" className={styles.number}>{t('orders.review.column.copies')}</th>
              <th scope="col" className={styles.number}>{t('orders.review.column.unit')}</th>
              <th scope="col" className={styles.number}>{t('orders.review.column.charge')}</th>
            </tr>
          </thead>
          <tbody>
            {review.lines.map((line, index) => (
              <tr key={line.bookId} data-covered={index < covered}>
                <th scope="row" className={styles.cut} title={line.title}>{line.title}</th>
                <td className={styles.cut} title={line.specName}>{line.specName}</td>
                <td className={styles.number}>{line.pageCount}</td>
                <td className={styles.number}>{line.quantity}</td>
                <td className={styles.number}>{money(line.unitPrice)}</td>
                <td className={styles.number}>{index < covered ? money(line.charge) : t('orders.review.notFitting')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <table className={styles.specSums} aria-label={t('orders.review.specSums')}>
        <tbody>
          {sums.map((sum) => (
            <tr key={sum.specName}>
              <th scope="row">{sum.specName}</th>
              <td className={styles.number}>{t('orders.review.specSum', { copies: sum.copies })}</td>
              <td className={styles.number}>{money(sum.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
