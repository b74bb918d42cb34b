import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { bookSchema } from '../../../src-core/contract/books.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { minorFromNumber } from '../../../src-core/contract/money.ts';
import type { Order } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { SWEEP_PAGE } from '../../../src-core/desk/poll-schedule.ts';
import { recipientKey } from '../../../src-core/desk/recipients.ts';
import { isCancelled, standingItems } from '../../../src-core/orders/order-machine.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Recipients } from '../recipients/recipients.ts';
import { deliveryOf, setDelivery } from '../store/book-stages.ts';
import { forgetDeskValue, readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import { inList } from '../store/in-list.ts';
import { books, deliveries, jobs, orderIntentItems, orderIntents, orderRuns, orders } from '../store/schema.ts';
import { addressOf } from './order-again.ts';
import { listedOrdersSchema, oneStatelessOrder, type StatelessOrder } from './listed-orders.ts';
import { OrderIntents } from './order-intents.ts';

type Item = StatelessOrder['items'][number];
interface OrderedBook {
  readonly item: Item;
  readonly bookId: string;
}

interface ReadOnce {
  readonly orders: Map<string, StatelessOrder>;
  /** What books were made with; null for none. */
  readonly references: Map<string, string | null>;
}

/** The last order of the store when it was copied, by its number there: what came behind it was ordered since. */
const copiedAt = (connectionId: string): string => `orders.copiedAt.${connectionId}`;
/** Orders since then of which a person said that they are of none of its books. */
const passedOver = (connectionId: string): string => `orders.passedOver.${connectionId}`;
const orderNumber = sql<number>`${orders}.rowid`;
const withReference = successOf(bookSchema.pick({ externalRef: true }));

export interface SinceCopyPorts {
  readonly connections: Connections;
  readonly recipients: Recipients;
  /** As the service has it now. */
  readonly readOrder: (connectionId: string, orderUid: string) => Promise<Order>;
}

/**
 * A library that was put back from a copy knows nothing of what was ordered since. The service does: those of its orders are taken for
 * the library's own, by the numbers of their books and by the references that these were made with, before anything is ordered anew
 * (docs/decisions/0100).
 */
export class OrdersSinceCopy {
  readonly #context: DeskContext;
  readonly #ports: SinceCopyPorts;
  readonly #intents: OrderIntents;
  readonly #settling = new Map<string, Promise<void>>();
  /** By connection: orders of none of the library's books, as they were read. While another cannot be read, no review reads them again. */
  readonly #others = new Map<string, ReadOnce>();

  constructor(context: DeskContext, ports: SinceCopyPorts) {
    this.#context = context;
    this.#ports = ports;
    this.#intents = new OrderIntents(context.db, context.clock);
  }

  /** The store is a copy. What an earlier one did not come to goes on from there. */
  isCopy(): void {
    const { db } = this.#context;
    const last = db
      .select({ number: sql<number | null>`max(${orderNumber})` })
      .from(orders)
      .get();
    for (const { connectionId } of this.#ports.connections.rows())
      if (this.#copiedAt(connectionId) === null) writeDeskValue(db, copiedAt(connectionId), last?.number ?? 0);
  }

  /** A person looked at these orders elsewhere: none of them is of a book that is to be ordered here. */
  passOver(connectionId: string, orderUids: readonly string[]): void {
    writeDeskValue(this.#context.db, passedOver(connectionId), [
      ...new Set([...this.#passedOver(connectionId), ...orderUids]),
    ]);
  }

  /**
   * Ends when all that was ordered since is known here; at once where nothing is to be found. Throws what the client throws, and
   * ORDERS_SINCE_UNREAD where the service tells all but what some of those orders are: nobody knows whether they are of a book that would be ordered again.
   */
  async settle(connectionId: string): Promise<void> {
    const from = this.#copiedAt(connectionId);
    if (from === null) return;
    const settling =
      this.#settling.get(connectionId) ??
      this.#settle(connectionId, from).finally(() => this.#settling.delete(connectionId));
    this.#settling.set(connectionId, settling);
    await settling;
  }

  #copiedAt(connectionId: string): number | null {
    const kept = readDeskValue(this.#context.db, copiedAt(connectionId));
    return typeof kept === 'number' ? kept : null;
  }

  #passedOver(connectionId: string): readonly unknown[] {
    const kept = readDeskValue(this.#context.db, passedOver(connectionId));
    return Array.isArray(kept) ? kept : [];
  }

  async #settle(connectionId: string, from: number): Promise<void> {
    const { db, changed, log } = this.#context;
    const client = await this.#ports.connections.clientOf(connectionId);
    const passed = new Set(this.#passedOver(connectionId));
    const unread: { readonly orderUid: string; readonly error: AppError }[] = [];
    let taken = 0;
    for (const orderUid of await this.#orderedSince(client, connectionId, from)) {
      if (passed.has(orderUid)) continue;
      try {
        if (await this.#takeOne(client, connectionId, orderUid)) taken += 1;
      } catch (error) {
        if (!(error instanceof AppError) || !isOfOneOrder(error)) throw error;
        unread.push({ orderUid, error });
      }
    }
    if (taken > 0) {
      log.write('warn', 'orders that were placed since the library was copied are known again', { orders: taken });
      changed('orders', 'library', 'queue', 'status', 'promotions');
    }
    const [first] = unread;
    if (first !== undefined) {
      const { orderUid, error } = first;
      throw new AppError('ORDERS_SINCE_UNREAD', {
        params: { orderUid, more: unread.length - 1, code: error.code },
        serviceText: error.serviceText,
        cause: error,
      });
    }
    this.#others.delete(connectionId);
    forgetDeskValue(db, copiedAt(connectionId));
    forgetDeskValue(db, passedOver(connectionId));
  }

  /** Answers whether it is of the library's books. Throws what the client throws, but for an order that is gone. */
  async #takeOne(client: ApiClient, connectionId: string, orderUid: string): Promise<boolean> {
    const others: ReadOnce = this.#others.get(connectionId) ?? { orders: new Map(), references: new Map() };
    this.#others.set(connectionId, others);
    const order = others.orders.get(orderUid) ?? (await this.#read(client, connectionId, orderUid));
    if (order === null || isCancelled(order.orderStatus)) return false;
    const found: OrderedBook[] = [];
    for (const item of standingItems(order)) {
      const bookId =
        this.#withNumber(connectionId, item) ?? (await this.#withReference(client, item, others.references));
      if (bookId !== null) found.push({ item, bookId });
    }
    // Whose they are is asked anew each time: the book may have come into the library meanwhile.
    if (found.length === 0) others.orders.set(orderUid, order);
    if (found.length > 0) this.#context.db.transaction(() => this.#take(connectionId, order, found));
    return found.length > 0;
  }

  /** Null where the service has it no more. One in a state that nobody here knows is read without its states: it prints its books all the same. */
  async #read(client: ApiClient, connectionId: string, orderUid: string): Promise<StatelessOrder | null> {
    try {
      return await this.#ports.readOrder(connectionId, orderUid);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'SERVICE_NOT_FOUND') return null;
      if (error.code !== 'SERVICE_BAD_ANSWER') throw error;
      const path = `/orders/${encodeURIComponent(orderUid)}`;
      return (await client.call({ method: 'GET', path, answer: oneStatelessOrder })).data;
    }
  }

  /** Numbers of the orders that are not the copy's, newest first. */
  async #orderedSince(client: ApiClient, connectionId: string, from: number): Promise<string[]> {
    const since: string[] = [];
    for (let offset = 0; ; offset += SWEEP_PAGE) {
      const { data, pagination } = await client.call({
        method: 'GET',
        path: `/orders?limit=${SWEEP_PAGE}&offset=${offset}`,
        answer: listedOrdersSchema,
      });
      const former = this.#ofCopy(connectionId, data, from);
      for (const { orderUid, orderStatus, externalRef } of data)
        if (
          !former.has(orderUid) &&
          !isCancelled(orderStatus) &&
          !this.#isOwn(connectionId, orderUid, externalRef ?? null)
        )
          since.push(orderUid);
      if (!pagination.hasNext || former.size === data.length) return since;
    }
  }

  #ofCopy(connectionId: string, found: readonly { readonly orderUid: string }[], from: number): ReadonlySet<string> {
    const orderUids = found.map(({ orderUid }) => orderUid);
    const rows = this.#context.db
      .select({ orderUid: orders.orderUid })
      .from(orders)
      .where(
        and(eq(orders.connectionId, connectionId), inList(orders.orderUid, orderUids), sql`${orderNumber} <= ${from}`),
      )
      .all();
    return new Set(rows.map(({ orderUid }) => orderUid));
  }

  /** Confirmed in the copy: what became of it is found out by its own intent. */
  #isOwn(connectionId: string, orderUid: string, externalRef: string | null): boolean {
    const isOf = or(eq(orderIntents.orderUid, orderUid), eq(orderIntents.intentId, externalRef ?? ''));
    return (
      this.#context.db
        .select({ intentId: orderIntents.intentId })
        .from(orderIntents)
        .where(and(eq(orderIntents.connectionId, connectionId), isOf))
        .get() !== undefined
    );
  }

  /** Sent before the copy was made. */
  #withNumber(connectionId: string, { bookUid }: Item): string | null {
    const found = this.#context.db
      .select({ bookId: deliveries.bookId })
      .from(deliveries)
      .innerJoin(books, eq(books.bookId, deliveries.bookId))
      .where(and(eq(deliveries.connectionId, connectionId), eq(deliveries.bookUid, bookUid)))
      .get();
    return found?.bookId ?? null;
  }

  /** Sent since: a book is made with our own reference, or with the one that a customer's list gave it. */
  async #withReference(client: ApiClient, item: Item, known: Map<string, string | null>): Promise<string | null> {
    const read = known.get(item.bookUid);
    const externalRef = read === undefined ? await referenceOf(client, item.bookUid) : read;
    known.set(item.bookUid, externalRef);
    if (externalRef === null) return null;
    const found = this.#context.db
      .select()
      .from(books)
      .where(and(isNull(books.undoId), or(eq(books.bookId, externalRef), eq(books.externalRef, externalRef))))
      .all();
    const own = found.find(({ bookId }) => bookId === externalRef);
    if (own !== undefined) return own.bookId;
    const alike = found.filter(
      ({ title, specUid, pageCount }) =>
        title.slice(0, LIMITS.titleMaxChars) === item.bookTitle &&
        specUid === item.bookSpecUid &&
        pageCount === item.pageCount,
    );
    return alike.length === 1 ? (alike[0]?.bookId ?? null) : null;
  }

  /** Two connections may lead to one account. */
  #isUsed(intentId: string): boolean {
    const ofIt = eq(orderIntents.intentId, intentId);
    return (
      this.#context.db.select({ intentId: orderIntents.intentId }).from(orderIntents).where(ofIt).get() !== undefined
    );
  }

  /** Within a transaction. */
  #take(connectionId: string, order: StatelessOrder, found: readonly OrderedBook[]): void {
    const { db, ids, clock } = this.#context;
    const { orderUid, externalRef } = order;
    if (this.#isOwn(connectionId, orderUid, externalRef)) return;
    const runId = `run_${ids.base62(12)}`;
    const orderedAtMs = Date.parse(order.orderedAt);
    const door = recipientKey(addressOf(order));
    const recipients = found.flatMap(({ bookId }) => this.#ports.recipients.ofBook(bookId));
    // By this computer's clock, as all runs: what of a promotion was ordered is told by it.
    db.insert(orderRuns).values({ runId, connectionId, isStopped: false, createdAtMs: clock.nowMs() }).run();
    const intent = db
      .insert(orderIntents)
      .values({
        intentId: externalRef === null || this.#isUsed(externalRef) ? `int_${ids.base62(12)}` : externalRef,
        runId,
        connectionId,
        position: 0,
        recipientId: recipients.find(({ address }) => recipientKey(address) === door)?.recipientId ?? null,
        recipientName: order.recipientName,
        state: 'ordered',
        orderUid,
        chargeMinor: Number(minorFromNumber(order.paidCreditAmount)),
        attempts: 1,
        placedAtMs: orderedAtMs,
      })
      .returning()
      .get();
    db.insert(orderIntentItems)
      .values(
        found.map(({ item: { bookUid, quantity }, bookId }, position) => ({
          ...{ intentId: intent.intentId, position, bookId, bookUid, quantity },
        })),
      )
      .run();
    for (const { item, bookId } of found) this.#isSent(connectionId, bookId, item.bookUid, { orderUid, orderedAtMs });
    this.#intents.settleBooks([intent]);
  }

  /** What waits to be sent of the book was sent. */
  #isSent(
    connectionId: string,
    bookId: string,
    bookUid: string,
    order: { readonly orderUid: string; readonly orderedAtMs: number },
  ): void {
    const { db } = this.#context;
    const isThere = deliveryOf(db, connectionId, bookId)?.bookUid === bookUid;
    setDelivery(db, connectionId, bookId, { ...order, ...(isThere ? {} : { bookUid, stage: 'uploaded' }) });
    if (!isThere)
      db.update(jobs)
        .set({ state: { status: 'cancelled' }, notBeforeMs: null })
        .where(
          and(
            eq(jobs.connectionId, connectionId),
            eq(jobs.bookId, bookId),
            inArray(jobs.status, ['waiting', 'failed']),
          ),
        )
        .run();
  }
}

/** What the service says of one order, and not of itself, of its key or of the line: with the next one it may be otherwise. */
const isOfOneOrder = ({ code, retry }: AppError): boolean =>
  code === 'ACCESS_REFUSED' ||
  (code !== 'SERVICE_UNREACHABLE' && !['awaitService', 'waitClass', 'holdLane'].includes(retry));

/** What a book was made with; null for none, and for a book that is there no more. */
async function referenceOf(client: ApiClient, bookUid: string): Promise<string | null> {
  try {
    const path = `/books/${encodeURIComponent(bookUid)}`;
    return (await client.call({ method: 'GET', path, answer: withReference })).data.externalRef;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_NOT_FOUND') return null;
    throw error;
  }
}
