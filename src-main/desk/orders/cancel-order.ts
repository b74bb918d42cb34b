import { successOf } from '../../../src-core/contract/envelope.ts';
import { orderSchema, type Order } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { Output } from '../../../src-core/ipc/contract.ts';
import { isCancelled } from '../../../src-core/orders/order-machine.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { DeskContext } from '../desk-context.ts';
import { intendEffect, markSent, settleEffect } from '../store/effects.ts';
import { keepOrder, listItemOf } from './order-book.ts';

export type Cancelled = Output<'orders.cancel'>[number];

/** An order, or one book of it. */
export interface ToCancel {
  readonly orderUid: string;
  readonly itemUid: string | null;
}

export interface CancellingPorts {
  readonly context: DeskContext;
  readonly connectionId: string;
  readonly clientOf: () => Promise<ApiClient>;
  /** As the service has it now. */
  readonly read: (orderUid: string) => Promise<Order>;
}

/** An answer that is lost on the way is asked for again, so many times with the first; then a person looks. */
const TRIES = 3;

/** For what comes to the same however often it is asked. */
export async function askedAgain<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppError) || error.retry !== 'backOff' || tries >= TRIES) throw error;
    }
  }
}

/** Whether it was cancelled. */
const isOut = ({ orderStatus, items }: Order, itemUid: string | null): boolean =>
  isCancelled(orderStatus) || items.some((item) => item.itemUid === itemUid && isCancelled(item.itemStatus));

/** Cancels, and writes down what came of it. Throws what no service answers. */
export async function cancelOrder(ports: CancellingPorts, what: ToCancel, reason: string): Promise<Cancelled> {
  const { context, connectionId, clientOf, read } = ports;
  const { db, clock } = context;
  const { orderUid, itemUid } = what;
  const way = [orderUid, ...(itemUid === null ? [] : ['items', itemUid])];
  const body = JSON.stringify({ cancelReason: reason });
  const intended = intendEffect(context, { connectionId, kind: 'cancel', subjectId: way.join('/') }, body);
  const effect = markSent(db, intended, clock.nowMs());
  try {
    const { data: answered } = await askedAgain(async () => {
      const client = await clientOf();
      return client.call({
        method: 'POST',
        path: `/orders/${way.map(encodeURIComponent).join('/')}/cancel`,
        answer: successOf(orderSchema),
        jsonBody: effect.body,
        idempotencyKey: effect.key,
      });
    });
    // To a key that was sent before, the service says what it said then: the print house may have taken the order up again since.
    const isFirst = intended.firstSentAtMs === null;
    const data = isFirst ? answered : await read(orderUid);
    if (!isOut(data, itemUid)) {
      if (isFirst) throw new AppError('SERVICE_BAD_ANSWER');
      settleEffect(db, effect.key, 'done');
      return await cancelOrder(ports, what, reason);
    }
    db.transaction(() => {
      settleEffect(db, effect.key, 'done');
      const news = { item: listItemOf(data), detail: data };
      keepOrder(db, connectionId, news, { nowMs: clock.nowMs(), isOwnDoing: true });
    });
    return { orderUid, ok: true, refund: data.refundAmount, problem: null, serviceText: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // An answer that nobody understands may be that of a cancelled order: its key stays.
    if (error.retry === 'never' && error.code !== 'SERVICE_BAD_ANSWER') settleEffect(db, effect.key, 'refused');
    return { orderUid, ok: false, refund: null, problem: error.text, serviceText: error.serviceText };
  }
}
