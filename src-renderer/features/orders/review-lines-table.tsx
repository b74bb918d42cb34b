import { memo, useMemo } from 'react';
import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { useText } from '../../i18n/use-text.ts';
import { EndKept } from '../../ui/end-kept.tsx';
import { cx } from '../../ui/class-names.ts';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { ORDER_LINE_PX } from './order-line.ts';
import { PartButton } from './part-button.tsx';
import { partMoves, type Apart } from './part-orders.ts';
import { reviewRows, shownSums, specSums, type ReviewRow, type ShortageChoice } from './review-sums.ts';
import styles from './order-review.module.css';

export interface ReviewLinesTableProps {
  readonly review: OrderReview;
  /** Which of them the sums are of. */
  readonly choice: ShortageChoice;
  readonly apart: Apart;
  /** Null where the groups stand. */
  readonly onPart: ((part: (apart: Apart) => Apart) => void) | null;
}

const keyOf = (row: ReviewRow): string => row.key;
const isCovered = (row: ReviewRow): boolean =>
  row.kind === 'book' ? row.line.fits : row.order.lines.every(({ fits }) => fits);

/** The orders of the run with their books, and what each spec adds up to. Drawn again only for another review: not while an address is typed. */
export const ReviewLinesTable = memo(function ReviewLinesTable({
  review,
  choice,
  apart,
  onPart,
}: ReviewLinesTableProps) {
  const { t, format } = useText();
  const money = (amount: number) => format.money(amount, review.currency);
  const sums = useMemo(() => specSums(shownSums(review, choice).lines), [review, choice]);
  const rows = useMemo(() => reviewRows(review.orders), [review.orders]);
  const moves = useMemo(
    () => (onPart === null ? null : partMoves(review.orders, apart)),
    [review.orders, apart, onPart],
  );
  const nameOf = ({ recipient }: ReviewRow['order']) =>
    recipient === null ? t('orders.review.batch') : recipient.address.recipientName;
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
        rows={rows}
        rowKey={keyOf}
        rowHeightPx={ORDER_LINE_PX}
        attributes={(row) => ({
          'data-covered': isCovered(row),
          'data-kind': row.kind === 'book' && row.isWithOthers ? 'with' : row.kind,
        })}
        cells={(row) =>
          row.kind === 'order' ? (
            <>
              <th scope="rowgroup" colSpan={3} className={styles.cut}>
                {t('orders.review.order', { name: nameOf(row.order), books: row.order.lines.length })}
              </th>
              <td className={styles.number}>
                {format.number(row.order.lines.reduce((copies, { quantity }) => copies + quantity, 0))}
              </td>
              <td className={styles.number} colSpan={2}>
                {isCovered(row)
                  ? money(row.order.charge)
                  : t('orders.review.notAllFitting', {
                      fit: row.order.lines.filter(({ fits }) => fits).length,
                      books: row.order.lines.length,
                    })}
              </td>
            </>
          ) : (
            <>
              <th scope="row" className={styles.cut} title={row.line.title}>
                <EndKept text={row.line.title} />
                {!row.isWithOthers && row.order.recipient !== null && (
                  <span className={styles.recipient}>→ {nameOf(row.order)}</span>
                )}
              </th>
              <td className={styles.cut} title={row.line.specName}>
                {row.line.specName}
              </td>
              <td className={styles.number}>{format.number(row.line.pageCount)}</td>
              <td className={styles.number}>{format.number(row.line.quantity)}</td>
              <td className={styles.number}>{money(row.line.unitPrice)}</td>
              <td className={styles.number}>
                {onPart !== null && <PartButton line={row.line} moves={moves?.get(row.order) ?? []} onPart={onPart} />}{' '}
                {!row.isWithOthers && (row.line.fits ? money(row.order.charge) : t('orders.review.notFitting'))}
              </td>
            </>
          )
        }
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
