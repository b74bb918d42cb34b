import { useState } from 'react';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/sheet.tsx';

export interface PassOverProps {
  /** Why there is no review. */
  readonly problem: TextRef;
  readonly onPassed: () => void;
}

/** Where a review waits for an order since the copy that cannot be read: a person who looked it up may say that it is of none of the books. */
export function PassOver({ problem, onPassed }: PassOverProps) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  const passOver = useAction('orders.passOver', {
    onDone: () => {
      setAsking(false);
      onPassed();
    },
  });
  const orderUid = problem.key === 'errors.ORDERS_SINCE_UNREAD' ? problem.params?.['orderUid'] : undefined;
  if (orderUid === undefined) return null;
  const named = { orderUid: String(orderUid) };
  return (
    <>
      <Button onPress={() => setAsking(true)}>{t('orders.review.passOver')}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t('orders.review.passOver.title', named)}
          text={t('orders.review.passOver.text', named)}
          keepLabel={t('orders.review.passOver.keep')}
          confirmLabel={t('orders.review.passOver.confirm')}
          isBusy={passOver.isPending}
          onKeep={() => setAsking(false)}
          onConfirm={() => passOver.mutate({ orderUids: [named.orderUid] })}
        />
      )}
    </>
  );
}
