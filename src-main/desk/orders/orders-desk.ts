import { and, desc, eq, inArray } from 'drizzle-orm';
import type { OrderStatus, PatchShippingBody } from '../../../src-core/contract/orders.ts';
import { orderSchema } from '../../../src-core/contract/orders.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { Output } from '../../../src-core/ipc/contract.ts';
import type { TextRef } from '../../../src-core/ipc/text-ref.ts';
import type { OrderDetail, OrderRow } from '../../../src-core/ipc/views.ts';
import { isCancellable, isShippingChangeable } from '../../../src-core/orders/order-machine.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { orderTimeline } from '../library/book-timeline.ts';
import { intendEffect, markSent, settleEffect } from '../store/effects.ts';
import { connections, jobs, orders } from '../store/schema.ts';
import { findOrder, keepOrder, listItemOf, type StoredOrder } from './order-book.ts';
import { booksOfOrder } from './order-runs.ts';

type Changed = { ok: true } | { ok: false; problem: TextRef; serviceText: string | null };
type Cancelled = Output<'orders.cancel'>[number];

/** Answers lost on the way to a cancel are asked for again with the same key; then a person looks. */
const CANCEL_TRIES = 3;

/** Orders as they are shown, and what may still be done to them. */
export class OrdersDesk {
  readonly #context: DeskContext;
  readonly #connections: Connections;

  constructor(context: DeskContext, connections: Connections) {
    this.#context = context;
    this.#connections = connections;
  }

  list(): Output<'orders.list'> {
    const connection = this.#connections.active();
    const stored = this.#stored();
    const counts: Partial<Record<OrderStatus, number>> = {};
    for (const { status } of stored) counts[status] = (counts[status] ?? 0) + 1;
    return { rows: stored.map((order) => this.#row(order)), counts, seenAtMs: connection?.ordersSeenAtMs ?? null };
  }

  changedSinceSeen(): number {
    return this.#stored().filter((order) => this.#isUnseen(order)).length;
  }

  markSeen(): void {
    const connection = this.#connections.needActive();
    this.#context.db.update(connections).set({ ordersSeenAtMs: this.#context.clock.nowMs() }).where(eq(connections.connectionId, connection.connectionId)).run();
    this.#context.changed('orders', 'status');
  }

  /** Reads the order whole; the last known state when the service does not answer. */
  async detail(orderUid: string): Promise<OrderDetail | null> {
    const { connectionId } = this.#connections.needActive();
    const { db } = this.#context;
    await this.#readWhole(connectionId, orderUid).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
    const stored = findOrder(db, connectionId, orderUid);
    if (stored === null || stored.detail === null) return null;
    const bookUids = stored.detail.items.map((item) => item.bookUid);
    const sent = db.select().from(jobs).where(and(eq(jobs.connectionId, connectionId), inArray(jobs.bookUid, bookUids))).all();
    return {
      order: stored.detail,
      timeline: orderTimeline(db, connectionId, orderUid),
      receipt: sent.flatMap((job) => job.receipts.map(({ kind, name, sizeBytes, sha256 }) => ({ kind, name, sizeBytes, sha256 }))),
      actions: actionsOf(stored.status),
    };
  }

  /** One result an order: a refusal of one says nothing of the others. */
  async cancel(orderUids: readonly string[], reason: string): Promise<Output<'orders.cancel'>> {
    const { connectionId } = this.#connections.needActive();
    const results: Cancelled[] = [];
    for (const orderUid of orderUids) results.push(await this.#cancelOne(connectionId, orderUid, reason));
    this.#context.changed('orders', 'library', 'credit', 'status');
    return results;
  }

  async changeShipping(orderUid: string, shipping: PatchShippingBody): Promise<Changed> {
    const { connectionId } = this.#connections.needActive();
    try {
      const client = await this.#connections.clientOf(connectionId);
      const { data } = await client.call({
        method: 'PATCH',
        path: `/orders/${encodeURIComponent(orderUid)}/shipping`,
        answer: successOf(orderSchema),
        jsonBody: JSON.stringify(shipping),
      });
      const { db, clock } = this.#context;
      db.transaction(() => keepOrder(db, connectionId, { item: listItemOf(data), detail: data }, { nowMs: clock.nowMs(), isOwnDoing: true }));
      this.#context.changed('orders');
      return { ok: true };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ok: false, problem: error.text, serviceText: error.serviceText };
    }
  }

  /** Orders with their whole records where they are known, in the order of the uids. */
  rowsOf(orderUids: readonly string[]): OrderRow[] {
    const byUid = new Map(this.#stored().map((order) => [order.orderUid, order]));
    return orderUids.flatMap((orderUid) => {
      const order = byUid.get(orderUid);
      return order === undefined ? [] : [this.#row(order)];
    });
  }

  async #cancelOne(connectionId: string, orderUid: string, reason: string): Promise<Cancelled> {
    const { db, clock } = this.#context;
    const body = JSON.stringify({ cancelReason: reason });
    const effect = markSent(db, intendEffect(this.#context, { connectionId, kind: 'cancel', subjectId: orderUid }, body), clock.nowMs());
    for (let tries = 1; ; tries++) {
      try {
        const client = await this.#connections.clientOf(connectionId);
        const { data } = await client.call({
          method: 'POST',
          path: `/orders/${encodeURIComponent(orderUid)}/cancel`,
          answer: successOf(orderSchema),
          jsonBody: effect.body,
          idempotencyKey: effect.key,
        });
        db.transaction(() => {
          settleEffect(db, effect.key, 'done');
          keepOrder(db, connectionId, { item: listItemOf(data), detail: data }, { nowMs: clock.nowMs(), isOwnDoing: true });
        });
        return { orderUid, ok: true, refund: data.refundAmount, problem: null, serviceText: null };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.retry === 'backOff' && tries < CANCEL_TRIES) continue;
        // An answer that nobody understands may be that of a cancelled order: its key stays.
        if (error.retry === 'never' && error.code !== 'SERVICE_BAD_ANSWER') settleEffect(db, effect.key, 'refused');
        return { orderUid, ok: false, refund: null, problem: error.text, serviceText: error.serviceText };
      }
    }
  }

  async #readWhole(connectionId: string, orderUid: string): Promise<void> {
    const client = await this.#connections.clientOf(connectionId);
    const { data } = await client.call({ method: 'GET', path: `/orders/${encodeURIComponent(orderUid)}`, answer: successOf(orderSchema) });
    const { db, clock } = this.#context;
    const hasMoved = db.transaction(() => keepOrder(db, connectionId, { item: listItemOf(data), detail: data }, { nowMs: clock.nowMs(), isOwnDoing: false }));
    if (hasMoved) this.#context.changed('orders', 'status');
  }

  /** Newest first. */
  #stored(): StoredOrder[] {
    const connection = this.#connections.active();
    if (connection === null) return [];
    return this.#context.db.select().from(orders).where(eq(orders.connectionId, connection.connectionId)).orderBy(desc(orders.orderedAtMs), desc(orders.orderUid)).all();
  }

  #isUnseen(order: StoredOrder): boolean {
    return order.changedAtMs !== null && order.changedAtMs > (this.#connections.active()?.ordersSeenAtMs ?? 0);
  }

  #row(order: StoredOrder): OrderRow {
    const own = booksOfOrder(this.#context.db, order.connectionId, order.orderUid).map((book) => book.title);
    return {
      ...order.item,
      bookTitles: own.length > 0 ? own : (order.detail?.items.map((item) => item.bookTitle) ?? []),
      statusSinceMs: order.statusSinceMs,
      changedSinceSeen: this.#isUnseen(order),
      trackingNumber: order.detail?.trackingNumber ?? null,
      trackingCarrier: order.detail?.trackingCarrier ?? null,
      actions: actionsOf(order.status),
    };
  }
}

function actionsOf(status: OrderStatus): OrderRow['actions'] {
  const why = (allowed: boolean, key: string) => ({ allowed, reason: allowed ? null : { key } });
  return {
    cancel: why(isCancellable(status), 'desk.why.order.cancel'),
    changeShipping: why(isShippingChangeable(status), 'desk.why.order.shipping'),
  };
}
