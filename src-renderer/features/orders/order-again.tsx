import { Repeat2 } from 'lucide-react';
import { useMemo } from 'react';
import { useAnswer, useList } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { usePrintGate } from '../print-gate/print-gate.ts';
import { openOrderReview } from './order-review-store.ts';

/** The books of these orders once more: nothing is sent, the service has them. */
export function OrderAgain({ orderUids }: { readonly orderUids: readonly string[] }) {
  const { t } = useText();
  const gate = usePrintGate();
  const known = useAnswer('orders.booksOf', { orderUids: [...orderUids] }).data?.bookIds;
  const library = useList('library.changes').data;
  const books = useMemo(() => {
    const wanted = new Set(known);
    return (library ?? []).filter(({ bookId }) => wanted.has(bookId));
  }, [known, library]);
  const again = () => gate('order', books, (bookIds, print) => openOrderReview(bookIds, print, orderUids));
  useCommand('orders.again', books.length === 0 ? null : again, t('orders.again.none'));
  return (
    <Button
      icon={Repeat2}
      command="orders.again"
      isDisabled={books.length === 0}
      whyNot={t('orders.again.none')}
      onPress={again}
    >
      {t('orders.again')}
    </Button>
  );
}
