import { Repeat2 } from 'lucide-react';
import { useMemo } from 'react';
import { MOST_AGAIN } from '../../../src-core/ipc/subjects/orders.ts';
import { useAnswer, useList } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { usePrintGate } from '../print-gate/print-gate.ts';
import { openOrderReview } from './order-review-store.ts';
import { useRepeatedOrders } from './use-repeated-orders.ts';

/** The books of these orders once more: nothing is sent, the service has them, whether or not the library still does. */
export function OrderAgain({ orderUids }: { readonly orderUids: readonly string[] }) {
  const { t } = useText();
  const gate = usePrintGate();
  const known = useAnswer('orders.booksOf', { orderUids: [...orderUids] }).data;
  const library = useList('library.changes').data;
  const books = useMemo(() => {
    const wanted = new Set(known?.bookIds);
    return (library ?? []).filter(({ bookId }) => wanted.has(bookId));
  }, [known, library]);
  const { repeat, isLooking } = useRepeatedOrders();
  const areAllListed = known?.others === 0;
  const whyNot = (): string | null => {
    if (known === undefined || known.bookIds.length + known.others === 0) return t('orders.again.none');
    if (!areAllListed && orderUids.length > MOST_AGAIN) return t('orders.again.tooMany', { most: MOST_AGAIN });
    return null;
  };
  const again = () => {
    if (areAllListed) gate('order', books, (bookIds, print) => openOrderReview(bookIds, print, { again: orderUids }));
    else repeat(orderUids);
  };
  const why = whyNot();
  useCommand('orders.again', why === null ? again : null, why ?? undefined);
  return (
    <Button
      icon={Repeat2}
      command="orders.again"
      isDisabled={why !== null}
      isBusy={isLooking}
      whyNot={why}
      onPress={again}
    >
      {t('orders.again')}
    </Button>
  );
}
