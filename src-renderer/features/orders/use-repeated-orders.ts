import type { Output } from '../../../src-core/ipc/contract.ts';
import { callStudio, useAction, wireErrorOf } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast-store.ts';
import { usePrintGate } from '../print-gate/print-gate.ts';
import { openOrderReview } from './order-review-store.ts';

/** Titles that a message names; the others are counted. */
const NAMED = 3;

/** Looks for the books of orders, in the library or not, and opens the review of these orders as they were. `onOpen`: right before it opens. */
export function useRepeatedOrders(onOpen: () => void = () => undefined): {
  readonly repeat: (orderUids: readonly string[]) => void;
  readonly isLooking: boolean;
} {
  const { t } = useText();
  const gate = usePrintGate();
  const tell = (why: 'gone' | 'changed' | 'underWay', all: readonly string[]) => {
    if (all.length === 0) return;
    const named = all.slice(0, NAMED).join(', ');
    const more = all.length - NAMED;
    const titles = more > 0 ? t('orders.again.titlesMore', { titles: named, more }) : named;
    showToast({ text: t(`orders.again.${why}`, { titles, count: all.length }), tone: 'bad' });
  };
  const open = async (
    { connectionId, books, gone, changed, underWay }: Output<'orders.again'>,
    orderUids: readonly string[],
  ): Promise<void> => {
    const inUse = (await callStudio('connections.list', {})).find(({ active }) => active);
    if (inUse?.connectionId !== connectionId) {
      showToast({ text: t('orders.again.otherConnection'), tone: 'bad' });
      return;
    }
    tell('gone', gone);
    tell('changed', changed);
    tell('underWay', underWay);
    if (books.length === 0 && gone.length + changed.length + underWay.length === 0)
      showToast({ text: t('orders.again.nothing'), tone: 'bad' });
    gate('order', books, (bookIds, print) => {
      onOpen();
      openOrderReview(bookIds, print, { again: orderUids, asOrdered: true });
    });
  };
  const find = useAction('orders.again', {
    onDone: (found, { orderUids }) => {
      open(found, orderUids).catch((error: unknown) => showToast({ text: wireErrorOf(error).text, tone: 'bad' }));
    },
  });
  return {
    repeat: (orderUids) => {
      if (!find.isPending) find.mutate({ orderUids: [...orderUids] });
    },
    isLooking: find.isPending,
  };
}
