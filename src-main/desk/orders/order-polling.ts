import { and, desc, eq, gt, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { orderSchema, type Order, type OrderStatus } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import {
  SWEEP_PAGE,
  TRACKING_AGAIN_MS,
  detailsNow,
  nextSweepInMs,
  olderPages,
} from '../../../src-core/desk/poll-schedule.ts';
import { isFinal } from '../../../src-core/orders/order-machine.ts';
import { ORDER_STATUSES } from '../../../src-core/contract/orders.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import { orderIntents, orders } from '../store/schema.ts';
import type { OrderRuns } from './order-runs.ts';
import { isOfThatOrder, isUnread, listedOrdersSchema } from './listed-orders.ts';
import { keepOrder, listItemOf } from './order-book.ts';
import { beginReading } from './overtaken.ts';

const ALL = -1;
/** A desk that meets years of orders reads those that have arrived by and by. */
const DELIVERED_A_SWEEP = 20;
const DELIVERED_LATELY_MS = 7 * 24 * 3_600_000;
/** Rows turn while hundreds of orders are read. */
const TOLD_EVERY = 25;
const FINAL = (Object.keys(ORDER_STATUSES) as OrderStatus[]).filter(isFinal);

/** The newest orders were not read as far back as there was news. */
const halfReadOf = (connectionId: string): string => `orders.halfRead.${connectionId}`;

/** Older orders that can still move, as far as they were read: the next sweep goes on there. */
interface Older {
  readonly connectionId: string;
  offset: number;
  readonly unseen: Set<string>;
}

/** Follows the orders of the connection in use: a list call for every hundred, never one for each. */
export class OrderPolling {
  readonly #context: DeskContext;
  readonly #runs: Pick<OrderRuns, 'foundPlaced'>;
  readonly #connections: Connections;
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #isInFront = true;
  #failures = 0;
  #retryAfterMs: number | null = null;
  #nextAtMs: number | null = null;
  #sweeping: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #older: Older | null = null;
  /** The next sweep reads all orders that can still move, however many. */
  #isWholeDue = true;
  #swept: { readonly connectionId: string; readonly atMs: number } | null = null;
  /** Shipped orders without a tracking number, or that are not understood, and when they were read. */
  readonly #untracked = new Map<string, number>();
  /** Orders whose state this version does not know, with what the service calls it, by connection. */
  readonly #unread = new Map<string, Map<string, string>>();

  /** The orders of the connection were swept. */
  onSwept: (connectionId: string) => void = () => undefined;
  /** An order that was known stands elsewhere by now, and not by what this desk did. */
  onMoved: (status: OrderStatus) => void = () => undefined;

  constructor(context: DeskContext, connections: Connections, runs: Pick<OrderRuns, 'foundPlaced'>) {
    this.#context = context;
    this.#connections = connections;
    this.#runs = runs;
  }

  /** Null while none is due: a service that is back is swept at once. */
  get nextAtMs(): number | null {
    return this.#isAway() ? null : this.#nextAtMs;
  }

  /** Orders of the connection that the last looks met in a state which this version does not know: none of it was kept. */
  unread(connectionId: string): { readonly orderUid: string; readonly status: string }[] {
    return [...(this.#unread.get(connectionId) ?? [])].map(([orderUid, status]) => ({ orderUid, status }));
  }

  setForeground(isInFront: boolean): void {
    if (isInFront === this.#isInFront) return;
    this.#isInFront = isInFront;
    if (isInFront) void this.sweepNow();
    else this.#schedule();
  }

  /**
   * One sweep that begins after this was asked for. One that is under way may have read before what there is to see, and of
   * another connection: it is waited for, and all who ask meanwhile share the next. Failures are kept for the schedule, not thrown. `whole`: however many orders there are.
   */
  async sweepNow(how: 'soon' | 'whole' = 'soon'): Promise<void> {
    if (how === 'whole') this.#isWholeDue = true;
    if (this.#sweeping === null) return this.#begin();
    this.#next ??= this.#sweeping
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        return this.#begin();
      });
    await this.#next;
  }

  async #begin(): Promise<void> {
    if (this.#abort.signal.aborted || this.#isAway()) return;
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = null;
      this.#schedule();
    });
    await this.#sweeping;
  }

  async close(): Promise<void> {
    this.#abort.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#sweeping;
  }

  #schedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#abort.signal.aborted || this.#connections.active() === null || this.#isAway()) {
      this.#nextAtMs = null;
      return;
    }
    const waitMs = nextSweepInMs({
      isInFront: this.#isInFront,
      failures: this.#failures,
      retryAfterMs: this.#retryAfterMs,
    });
    this.#nextAtMs = this.#context.clock.nowMs() + waitMs;
    this.#timer = setTimeout(() => void this.sweepNow(), waitMs);
    this.#timer.unref();
    this.#context.changed('status');
  }

  #isAway(): boolean {
    const connection = this.#connections.active();
    return connection !== null && this.#connections.reach.isAway(connection.connectionId);
  }

  async #sweep(): Promise<void> {
    const connection = this.#connections.active();
    if (connection === null) return;
    const { connectionId } = connection;
    try {
      const client = await this.#connections.clientOf(connectionId);
      const hasChanges = await this.#readLists(client, connectionId);
      const hasTracking = await this.#readDetails(client, connectionId);
      this.#connections.noteRefused(connectionId, null);
      this.#connections.note(connectionId, { ordersCheckedAtMs: this.#context.clock.nowMs() });
      this.#failures = 0;
      this.#retryAfterMs = null;
      this.#context.changed('status', ...(hasChanges || hasTracking ? (['orders', 'library', 'credit'] as const) : []));
      this.onSwept(connectionId);
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      if (!(error instanceof AppError)) {
        // A disk that is full for a moment ends neither the sweeps to come nor the closing of the desk.
        this.#failures += 1;
        this.#context.log.write('error', 'the orders could not be checked', { error });
        return;
      }
      if (error.retry === 'awaitService') return;
      this.#failures += 1;
      this.#retryAfterMs = error.retryAfterMs;
      if (error.retry === 'holdLane') this.#connections.noteRefused(connectionId, error.text);
      this.#context.log.write('warn', 'the orders could not be checked', { code: error.code });
    }
  }

  /** The newest until a page stands still, and of the older ones that can still move as many pages as are due. Answers whether any did. */
  async #readLists(client: ApiClient, connectionId: string): Promise<boolean> {
    const { db, clock } = this.#context;
    const nowMs = clock.nowMs();
    const isWhole = this.#isWholeDue || this.#swept?.connectionId !== connectionId;
    const due = olderPages(isWhole ? Infinity : nowMs - (this.#swept?.atMs ?? -Infinity));
    // What is asked for while this one reads is for the next.
    this.#isWholeDue = false;
    if (isWhole) this.#older = null;
    const older = (this.#older ??= { connectionId, offset: 0, unseen: this.#openOrders(connectionId) });
    const halfRead = halfReadOf(connectionId);
    const isHalfRead = readDeskValue(db, halfRead) === true;
    let hasAny = false;
    let isEnd = false;
    const read = async (offset: number): Promise<boolean> => {
      const page = await this.#readPage(client, connectionId, offset, older.unseen);
      hasAny ||= page.hasChanges;
      isEnd = !page.hasNext;
      older.offset = Math.max(older.offset, offset + SWEEP_PAGE);
      return page.hasChanges;
    };
    try {
      let offset = 0;
      while (((await read(offset)) || isHalfRead) && !isEnd) offset += SWEEP_PAGE;
      if (readDeskValue(db, halfRead) === true) writeDeskValue(db, halfRead, false);
      for (let pages = 0; !isEnd && older.unseen.size > 0 && pages < due; pages++) await read(older.offset);
    } catch (error) {
      this.#isWholeDue ||= isWhole;
      throw error;
    }
    if (isEnd || older.unseen.size === 0) this.#older = null;
    this.#swept = { connectionId, atMs: nowMs };
    return hasAny;
  }

  async #readPage(client: ApiClient, connectionId: string, offset: number, unseen: Set<string>) {
    const { db, clock } = this.#context;
    const begunAt = beginReading(db);
    const { data, pagination } = await client.call({
      method: 'GET',
      path: `/orders?limit=${SWEEP_PAGE}&offset=${offset}`,
      answer: listedOrdersSchema,
      signal: this.#abort.signal,
    });
    const { hasNext } = pagination;
    const unread = this.#unread.get(connectionId) ?? new Map<string, string>();
    this.#unread.set(connectionId, unread);
    const hasChanges = db.transaction(() => {
      const changed = data.map((item) => {
        unseen.delete(item.orderUid);
        if (isUnread(item)) {
          unread.set(item.orderUid, item.orderStatus);
          return false;
        }
        unread.delete(item.orderUid);
        const isOwnDoing = this.#isBeingPlaced(item.externalRef);
        if (isOwnDoing && this.#runs.foundPlaced(connectionId, item)) return true;
        const news = keepOrder(db, connectionId, { item }, { nowMs: clock.nowMs(), isOwnDoing, begunAt });
        if (news === 'moved' && !isOwnDoing) this.onMoved(item.orderStatus);
        return news !== 'none';
      });
      const hasAny = changed.includes(true);
      // Cut off behind this page, the next sweep would meet what was kept, and stop before what was not reached.
      if (offset === 0 && hasAny && hasNext) writeDeskValue(db, halfReadOf(connectionId), true);
      return hasAny;
    });
    return { hasChanges, hasNext };
  }

  /** An order of this desk whose own answer is still on its way is no news. */
  #isBeingPlaced(externalRef: string | null): boolean {
    if (externalRef === null) return false;
    const intent = this.#context.db
      .select({ orderUid: orderIntents.orderUid })
      .from(orderIntents)
      .where(eq(orderIntents.intentId, externalRef))
      .get();
    return intent !== undefined && intent.orderUid === null;
  }

  /** Those that the desk knows and that can still move. */
  #openOrders(connectionId: string): Set<string> {
    const open = this.#context.db
      .select({ orderUid: orders.orderUid })
      .from(orders)
      .where(and(eq(orders.connectionId, connectionId), notInArray(orders.status, FINAL)))
      .all();
    return new Set(open.map(({ orderUid }) => orderUid));
  }

  /**
   * Tracking numbers stand in the whole order only: those that were shipped or delivered since they were read are read again,
   * what is on its way first and the newest of it first, as far as the minute's requests go. Answers whether any was.
   */
  async #readDetails(client: ApiClient, connectionId: string): Promise<boolean> {
    const { db, clock } = this.#context;
    const readAs = sql`json_extract(${orders.detail}, '$.orderStatus')`;
    const trackingNumber = sql`json_extract(${orders.detail}, '$.trackingNumber')`;
    const wantingOf = (status: OrderStatus, which: SQL | undefined, atMost: number) =>
      db
        .select({ orderUid: orders.orderUid })
        .from(orders)
        .where(and(eq(orders.connectionId, connectionId), eq(orders.status, status), or(isNull(orders.detail), which)))
        .orderBy(desc(orders.statusSinceMs))
        .limit(atMost)
        .all();
    const nowMs = clock.nowMs();
    const shipped = wantingOf('SHIPPED', or(sql`${readAs} is not 'SHIPPED'`, sql`${trackingNumber} is null`), ALL);
    // What was delivered long ago is complete: its text is not opened at every sweep.
    const isRecent = gt(orders.statusSinceMs, nowMs - DELIVERED_LATELY_MS);
    const delivered = wantingOf('DELIVERED', and(isRecent, sql`${readAs} is not 'DELIVERED'`), DELIVERED_A_SWEEP);
    const wanting = [...shipped, ...delivered].filter(
      ({ orderUid }) => nowMs - (this.#untracked.get(orderUid) ?? -Infinity) >= TRACKING_AGAIN_MS,
    );
    let read = 0;
    for (const { orderUid } of wanting) {
      // Asked each time: what a person does meanwhile uses the same minute.
      if (detailsNow(client.lanes.general.use()) === 0) break;
      const begunAt = beginReading(db);
      const data = await this.#whole(client, orderUid);
      if (data === null) {
        this.#untracked.set(orderUid, clock.nowMs());
        continue;
      }
      const keep = () =>
        keepOrder(
          db,
          connectionId,
          { item: listItemOf(data), detail: data },
          { nowMs: clock.nowMs(), isOwnDoing: false, begunAt },
        );
      db.transaction(keep);
      read += 1;
      if (data.trackingNumber === null) this.#untracked.set(orderUid, clock.nowMs());
      else this.#untracked.delete(orderUid);
      if (read % TOLD_EVERY === 0) this.#context.changed('orders');
    }
    return read > 0;
  }

  /** Null where the service does not know it any more, or where it is not understood: that is no reason to leave the others unread. */
  async #whole(client: ApiClient, orderUid: string): Promise<Order | null> {
    try {
      const path = `/orders/${encodeURIComponent(orderUid)}`;
      const { data } = await client.call({
        method: 'GET',
        path,
        answer: successOf(orderSchema),
        signal: this.#abort.signal,
      });
      return data;
    } catch (error) {
      if (error instanceof AppError && isOfThatOrder(error)) return null;
      throw error;
    }
  }
}
