import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { queryClient } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { closeOrderReview, orderReviewBooks } from './order-review-store.ts';
import { OrderReviewBody, type StartedRun } from './order-review-body.tsx';
import { OrderRunView } from './order-run-view.tsx';
import styles from './order-review.module.css';

export interface OrderReviewSheetProps {
  readonly onShowOrders: () => void;
}

/**
 * The one place where money is spent: review, confirm, and the run that follows. Mounted once in the frame; opened from
 * anywhere with `openOrderReview`.
 */
export function OrderReviewSheet({ onShowOrders }: OrderReviewSheetProps) {
  const { t } = useText();
  const books = orderReviewBooks.use();
  const [run, setRun] = useState<StartedRun | null>(null);
  /** While a run is held its review stands behind it, with all that was chosen and typed in it. */
  const [isHeld, setHeld] = useState(false);
  const reviewed = useRef<HTMLDivElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  const close = () => {
    if (isConfirming) return;
    setRun(null);
    setHeld(false);
    // An estimate is good for one look at it: the next review asks anew.
    queryClient.removeQueries({ queryKey: ['orders.review'] });
    closeOrderReview();
  };
  const showOrders = () => {
    close();
    onShowOrders();
  };
  if (books === null) return null;
  return (
    <Dialog
      size="large"
      label={t(run === null ? 'orders.review.title' : 'orders.run.title')}
      isDismissable={run === null && !isConfirming}
      onClose={close}
    >
      {(run === null || isHeld) && (
        <div ref={reviewed} tabIndex={-1} className={styles.reviewed} hidden={run !== null}>
          <OrderReviewBody
            {...books}
            onClose={close}
            onShowOrders={showOrders}
            onConfirming={setConfirming}
            onStarted={(started) => {
              setHeld(started.heldUntilMs !== null);
              setRun(started);
            }}
          />
        </div>
      )}
      {run !== null && (
        <OrderRunView
          {...run}
          onClose={close}
          onShowOrders={showOrders}
          onSent={() => setHeld(false)}
          onTakenBack={() => {
            flushSync(() => setRun(null));
            reviewed.current?.focus();
          }}
        />
      )}
    </Dialog>
  );
}
