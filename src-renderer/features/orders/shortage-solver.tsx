import type { Output } from '../../../src-core/ipc/contract.ts';
import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { confirmableOf, linesOf, type ShortageChoice } from './review-sums.ts';
import styles from './order-review.module.css';

export interface ShortageSolverProps {
  readonly review: OrderReview;
  readonly choice: ShortageChoice;
  readonly isCharging: boolean;
  /** Why the service did not charge, when it was asked to and refused. */
  readonly refusal: Extract<Output<'credit.charge'>, { ok: false }> | null;
  readonly onChoose: (choice: ShortageChoice) => void;
  readonly onCharge: () => void;
  readonly onHold: () => void;
}

/** Ways out of too little credit, each with what it costs: the ones that fit, more credit, or nothing today. */
export function ShortageSolver({
  review,
  choice,
  isCharging,
  refusal,
  onChoose,
  onCharge,
  onHold,
}: ShortageSolverProps) {
  const { t, ref, format } = useText();
  const money = (amount: number) => format.money(amount, review.currency);
  const books = linesOf(review).length;
  const fitting = confirmableOf(review, 'fitting');
  const cheapest = confirmableOf(review, 'cheapest');
  // Where they are the same orders there is nothing to choose.
  const isOther = review.fitCheapest.orders > review.fit.orders || review.fitCheapest.books > review.fit.books;
  const chosen = choice === 'cheapest' ? review.fitCheapest.books : review.fit.books;
  return (
    <section className={styles.shortage} aria-label={t('orders.short.title', { sum: money(review.shortBy) })}>
      <h3 className={styles.shortageTitle}>{t('orders.short.title', { sum: money(review.shortBy) })}</h3>
      <p>{t('orders.short.text', { fit: review.fit.books, books })}</p>
      {choice !== null ? (
        <p className={styles.chosen}>
          <span>
            {choice === 'await'
              ? t('orders.short.awaitChosen', { sum: money(review.charge) })
              : t(choice === 'cheapest' ? 'orders.short.cheapestChosen' : 'orders.short.chosen', { count: chosen })}
          </span>
          <Button variant="quiet" onPress={() => onChoose(null)}>
            {t('orders.short.undo')}
          </Button>
        </p>
      ) : (
        <ul className={styles.ways}>
          {review.fit.books > 0 && (
            <li>
              <Button onPress={() => onChoose('fitting')}>
                {t('orders.short.fitting', { count: review.fit.books })}
              </Button>
              <span>
                {t('orders.short.fittingHint', { sum: money(fitting.charge), held: books - review.fit.books })}
              </span>
            </li>
          )}
          {isOther && (
            <li>
              <Button onPress={() => onChoose('cheapest')}>
                {t('orders.short.cheapest', { count: review.fitCheapest.books })}
              </Button>
              <span>
                {t('orders.short.fittingHint', {
                  sum: money(cheapest.charge),
                  held: books - review.fitCheapest.books,
                })}
              </span>
            </li>
          )}
          <li>
            {review.environment === 'sandbox' ? (
              <>
                <Button onPress={onCharge} isDisabled={isCharging}>
                  {t('orders.short.charge', { sum: money(review.shortBy) })}
                </Button>
                <span>{t('orders.short.chargeHint')}</span>
              </>
            ) : (
              <>
                <Button onPress={() => onChoose('await')}>{t('orders.short.await')}</Button>
                <span>{t('orders.short.liveHint')}</span>
              </>
            )}
          </li>
          <li>
            <Button onPress={onHold}>{t('orders.short.hold')}</Button>
            <span>{t('orders.short.holdHint')}</span>
          </li>
        </ul>
      )}
      {refusal !== null && (
        <ErrorNote title={t('orders.short.chargeRefused')} serviceText={refusal.serviceText}>
          {ref(refusal.problem)}
        </ErrorNote>
      )}
    </section>
  );
}
