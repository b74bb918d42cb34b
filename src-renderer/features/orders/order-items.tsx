import { useState } from 'react';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import type { OrderDetail } from '../../../src-core/ipc/subjects/orders.ts';
import { isCancelled } from '../../../src-core/orders/order-machine.ts';
import { useAction } from '../../bridge.ts';
import { controlInDetails, useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ParcelNumber } from './parcel-number.tsx';
import styles from './order-inspector.module.css';

type Item = OrderDetail['order']['items'][number];

export interface OrderItemsProps {
  readonly detail: OrderDetail;
  readonly currency: string;
}

/** The books of an order. One of several may be taken out while the order may be cancelled. */
export function OrderItems({ detail, currency }: OrderItemsProps) {
  const { t, ref } = useText();
  const [cancelling, setCancelling] = useState<Item | null>(null);
  const { items, orderUid, trackingNumber } = detail.order;
  const openTrackingPage = useAction('orders.openTrackingPage');
  const open = items.filter(({ itemStatus }) => !isCancelled(itemStatus));
  const canCancel = open.length > 1 && detail.actions.cancel.allowed;
  const { reason } = detail.actions.cancel;
  // Which of them is the operator's to say: the command comes to the first.
  useCommand(
    'orders.cancelItem',
    canCancel ? () => controlInDetails('orders.cancelItem')?.focus() : null,
    reason === null ? t('ui.whyNot.oneItem') : ref(reason),
  );
  return (
    <>
      {items.map((item) => (
        <div key={item.itemUid} className={styles.item} data-cancelled={isCancelled(item.itemStatus)}>
          <span>{item.bookTitle}</span>
          <span className={styles.quiet}>
            {t('orders.detail.itemLine', { spec: item.bookSpecName, pages: item.pageCount, copies: item.quantity })}
          </span>
          {/* What went with the rest is told with the delivery. */}
          {item.trackingNumber !== null && item.trackingNumber !== trackingNumber && (
            <ParcelNumber
              number={item.trackingNumber}
              carrier={item.trackingCarrier}
              isCarrierShown
              onOpenPage={() => openTrackingPage.mutate({ orderUid, itemUid: item.itemUid })}
            />
          )}
          {isCancelled(item.itemStatus) ? (
            <span className={styles.quiet}>{t('orders.item.cancelled')}</span>
          ) : (
            canCancel && (
              <Button
                variant="quiet"
                command="orders.cancelItem"
                aria-label={t('orders.item.cancelLabel', { title: item.bookTitle })}
                onPress={() => setCancelling(item)}
              >
                {t('orders.item.cancel')}
              </Button>
            )
          )}
        </div>
      ))}
      {cancelling !== null && (
        <CancelItemSheet
          orderUid={orderUid}
          item={cancelling}
          currency={currency}
          onClose={() => setCancelling(null)}
        />
      )}
    </>
  );
}

interface CancelItemSheetProps {
  readonly orderUid: string;
  readonly item: Item;
  readonly currency: string;
  readonly onClose: () => void;
}

/** What comes back is the service's to say: what was paid less what the other books cost. */
function CancelItemSheet({ orderUid, item, currency, onClose }: CancelItemSheetProps) {
  const { t, ref, format } = useText();
  const [reason, setReason] = useState('');
  const cancel = useAction('orders.cancelItem');
  const result = cancel.data;
  return (
    <Sheet
      title={t('orders.item.sheet', { title: item.bookTitle })}
      isBusy={cancel.isPending}
      onClose={onClose}
      footer={
        result?.ok === true ? (
          <Button variant="primary" autoFocus onPress={onClose}>
            {t('orders.cancelSheet.close')}
          </Button>
        ) : (
          <>
            <Button autoFocus isDisabled={cancel.isPending} onPress={onClose}>
              {t('orders.cancelSheet.keep')}
            </Button>
            <Button
              variant="danger"
              isBusy={cancel.isPending}
              isDisabled={reason.trim() === ''}
              onPress={() => cancel.mutate({ orderUid, itemUid: item.itemUid, reason: reason.trim() })}
            >
              {t('orders.item.confirm')}
            </Button>
          </>
        )
      }
    >
      {result?.ok === true ? (
        <p role="status">{t('orders.item.done', { sum: format.money(result.refund ?? 0, currency) })}</p>
      ) : (
        <>
          <p>{t('orders.item.text')}</p>
          <TextArea
            label={t('orders.cancelSheet.reason')}
            value={reason}
            onChange={setReason}
            maxLength={LIMITS.cancelReasonMaxChars}
          />
          {result !== undefined && result.problem !== null && (
            <ErrorNote title={t('orders.cancelSheet.rowFailed')} serviceText={result.serviceText}>
              {ref(result.problem)}
            </ErrorNote>
          )}
        </>
      )}
    </Sheet>
  );
}
