import { useState } from 'react';
import type { OrderDetail } from '../../../src-core/ipc/subjects/orders.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { AddressFields } from '../recipients/address-fields.tsx';
import { addressFaults, addressOf, draftOf } from '../recipients/address-form.ts';
import styles from './order-sheets.module.css';

export interface ShippingSheetProps {
  readonly order: OrderDetail['order'];
  readonly onClose: () => void;
}

/** The address of one order, as long as it may still be changed. The delivery note is `shippingMemo` on an order. */
export function ShippingSheet({ order, onClose }: ShippingSheetProps) {
  const { t, ref } = useText();
  const [draft, setDraft] = useState(() =>
    draftOf({
      recipientName: order.recipientName,
      recipientPhone: order.recipientPhone,
      postalCode: order.postalCode,
      address1: order.address1,
      address2: order.address2 ?? '',
      memo: order.shippingMemo ?? '',
    }),
  );
  const change = useAction('orders.changeShipping', {
    onDone: (answer) => {
      if (!answer.ok) return;
      showToast({ text: t('orders.shipping.saved'), tone: 'good' });
      onClose();
    },
  });
  const save = () => {
    const { memo, ...address } = addressOf(draft);
    change.mutate({
      orderUid: order.orderUid,
      shipping: { ...address, ...(memo === undefined ? {} : { shippingMemo: memo }) },
    });
  };
  const refusal = change.data?.ok === false ? change.data : null;
  return (
    <Sheet title={t('orders.shipping.title')} isBusy={change.isPending} onClose={onClose}>
      <div className={styles.sheet}>
        <p>{t('orders.shipping.text')}</p>
        <AddressFields draft={draft} onDraft={setDraft} showFaults />
        {refusal !== null && (
          <div className={styles.refusal} role="alert">
            <strong>■ {t('orders.shipping.refused')}</strong>
            <span>{ref(refusal.problem)}</span>
            {refusal.serviceText !== null && <span className={styles.serviceText}>{refusal.serviceText}</span>}
          </div>
        )}
        <footer className={styles.footer}>
          <Button isDisabled={change.isPending} onPress={onClose}>
            {t('orders.cancelSheet.close')}
          </Button>
          <Button variant="primary" isDisabled={addressFaults(draft).size > 0 || change.isPending} onPress={save}>
            {t('orders.shipping.save')}
          </Button>
        </footer>
      </div>
    </Sheet>
  );
}
