import { useCallback, useMemo, useState, type Dispatch, type SetStateAction } from 'react';
import { countPrints } from '../../../src-core/desk/print-gate.ts';
import type { PrintTaken } from '../../../src-core/ipc/subjects/checks.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { addressFaults, addressOf, draftOf, EMPTY_ADDRESS, type AddressDraft } from '../recipients/address-form.ts';
import { BatchAddress } from './batch-address.tsx';
import { ConfirmOrders } from './confirm-orders.tsx';
import { HowToSend, TOGETHER, type OrderPlan } from './how-to-send.tsx';
import { MoneyBlock } from './money-block.tsx';
import { PrintLine } from '../print-gate/print-line.tsx';
import { PassOver } from './pass-over.tsx';
import { RecentlyOrdered } from './recently-ordered.tsx';
import type { Apart } from './part-orders.ts';
import { ReviewLinesTable } from './review-lines-table.tsx';
import { confirmableOf, shownSums, type ReviewLine, type ShortageChoice } from './review-sums.ts';
import { ShortageSolver } from './shortage-solver.tsx';
import styles from './order-review.module.css';
import type { StartedRun } from './order-review-store.ts';

/** A line of the warnings. */
const WARNING_PX = 21;
const printsOf = (lines: readonly ReviewLine[]) => [
  ...new Map(lines.map(({ bookId, print }) => [bookId, print])).values(),
];
const keyOfWarning = (warning: TextRef): string => JSON.stringify(warning);

export interface OrderReviewBodyProps {
  readonly bookIds: readonly string[];
  /** Which print verdicts are let go, and by whom. */
  readonly print: PrintTaken;
  /** Its orders are reviewed as they were agreed upon: groups and addresses stand. */
  readonly promotionId?: string;
  /** Orders that are placed once more. */
  readonly again?: readonly string[];
  /** Each of those as it was: copies and addresses stand. */
  readonly asOrdered?: boolean;
  readonly onClose: () => void;
  readonly onShowOrders: () => void;
  readonly onStarted: (run: StartedRun) => void;
  /** While a confirmation is on its way nothing else is: what is closed then would be ordered all the same. */
  readonly onConfirming: (isConfirming: boolean) => void;
}

/** Asks for one estimate and shows it, or why there is none. */
export function OrderReviewBody(props: OrderReviewBodyProps) {
  const { t, ref } = useText();
  const [plan, setPlan] = useState<OrderPlan>(TOGETHER);
  /** Null until somebody types. An estimate that fails takes the review from the screen, and never what was typed in it. */
  const [draft, setDraft] = useState<AddressDraft | null>(null);
  const { promotionId } = props;
  const estimate = useAnswer('orders.review', {
    bookIds: [...props.bookIds],
    ...plan,
    apart: plan.apart.map((group) => [...group]),
    ...(promotionId === undefined ? {} : { promotionId }),
    ...(props.again === undefined ? {} : { again: [...props.again] }),
    ...(props.asOrdered === undefined ? {} : { asOrdered: props.asOrdered }),
  });
  const last = useAnswer('orders.lastAddress', {});
  if (estimate.isPending || last.isPending) {
    return (
      <p className={styles.message} role="status">
        {t('orders.review.loading', { count: props.bookIds.length })}
      </p>
    );
  }
  const again = () => void estimate.refetch();
  if (estimate.data === undefined || !estimate.data.ok) {
    return (
      <div className={styles.message} role="alert">
        <h2>{t('orders.review.failed')}</h2>
        {estimate.data?.ok === false && (
          <>
            <p>{ref(estimate.data.problem)}</p>
            {estimate.data.serviceText !== null && <p className={styles.serviceText}>{estimate.data.serviceText}</p>}
          </>
        )}
        <Button onPress={props.onClose}>{t('orders.review.close')}</Button>
        {estimate.data?.ok === false && <PassOver problem={estimate.data.problem} onPassed={again} />}
        <Button variant="primary" onPress={again}>
          {t('orders.review.again')}
        </Button>
      </div>
    );
  }
  if (estimate.data.review.orders.length === 0) {
    return (
      <div className={styles.message}>
        <p>{t('orders.review.nothing')}</p>
        <Button onPress={props.onClose}>{t('orders.review.close')}</Button>
      </div>
    );
  }
  const lastAddress = last.data === undefined || last.data === null ? EMPTY_ADDRESS : draftOf(last.data);
  return (
    <Review
      {...props}
      plan={plan}
      onPlan={setPlan}
      review={estimate.data.review}
      draft={draft ?? lastAddress}
      onDraft={setDraft}
      isAsking={estimate.isFetching}
      onAgain={again}
    />
  );
}

interface ReviewProps extends OrderReviewBodyProps {
  readonly plan: OrderPlan;
  readonly onPlan: Dispatch<SetStateAction<OrderPlan>>;
  readonly review: OrderReview;
  readonly draft: AddressDraft;
  readonly onDraft: (draft: AddressDraft) => void;
  readonly onAgain: () => void;
  /** A new estimate is on its way; the one on screen must not be confirmed any more. */
  readonly isAsking: boolean;
}

function Review(props: ReviewProps) {
  const {
    plan,
    onPlan,
    review,
    promotionId,
    asOrdered = false,
    print,
    draft,
    onDraft,
    isAsking,
    onAgain,
    onClose,
    onShowOrders,
    onStarted,
    onConfirming,
  } = props;
  const { t, ref, format } = useText();
  const isGiven = promotionId !== undefined || asOrdered;
  const [choice, setChoice] = useState<ShortageChoice>(null);
  const isAddressed = review.orders.some(({ recipient }) => recipient === null);
  const replan = (next: OrderPlan) => {
    // What was decided about a shortage was decided about other orders.
    setChoice(null);
    onPlan(next);
  };
  const onPart = useCallback(
    (part: (apart: Apart) => Apart) => {
      setChoice(null);
      onPlan((former) => ({ ...former, apart: part(former.apart) }));
    },
    [onPlan],
  );
  const [isRecentAccepted, setRecentAccepted] = useState(false);
  const charge = useAction('credit.charge', { onDone: (answer) => answer.ok && onAgain() });
  const confirm = useAction('orders.confirm', {
    onDone: (run, { awaitCredit = false }) => onStarted({ ...run, awaitCredit, currency: review.currency }),
  });
  const confirmable = confirmableOf(review, choice);
  const sums = useMemo(() => shownSums(review, choice), [review, choice]);
  const isUndecided = confirmable.orders === 0;
  const isRecentOpen = review.orderedRecently.length > 0 && !isRecentAccepted;
  const place = () => {
    onConfirming(true);
    const address = isAddressed ? addressOf(draft) : null;
    const { onlyFitting, cheapestFirst, awaitCredit } = confirmable;
    confirm.mutate(
      { reviewId: review.reviewId, address, onlyFitting, cheapestFirst, awaitCredit, print },
      { onSettled: () => onConfirming(false) },
    );
  };
  return (
    <>
      <header className={styles.header}>
        <h2>{t('orders.review.title')}</h2>
        <p>
          {t('orders.review.subtitle', {
            orders: sums.orders,
            copies: sums.copies,
            recipients: sums.recipients,
          })}
        </p>
        <PrintLine counts={countPrints(printsOf(sums.lines))} />
        {print.by !== null && <p className={styles.taken}>{t('preflight.gate.by', { ...print.by })}</p>}
        <p className={styles.taken}>{t('orders.review.taken', { time: format.time(review.takenAtMs) })}</p>
      </header>
      <div className={styles.columns}>
        <div className={styles.left}>
          <RecentlyOrdered
            recent={review.orderedRecently}
            isAccepted={isRecentAccepted}
            onShow={onShowOrders}
            onAccept={() => setRecentAccepted(true)}
          />
          {review.shortBy > 0 && (
            <ShortageSolver
              review={review}
              choice={choice}
              isCharging={charge.isPending}
              onChoose={setChoice}
              refusal={charge.data?.ok === false ? charge.data : null}
              onCharge={() => charge.mutate({ amount: review.shortBy })}
              onHold={onClose}
            />
          )}
          {!isGiven && <HowToSend plan={plan} saved={sums.saved} currency={review.currency} onPlan={replan} />}
          <ReviewLinesTable
            review={review}
            choice={choice}
            apart={plan.apart}
            onPart={!isGiven && plan.together ? onPart : null}
          />
          {review.warnings.length > 0 && (
            <VirtualTable
              label={t('orders.warnings', { count: review.warnings.length })}
              className={styles.warnings}
              head={[]}
              rows={review.warnings}
              rowKey={keyOfWarning}
              rowHeightPx={WARNING_PX}
              cells={(warning) => <td className={styles.warning}>▲ {ref(warning)}</td>}
            />
          )}
        </div>
        <div className={styles.right}>
          {!isGiven ? (
            <BatchAddress
              review={review}
              recipientId={plan.recipientId}
              draft={draft}
              onDraft={onDraft}
              onRecipient={(recipientId) => replan({ ...plan, recipientId })}
            />
          ) : (
            <p className={styles.footNote}>{t(asOrdered ? 'orders.review.asOrdered' : 'promotions.reviewNote')}</p>
          )}
          <MoneyBlock review={review} choice={choice} />
        </div>
      </div>
      <ConfirmOrders
        environment={review.environment}
        orders={isUndecided ? review.orders.length : confirmable.orders}
        sum={format.money(isUndecided ? review.charge : confirmable.charge, review.currency)}
        whyNot={whyNot()}
        isConfirming={confirm.isPending}
        isSending={confirm.isPending || isAsking}
        onCancel={onClose}
        onConfirm={place}
      />
    </>
  );

  function whyNot(): string | null {
    if (isRecentOpen) return t('orders.confirm.why.recent');
    if (review.shortBy > 0 && choice !== 'await' && review.fitCheapest.books === 0 && review.environment === 'sandbox')
      return t('orders.confirm.why.none');
    if (isUndecided) return t('orders.confirm.why.short');
    if (isAddressed && addressFaults(draft).size > 0) return t('orders.confirm.why.address');
    return null;
  }
}
