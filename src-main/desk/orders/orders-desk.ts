import { and, asc, count, desc, eq, gt, sql } from 'drizzle-orm';
import type { Order, OrderStatus, PatchShippingBody } from '../../../src-core/contract/orders.ts';
import { orderSchema } from '../../../src-core/contract/orders.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { isKept } from '../../../src-core/desk/order-receipt.ts';
import { canBook } from '../../../src-core/desk/book-machine.ts';
import type { Output } from '../../../src-core/ipc/contract.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { OrderDetail, OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import { isCancellable, isShippingChangeable } from '../../../src-core/orders/order-machine.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { orderHistory } from '../library/order-timeline.ts';
import { inList } from '../store/in-list.ts';
import type { ListChanges, ListPage, ListSource } from '../store/list-changes.ts';
import { books, deliveries, orderIntentItems, orderIntents, orders } from '../store/schema.ts';
import type { LateOrders } from './late-orders.ts';
import { askedAgain, cancelOrder, type Cancelled, type ToCancel } from './cancel-order.ts';
import { findOrder, keepOrder, listItemOf } from './order-book.ts';
import { beginReading } from './overtaken.ts';
import { orderReader, type ListedOrder } from './order-reader.ts';
import { receiptOf } from './order-receipt.ts';
import type { KeptOrder } from './receipt-sheet.ts';
import { trackingPageIn } from './tracking-page.ts';

type Changed = { ok: true } | { ok: false; problem: TextRef; serviceText: string | null };

/** Orders as they are shown, and what may still be done to them. */
export class OrdersDesk {
  readonly #context: DeskContext;
  readonly #connections: Connections;

  readonly #changes: ListChanges;
  readonly #late: LateOrders;
  readonly #readLedger: (connectionId: string) => void;
  readonly #list: ListSource<OrderRow> = {
    list: 'orders',
    idOf: (row) => row.orderUid,
    contextKey: () => {
      const connection = this.#connections.active();
      // What is new since then, and what is late, follows from it in every row.
      return `${connection?.connectionId ?? ''}.${connection?.ordersSeenAtMs ?? ''}.${this.#late.revision}`;
    },
    after: (place, limit) =>
      this.#reader.after(place, limit, this.#here()).map((listed) => ({ place: listed.place, row: this.#row(listed) })),
    of: (orderUids) => this.#reader.of(orderUids, this.#here()).map((listed) => this.#row(listed)),
  };
  readonly #reader: ReturnType<typeof orderReader>;

  constructor(
    context: DeskContext,
    connections: Connections,
    changes: ListChanges,
    { late, readLedger }: { readonly late: LateOrders; readonly readLedger: (connectionId: string) => void },
  ) {
    this.#readLedger = readLedger;
    this.#late = late;
    this.#context = context;
    this.#connections = connections;
    this.#changes = changes;
    this.#reader = orderReader(context.db);
  }

  /** What changed in the list of orders since `mark`; all of them for null. */
  changes(mark: string | null): ListPage<OrderRow> {
    return this.#changes.since(this.#list, mark);
  }

  seenAtMs(): number | null {
    return this.#connections.active()?.ordersSeenAtMs ?? null;
  }

  changedSinceSeen(): number {
    const connection = this.#connections.active();
    if (connection === null) return 0;
    const { db } = this.#context;
    const isNew = and(
      eq(orders.connectionId, connection.connectionId),
      gt(orders.changedAtMs, connection.ordersSeenAtMs ?? 0),
    );
    return db.select({ changed: count() }).from(orders).where(isNew).get()?.changed ?? 0;
  }

  late(): number {
    const connection = this.#connections.active();
    return connection === null ? 0 : this.#late.count(connection);
  }

  markSeen(): void {
    const connection = this.#connections.needActive();
    this.#connections.note(connection.connectionId, { ordersSeenAtMs: this.#context.clock.nowMs() });
    this.#context.changed('orders', 'status');
  }

  /** Reads the order whole; the last known state when the service does not answer. Its part of the ledger follows by itself. */
  async detail(orderUid: string): Promise<OrderDetail | null> {
    const { connectionId } = this.#connections.needActive();
    const { db } = this.#context;
    await this.#readWhole(connectionId, orderUid)
      .then(() => this.#readLedger(connectionId))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    const stored = findOrder(db, connectionId, orderUid);
    if (stored === null || stored.detail === null) return null;
    return {
      order: stored.detail,
      timeline: orderHistory(db, connectionId, stored.detail),
      receipt: receiptOf(db, connectionId, stored.detail),
      actions: actionsOf(stored.status),
    };
  }

  /** Those of the orders of which something was kept, as last read. Throws RECEIPT_NONE where there are none. */
  receipts(orderUids: readonly string[]): readonly KeptOrder[] {
    const { connectionId } = this.#connections.needActive();
    const kept = orderUids.flatMap((orderUid): KeptOrder[] => {
      const order = findOrder(this.#context.db, connectionId, orderUid)?.detail ?? null;
      const receipt = order === null ? null : receiptOf(this.#context.db, connectionId, order);
      return order === null || receipt === null || !isKept(receipt) ? [] : [{ order, receipt }];
    });
    if (kept.length === 0) throw new AppError('RECEIPT_NONE');
    return kept;
  }

  /** What `Desk.trackingPage` answers. */
  trackingPage(orderUid: string, itemUid: string | null): string {
    const { connectionId } = this.#connections.needActive();
    const order = findOrder(this.#context.db, connectionId, orderUid)?.detail ?? null;
    return trackingPageIn(order, itemUid);
  }

  /** What `orders.booksOf` answers, in the order of the items. */
  booksOf(orderUids: readonly string[]): Output<'orders.booksOf'> {
    const { connectionId } = this.#connections.needActive();
    const items = this.#context.db
      .select({
        bookId: orderIntentItems.bookId,
        orderUid: orderIntents.orderUid,
        isCancelled: orderIntentItems.isCancelled,
        undoId: books.undoId,
        stage: deliveries.stage,
        isAsOrdered: sql<number>`${deliveries.bookUid} is ${orderIntentItems.bookUid}`,
      })
      .from(orderIntentItems)
      .innerJoin(orderIntents, eq(orderIntents.intentId, orderIntentItems.intentId))
      .leftJoin(books, eq(books.bookId, orderIntentItems.bookId))
      .leftJoin(
        deliveries,
        and(eq(deliveries.bookId, orderIntentItems.bookId), eq(deliveries.connectionId, connectionId)),
      )
      .where(and(eq(orderIntents.connectionId, connectionId), inList(orderIntents.orderUid, orderUids)))
      .orderBy(desc(orderIntents.runId), asc(orderIntents.position), asc(orderIntentItems.position))
      .all();
    // Of an order that was cancelled whole all of its books are meant.
    const standing = new Set(items.flatMap(({ orderUid, isCancelled }) => (isCancelled ? [] : [orderUid])));
    // A book that was sent anew since is another one.
    const known = items.filter(
      ({ orderUid, isCancelled, undoId, stage, isAsOrdered }) =>
        !(isCancelled && standing.has(orderUid)) &&
        undoId === null &&
        stage !== null &&
        canBook(stage, 'order') &&
        isAsOrdered === 1,
    );
    const listed = this.#list.of(orderUids).reduce((sum, { itemCount }) => sum + itemCount, 0);
    return { bookIds: [...new Set(known.map(({ bookId }) => bookId))], others: Math.max(0, listed - known.length) };
  }

  /** An order of the connection, whole, as it was last read; read now where it never was. Throws what the client throws. */
  async whole(connectionId: string, orderUid: string): Promise<Order> {
    return findOrder(this.#context.db, connectionId, orderUid)?.detail ?? this.wholeNow(connectionId, orderUid);
  }

  /** As the service has it now. Throws what the client throws. */
  async wholeNow(connectionId: string, orderUid: string): Promise<Order> {
    await this.#readWhole(connectionId, orderUid);
    const order = findOrder(this.#context.db, connectionId, orderUid)?.detail ?? null;
    if (order === null) throw new AppError('SERVICE_NOT_FOUND');
    return order;
  }

  /** One result an order: a refusal of one says nothing of the others. */
  async cancel(orderUids: readonly string[], reason: string): Promise<Output<'orders.cancel'>> {
    const { connectionId } = this.#connections.needActive();
    const results: Cancelled[] = [];
    for (const orderUid of orderUids)
      results.push(await this.#cancelOne(connectionId, { orderUid, itemUid: null }, reason));
    this.#context.changed('orders', 'library', 'credit', 'status');
    return results;
  }

  /** Takes one book out of an order; the last one cancels it. */
  async cancelItem(orderUid: string, itemUid: string, reason: string): Promise<Cancelled> {
    const { connectionId } = this.#connections.needActive();
    const result = await this.#cancelOne(connectionId, { orderUid, itemUid }, reason);
    this.#context.changed('orders', 'library', 'credit', 'status');
    return result;
  }

  async changeShipping(orderUid: string, shipping: PatchShippingBody): Promise<Changed> {
    const { connectionId } = this.#connections.needActive();
    try {
      const client = await this.#connections.clientOf(connectionId);
      const { data } = await askedAgain(() =>
        client.call({
          method: 'PATCH',
          path: `/orders/${encodeURIComponent(orderUid)}/shipping`,
          answer: successOf(orderSchema),
          jsonBody: JSON.stringify(shipping),
        }),
      );
      const { db, clock } = this.#context;
      db.transaction(() =>
        keepOrder(
          db,
          connectionId,
          { item: listItemOf(data), detail: data },
          { nowMs: clock.nowMs(), isOwnDoing: true },
        ),
      );
      this.#context.changed('orders');
      return { ok: true };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ok: false, problem: error.text, serviceText: error.serviceText };
    }
  }

  /** Orders with their whole records where they are known, in the order of the uids. */
  rowsOf(orderUids: readonly string[]): OrderRow[] {
    const byUid = new Map(this.#list.of(orderUids).map((row) => [row.orderUid, row]));
    return orderUids.flatMap((orderUid) => byUid.get(orderUid) ?? []);
  }

  #cancelOne(connectionId: string, what: ToCancel, reason: string): Promise<Cancelled> {
    const read = (orderUid: string) => this.#read(connectionId, orderUid);
    const clientOf = () => this.#connections.clientOf(connectionId);
    return cancelOrder({ context: this.#context, connectionId, clientOf, read }, what, reason);
  }

  async #read(connectionId: string, orderUid: string): Promise<Order> {
    const client = await this.#connections.clientOf(connectionId);
    const path = `/orders/${encodeURIComponent(orderUid)}`;
    const { data } = await client.call({ method: 'GET', path, answer: successOf(orderSchema) });
    return data;
  }

  async #readWhole(connectionId: string, orderUid: string): Promise<void> {
    const { db, clock } = this.#context;
    const begunAt = beginReading(db);
    const data = await this.#read(connectionId, orderUid);
    const news = db.transaction(() =>
      keepOrder(
        db,
        connectionId,
        { item: listItemOf(data), detail: data },
        { nowMs: clock.nowMs(), isOwnDoing: false, begunAt },
      ),
    );
    if (news !== 'none') this.#context.changed('orders', 'status');
  }

  /** What `orderReader` is given. */
  #here(): { readonly connectionId: string } {
    return { connectionId: this.#connections.active()?.connectionId ?? '' };
  }

  #row(order: ListedOrder): OrderRow {
    const connection = this.#connections.active();
    const seenAtMs = connection?.ordersSeenAtMs ?? 0;
    // Not spread: copying what was parsed costs V8 as much as all else that a row takes.
    return Object.assign(order.item, {
      bookTitles: order.bookTitles,
      batches: distinct(order.batches).map(([batchId, name, addedAtMs]) => ({ batchId, name, addedAtMs })),
      specs: distinct(order.specs).map(([specUid, name]) => ({ specUid, name })),
      cancelledItems: order.cancelledItems,
      statusSinceMs: order.statusSinceMs,
      changedSinceSeen: order.changedAtMs !== null && order.changedAtMs > seenAtMs,
      lateAtMs: connection === null ? null : this.#late.lateAtMs(connection, order),
      trackingNumber: order.trackingNumber,
      trackingCarrier: order.trackingCarrier,
      actions: actionsOf(order.status),
    });
  }
}

/** Those that begin alike once: most orders are of one book. */
const distinct = <T extends readonly [string, ...unknown[]]>(all: readonly T[]): readonly T[] =>
  all.length < 2 ? all : [...new Map(all.map((one) => [one[0], one])).values()];

function actionsOf(status: OrderStatus): OrderRow['actions'] {
  const why = (allowed: boolean, key: string) => ({ allowed, reason: allowed ? null : { key } });
  return {
    cancel: why(isCancellable(status), 'desk.why.order.cancel'),
    changeShipping: why(isShippingChangeable(status), 'desk.why.order.shipping'),
  };
}
