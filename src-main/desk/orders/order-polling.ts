import { and, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { pageOf, successOf } from '../../../src-core/contract/envelope.ts';
import { orderListItemSchema, orderSchema, type OrderStatus } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { SWEEP_PAGE, mayStopSweep, nextSweepInMs } from '../../../src-core/desk/poll-schedule.ts';
import { isFinal } from '../../../src-core/orders/order-machine.ts';
import { ORDER_STATUSES } from '../../../src-core/contract/orders.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { orderIntents, orders } from '../store/schema.ts';
import { keepOrder, listItemOf } from './order-book.ts';

/** Whole orders read after a sweep, for tracking numbers; the others follow with the next. */
const DETAILS_A_SWEEP = 20;
const FINAL = (Object.keys(ORDER_STATUSES) as OrderStatus[]).filter(isFinal);
const WITH_TRACKING: OrderStatus[] = ['SHIPPED', 'DELIVERED'];

/** Follows the orders of the connection in use: a list call for every hundred, never one for each. */
export class OrderPolling {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #isInFront = true;
  #failures = 0;
  #retryAfterMs: number | null = null;
  #nextAtMs: number | null = null;
  #sweeping: Promise<void> | null = null;

  constructor(context: DeskContext, connections: Connections) {
    this.#context = context;
    this.#connections = connections;
  }

  get nextAtMs(): number | null {
    return this.#nextAtMs;
  }

  setForeground(isInFront: boolean): void {
    if (isInFront === this.#isInFront) return;
    this.#isInFront = isInFront;
    if (isInFront) void this.sweepNow();
    else this.#schedule();
  }

  /** One sweep at once; joins one that is under way. Failures are kept for the schedule, not thrown. */
  async sweepNow(): Promise<void> {
    if (this.#abort.signal.aborted) return;
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
    if (this.#abort.signal.aborted || this.#connections.active() === null) {
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

  async #sweep(): Promise<void> {
    const connection = this.#connections.active();
    if (connection === null) return;
    const { connectionId } = connection;
    try {
      const client = await this.#connections.clientOf(connectionId);
      const hasChanges = await this.#readLists(client, connectionId);
      await this.#readDetails(client, connectionId);
      this.#connections.note(connectionId, { ordersCheckedAtMs: this.#context.clock.nowMs() });
      this.#failures = 0;
      this.#retryAfterMs = null;
      this.#context.changed('status', ...(hasChanges ? (['orders', 'library', 'credit'] as const) : []));
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      if (!(error instanceof AppError)) throw error;
      this.#failures += 1;
      this.#retryAfterMs = error.retryAfterMs;
      this.#context.log.write('warn', 'the orders could not be checked', { code: error.code });
    }
  }

  async #readLists(client: ApiClient, connectionId: string): Promise<boolean> {
    const { db, clock } = this.#context;
    const seen = new Set<string>();
    let hasAny = false;
    for (let offset = 0; ; offset += SWEEP_PAGE) {
      const page = await client.call({
        method: 'GET',
        path: `/orders?limit=${SWEEP_PAGE}&offset=${offset}`,
        answer: pageOf(orderListItemSchema),
        signal: this.#abort.signal,
      });
      const hasChanges = db.transaction(() =>
        page.data
          .map((item) => {
            seen.add(item.orderUid);
            return keepOrder(
              db,
              connectionId,
              { item },
              { nowMs: clock.nowMs(), isOwnDoing: this.#isBeingPlaced(item.externalRef) },
            );
          })
          .some(Boolean),
      );
      hasAny ||= hasChanges;
      if (
        mayStopSweep({
          hasChanges,
          hasNext: page.pagination.hasNext,
          openOrdersBeyond: this.#openBeyond(connectionId, seen),
        })
      )
        return hasAny;
    }
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

  #openBeyond(connectionId: string, seen: ReadonlySet<string>): number {
    return this.#context.db
      .select({ orderUid: orders.orderUid })
      .from(orders)
      .where(and(eq(orders.connectionId, connectionId), notInArray(orders.status, FINAL)))
      .all()
      .filter(({ orderUid }) => !seen.has(orderUid)).length;
  }

  /** Tracking numbers stand in the whole order only. */
  async #readDetails(client: ApiClient, connectionId: string): Promise<void> {
    const { db, clock } = this.#context;
    const wanting = db
      .select({ orderUid: orders.orderUid })
      .from(orders)
      .where(
        and(
          eq(orders.connectionId, connectionId),
          inArray(orders.status, WITH_TRACKING),
          or(
            isNull(orders.detail),
            and(
              ne(orders.status, 'DELIVERED'),
              sql`json_extract(${orders.detail}, '$.orderStatus') is not ${orders.status}`,
            ),
          ),
        ),
      )
      .limit(DETAILS_A_SWEEP)
      .all();
    for (const { orderUid } of wanting) {
      const { data } = await client.call({
        method: 'GET',
        path: `/orders/${encodeURIComponent(orderUid)}`,
        answer: successOf(orderSchema),
        signal: this.#abort.signal,
      });
      db.transaction(() =>
        keepOrder(
          db,
          connectionId,
          { item: listItemOf(data), detail: data },
          { nowMs: clock.nowMs(), isOwnDoing: false },
        ),
      );
    }
  }
}
