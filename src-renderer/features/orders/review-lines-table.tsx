import { memo, useMemo } from 'react';
import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { useText } from '../../i18n/use-text.ts';
import { cx } from '../../ui/class-names.ts';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { ORDER_LINE_PX } from './order-line.ts';
import { specSums, type ReviewLine } from './review-sums.ts';
import styles from './order-review.module.css';

export interface ReviewLinesTableProps {
  readonly review: OrderReview;
  /** Orders that will be placed, from the first; the others are shown as not covered. */
  readonly covered: number;
}

const keyOf = (line: ReviewLine): string => line.bookId;

/** The books of the run, line by line, and what each spec adds up to. Drawn again only for another review: not while an address is typed. */
export const ReviewLinesTable = memo(function ReviewLinesTable({ review, covered }: ReviewLinesTableProps) {
  const { t, format } = useText();
  const money = (amount: number) => format.money(amount, review.currency);
  const sums = useMemo(() => specSums(review.lines), [review.lines]);
  return (
    <>
      <VirtualTable
        label={t('orders.review.lines')}
        className={styles.linesScroll}
        tableClassName={cx(styles.lines, styles.reviewLines)}
        head={[
          <th key="album" scope="col">
            {t('orders.review.column.album')}
          </th>,
          <th key="spec" scope="col">
            {t('orders.review.column.spec')}
          </th>,
          <th key="pages" scope="col" className={styles.number}>
            {t('orders.review.column.pages')}
          </th>,
          <th key="copies" scope="col" className={styles.number}>
            {t('orders.review.column.copies')}
          </th>,
          <th key="unit" scope="col" className={styles.number}>
            {t('orders.review.column.unit')}
          </th>,
          <th key="charge" scope="col" className={styles.number}>
            {t('orders.review.column.charge')}
          </th>,
        ]}
        rows={review.lines}
        rowKey={keyOf}
        rowHeightPx={ORDER_LINE_PX}
        attributes={(_, index) => ({ 'data-covered': index < covered })}
        cells={(line, index) => (
          <>
            <th scope="row" className={styles.cut} title={line.title}>
              {line.title}
            </th>
            <td className={styles.cut} title={line.specName}>
              {line.specName}
            </td>
            <td className={styles.number}>{format.number(line.pageCount)}</td>
            <td className={styles.number}>{format.number(line.quantity)}</td>
            <td className={styles.number}>{money(line.unitPrice)}</td>
            <td className={styles.number}>{index < covered ? money(line.charge) : t('orders.review.notFitting')}</td>
          </>
        )}
      />
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
});
