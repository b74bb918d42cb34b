import { useState } from 'react';
import { queryClient } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { closeOrderReview, orderReviewBooks } from './order-review-store.ts';
import { OrderReviewBody } from './order-review-body.tsx';
import { OrderRunView } from './order-run-view.tsx';

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
  const [run, setRun] = useState<{ readonly runId: string; readonly currency: string } | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const close = () => {
    if (isConfirming) return;
    setRun(null);
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
      {run === null ? (
        <OrderReviewBody
          {...books}
          onClose={close}
          onShowOrders={showOrders}
          onConfirming={setConfirming}
          onStarted={(runId, currency) => setRun({ runId, currency })}
        />
      ) : (
        <OrderRunView runId={run.runId} currency={run.currency} onClose={close} onShowOrders={showOrders} />
      )}
    </Dialog>
  );
}
