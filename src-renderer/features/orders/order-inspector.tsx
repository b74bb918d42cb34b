import { Copy, Link } from 'lucide-react';
import { trackingPageOf } from '../../../src-core/desk/carriers.ts';
import { linkToOrder } from '../../../src-core/desk/deep-link.ts';
import type { Environment } from '../../../src-core/contract/environments.ts';
import type { ActionState } from '../../../src-core/ipc/subjects/library.ts';
import type { OrderDetail, OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { AnswerError } from '../../ui/error-note.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Inspector, InspectorSection } from '../../ui/inspector.tsx';
import { useNow } from '../../ui/use-now.ts';
import { OrderInHouse } from '../simulator/order-in-house.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderMoney } from './order-money.tsx';
import { lateNote } from './late-words.ts';
import { albumOf } from './order-name.ts';
import { isLate } from './order-rows.ts';
import { ParcelNumber } from './parcel-number.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { OrderStepBar } from './order-step-bar.tsx';
import { PrintReceipt } from './print-receipt.tsx';
import styles from './order-inspector.module.css';

export interface OrderInspectorProps {
  readonly row: OrderRow;
  readonly currency: string;
  /** In which the order is; null while no connection is in use. */
  readonly environment: Environment | null;
  readonly onClose: () => void;
  readonly onCancel: () => void;
  readonly onChangeShipping: (order: OrderDetail['order']) => void;
}

/** One order whole: where it is, what it cost, where it goes, what happened, and which bytes were printed. */
export function OrderInspector({
  row,
  currency,
  environment,
  onClose,
  onCancel,
  onChangeShipping,
}: OrderInspectorProps) {
  const text = useText();
  const { t, ref } = text;
  const nowMs = useNow(60_000);
  const lateRule = useAnswer('orders.lateRule', {}).data;
  const answer = useAnswer('orders.detail', { orderUid: row.orderUid });
  const detail = answer.data ?? null;
  const reasonOf = ({ reason }: ActionState) => (reason === null ? null : ref(reason));
  const copyUid = (): void => copyText(row.orderUid, t('orders.detail.uidCopied'));
  const copyLink =
    environment === null ? null : () => copyText(linkToOrder(row.orderUid, environment), t('orders.detail.linkCopied'));
  const shipping = detail?.actions.changeShipping ?? null;
  const changeShipping = (): void => void (detail !== null && onChangeShipping(detail.order));
  const openTrackingPage = useAction('orders.openTrackingPage');
  const lookAtParcel = (): void => openTrackingPage.mutate({ orderUid: row.orderUid });
  useCommand('orders.copyUid', copyUid);
  useCommand('orders.copyLink', copyLink);
  useCommand(
    'orders.openTrackingPage',
    trackingPageOf(row.trackingCarrier, row.trackingNumber) === null ? null : lookAtParcel,
    t('orders.tracking.noPage'),
  );
  useCommand(
    'orders.changeShipping',
    shipping?.allowed === true ? changeShipping : null,
    shipping === null ? null : reasonOf(shipping),
  );
  return (
    <Inspector
      title={albumOf(row, t)}
      subtitle={
        <span className={styles.uid}>
          {row.orderUid}
          <IconButton icon={Copy} command="orders.copyUid" label={t('orders.detail.copyUid')} onPress={copyUid} />
          {copyLink !== null && (
            <IconButton icon={Link} command="orders.copyLink" label={t('orders.detail.copyLink')} onPress={copyLink} />
          )}
        </span>
      }
      onClose={onClose}
      {...(detail !== null && {
        footer: (
          <>
            <Button
              commands={['orders.cancel']}
              isDisabled={!detail.actions.cancel.allowed}
              whyNot={reasonOf(detail.actions.cancel)}
              onPress={onCancel}
            >
              {t('orders.cancelMany', { count: 1 })}
            </Button>
            <Button
              command="orders.changeShipping"
              isDisabled={!detail.actions.changeShipping.allowed}
              whyNot={reasonOf(detail.actions.changeShipping)}
              onPress={changeShipping}
            >
              {t('orders.changeShipping')}
            </Button>
          </>
        ),
      })}
    >
      <InspectorSection>
        <OrderStepBar status={row.orderStatus} />
        {lateRule !== undefined && isLate(row, nowMs) && (
          <p className={styles.late}>▲ {lateNote(row, lateRule, text)}</p>
        )}
        {detail !== null && detail.order.cancelReason !== null && (
          <p className={styles.reason}>
            {t('orders.detail.cancelReason')}: {detail.order.cancelReason}
          </p>
        )}
      </InspectorSection>
      <OrderInHouse row={row} />
      {answer.isError && <AnswerError error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data === null && <p className={styles.none}>{t('orders.detail.gone')}</p>}
      {detail !== null && (
        <>
          <InspectorSection title={t('orders.detail.timeline')}>
            <Timeline entries={detail.timeline} />
          </InspectorSection>
          <InspectorSection title={t('orders.detail.delivery')}>
            <address className={styles.address}>
              <span>
                {detail.order.recipientName} · {detail.order.recipientPhone}
              </span>
              <span>
                ({detail.order.postalCode}) {detail.order.address1}
              </span>
              {detail.order.address2 !== null && <span>{detail.order.address2}</span>}
              {detail.order.shippingMemo !== null && <span className={styles.quiet}>{detail.order.shippingMemo}</span>}
            </address>
            {row.trackingNumber !== null && (
              <ParcelNumber
                number={row.trackingNumber}
                carrier={row.trackingCarrier}
                isCarrierShown
                command="orders.openTrackingPage"
                onOpenPage={lookAtParcel}
              />
            )}
          </InspectorSection>
          <InspectorSection title={t('orders.detail.items')}>
            <OrderItems detail={detail} currency={currency} />
          </InspectorSection>
          <InspectorSection title={t('orders.detail.money')}>
            <OrderMoney order={detail.order} currency={currency} />
          </InspectorSection>
          <InspectorSection title={t('orders.detail.receipt')}>
            <PrintReceipt orderUid={row.orderUid} receipt={detail.receipt} currency={currency} />
          </InspectorSection>
        </>
      )}
    </Inspector>
  );
}
