import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { queryClient } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { closeOrderReview, orderReviewBooks, shownOrderRun, type StartedRun } from './order-review-store.ts';
import { OrderReviewBody } from './order-review-body.tsx';
import { OrderRunView } from './order-run-view.tsx';
import styles from './order-review.module.css';

export interface OrderReviewSheetProps {
  readonly onShowOrders: () => void;
}

/**
 * The one place where money is spent: review, confirm, and the run that follows. Mounted once in the frame; opened from
 * anywhere with `openOrderReview`, or at a former run with `showOrderRun`.
 */
export function OrderReviewSheet({ onShowOrders }: OrderReviewSheetProps) {
  const { t } = useText();
  const books = orderReviewBooks.use();
  const shown = shownOrderRun.use();
  const [started, setRun] = useState<StartedRun | null>(null);
  const run = started ?? shown;
  /** While a run is held its review stands behind it, with all that was chosen and typed in it. */
  const [isHeld, setHeld] = useState(false);
  const reviewed = useRef<HTMLDivElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  const [isDone, setDone] = useState(false);
  const onDone = useCallback(() => setDone(true), []);
  const close = () => {
    if (isConfirming) return;
    setRun(null);
    setHeld(false);
    setDone(false);
    // An estimate is good for one look at it: the next review asks anew.
    queryClient.removeQueries({ queryKey: ['orders.review'] });
    closeOrderReview();
  };
  const showOrders = () => {
    close();
    onShowOrders();
  };
  if (books === null && run === null) return null;
  return (
    <Dialog
      size="large"
      label={t(run === null ? 'orders.review.title' : 'orders.run.title')}
      isDismissable={(started === null || isDone) && !isConfirming}
      onClose={close}
    >
      {books !== null && (run === null || isHeld) && (
        <div ref={reviewed} tabIndex={-1} className={styles.reviewed} hidden={run !== null}>
          <OrderReviewBody
            {...books}
            onClose={close}
            onShowOrders={showOrders}
            onConfirming={setConfirming}
            onStarted={(begun) => {
              // The review may be gone before it could say so itself.
              setConfirming(false);
              setHeld(begun.heldUntilMs !== null);
              setDone(false);
              setRun(begun);
            }}
          />
        </div>
      )}
      {run !== null && (
        <OrderRunView
          {...run}
          isAgain={started === null}
          onClose={close}
          onShowOrders={showOrders}
          onSent={() => setHeld(false)}
          onDone={onDone}
          onTakenBack={() => {
            // A run that is looked at again has no review behind it.
            if (books === null) return close();
            flushSync(() => setRun(null));
            reviewed.current?.focus();
          }}
        />
      )}
    </Dialog>
  );
}
