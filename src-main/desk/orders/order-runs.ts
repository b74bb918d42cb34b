import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, min, or, type SQL } from 'drizzle-orm';
import { pageOf, successOf } from '../../../src-core/contract/envelope.ts';
import { minorFromNumber, minorToNumber } from '../../../src-core/contract/money.ts';
import {
  createOrderBodySchema,
  orderListItemSchema,
  orderSchema,
  type CreateOrderBody,
  type Order,
  type OrderListItem,
  type Shipping,
} from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { backOffMs, sameKeyWaitMs } from '../../../src-core/desk/back-off.ts';
import {
  CLOCK_SLACK_MS,
  howToSettle,
  isSettled,
  nextIntent,
  type IntentEvent,
} from '../../../src-core/desk/order-intent.ts';
import { SWEEP_PAGE } from '../../../src-core/desk/poll-schedule.ts';
import type { OrderRunState, RunRow } from '../../../src-core/ipc/subjects/orders.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { moveBook, moveBooks, setDelivery } from '../store/book-stages.ts';
import { markSent, newEffect, openEffect, settleEffect, type EffectRow } from '../store/effects.ts';
import { inList } from '../store/in-list.ts';
import { insertMany } from '../store/insert-many.ts';
import type { ListChanges, ListPage, ListSource } from '../store/list-changes.ts';
import { books, effects, orderIntents, orderRuns } from '../store/schema.ts';
import { keepOrder, listItemOf } from './order-book.ts';
import type { KeptReview, ReviewedLine } from './order-review.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';

type Intent = typeof orderIntents.$inferSelect;

/** States of an intent that is to be worked off. */
const OPEN = ['waiting', 'checking'] as const satisfies Intent['state'][];

const LAST_ADDRESS = 'orders.lastAddress';

/**
 * Places confirmed orders, one book an order. Each is an intent on the disk, with key and body, before it is sent; what
 * is not known after a lost answer or a crash is found out, never tried anew (operator-desk 3.4).
 */
export class OrderRuns {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #changes: ListChanges;
  /** Connections whose intents are being worked off. */
  readonly #working = new Map<string, Promise<void>>();
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  /** Orders were placed: statuses and credit are worth asking for. */
  onPlaced: () => void = () => undefined;

  constructor(context: DeskContext, connections: Connections, changes: ListChanges) {
    this.#context = context;
    this.#connections = connections;
    this.#changes = changes;
  }

  /** What a crash cut off may have been charged: it is to be found out. */
  open(): void {
    for (const intent of this.#context.db.select().from(orderIntents).where(eq(orderIntents.state, 'sending')).all()) {
      this.#move(intent, 'answerLost', { problem: { key: 'desk.order.checking' } });
    }
  }

  lastAddress(): Shipping | null {
    const value = readDeskValue(this.#context.db, LAST_ADDRESS);
    return createOrderBodySchema.shape.shipping
      .nullable()
      .catch(null)
      .parse(value ?? null);
  }

  confirm(review: KeptReview, address: Shipping, onlyFitting: boolean): { runId: string } {
    const { db, ids, clock } = this.#context;
    const runId = `run_${ids.base62(12)}`;
    const { connectionId } = review;
    db.transaction(() => {
      db.insert(orderRuns).values({ runId, connectionId, address, isStopped: false, createdAtMs: clock.nowMs() }).run();
      writeDeskValue(db, LAST_ADDRESS, address);
      this.#intendAll(runId, review, address, onlyFitting);
    });
    this.#context.changed('orderRun', 'library', 'status');
    this.kick();
    return { runId };
  }

  /** What changed in the run since `mark`, all of it for null; and how it stands. Throws RUN_UNKNOWN. */
  run(runId: string, mark: string | null): ListPage<RunRow> & { readonly state: OrderRunState } {
    const { isStopped } = this.#needRun(runId);
    const states = this.#context.db
      .selectDistinct({ state: orderIntents.state })
      .from(orderIntents)
      .where(eq(orderIntents.runId, runId))
      .all();
    const isDone = states.every(({ state }) => isSettled(state));
    return {
      ...this.#changes.since(this.#listOf(runId), mark),
      state: isDone ? 'done' : isStopped ? 'stopping' : 'running',
    };
  }

  /** Lets the order in flight end and keeps the rest for later. */
  stop(runId: string): void {
    const { db } = this.#context;
    this.#needRun(runId);
    db.transaction(() => {
      db.update(orderRuns).set({ isStopped: true }).where(eq(orderRuns.runId, runId)).run();
      const waiting = db
        .select()
        .from(orderIntents)
        .where(and(eq(orderIntents.runId, runId), eq(orderIntents.state, 'waiting')))
        .all();
      this.#holdUnsent(waiting, new AppError('RUN_STOPPED'));
    });
    this.#context.changed('orderRun', 'library');
  }

  /** The service can be reached again: what waited for that waits no longer. */
  connectionUsable(connectionId: string): void {
    this.#context.db
      .update(orderIntents)
      .set({ notBeforeMs: null })
      .where(and(eq(orderIntents.connectionId, connectionId), inArray(orderIntents.state, OPEN)))
      .run();
    this.kick();
  }

  isBusy(): boolean {
    return this.#working.size > 0;
  }

  /** Works off what is open, connection by connection. */
  kick(): void {
    if (this.#abort.signal.aborted) return;
    const open = this.#context.db
      .selectDistinct({ connectionId: orderIntents.connectionId })
      .from(orderIntents)
      .where(inArray(orderIntents.state, OPEN))
      .all();
    for (const { connectionId } of open) {
      if (this.#working.has(connectionId)) continue;
      const work = this.#workOff(connectionId)
        .catch((error: unknown) => this.#context.log.write('error', 'an order run stopped', { error }))
        .finally(() => this.#working.delete(connectionId));
      this.#working.set(connectionId, work);
    }
  }

  async close(): Promise<void> {
    this.#abort.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await Promise.all(this.#working.values());
  }

  async #workOff(connectionId: string): Promise<void> {
    let hasPlaced = false;
    while (!this.#abort.signal.aborted) {
      // Asked for each order: the service may have come back at another address.
      const client = await this.#clientOf(connectionId);
      const intent = client === null ? null : this.#next(connectionId);
      if (client === null || intent === null) break;
      if (await this.#settle(client, intent)) hasPlaced = true;
      this.#context.changed('orderRun', 'orders', 'library');
    }
    if (hasPlaced) this.onPlaced();
  }

  /** Null while there is no key or no service: it goes on when there is. */
  async #clientOf(connectionId: string): Promise<ApiClient | null> {
    try {
      return await this.#connections.clientOf(connectionId);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  #needRun(runId: string): typeof orderRuns.$inferSelect {
    const run = this.#context.db.select().from(orderRuns).where(eq(orderRuns.runId, runId)).get();
    if (run === undefined) throw new AppError('RUN_UNKNOWN');
    return run;
  }

  #listOf(runId: string): ListSource<RunRow> {
    const read = (which: SQL, limit: number) =>
      this.#context.db
        .select({ intent: orderIntents, title: books.title })
        .from(orderIntents)
        .leftJoin(books, eq(books.bookId, orderIntents.bookId))
        .where(and(eq(orderIntents.runId, runId), which))
        .orderBy(asc(orderIntents.position))
        .limit(limit)
        .all()
        .map(({ intent, title }) => runRow(intent, title));
    return {
      list: 'run',
      idOf: (row) => row.intentId,
      contextKey: () => runId,
      // Positions begin at 0, places behind it.
      after: (place, limit) =>
        read(gte(orderIntents.position, place), limit).map((row) => ({ place: row.position + 1, row })),
      of: (intentIds) => read(inList(orderIntents.intentId, intentIds), intentIds.length),
    };
  }

  /** The next one whose time has come; sees to being called again for one whose has not. */
  #next(connectionId: string): Intent | null {
    const { db, clock } = this.#context;
    const nowMs = clock.nowMs();
    const isOpen = and(inArray(orderIntents.state, OPEN), eq(orderIntents.connectionId, connectionId));
    const isDue = or(isNull(orderIntents.notBeforeMs), lte(orderIntents.notBeforeMs, nowMs));
    const openRuns = db.selectDistinct({ runId: orderIntents.runId }).from(orderIntents).where(isOpen);
    // A run and a state at a time, along the index: sorting all that is open for each order would make a run cost its square.
    for (const { runId } of db
      .select({ runId: orderRuns.runId })
      .from(orderRuns)
      .where(inArray(orderRuns.runId, openRuns))
      .orderBy(asc(orderRuns.createdAtMs))
      .all()) {
      const firsts = OPEN.flatMap((state) => {
        const isOf = and(
          eq(orderIntents.state, state),
          eq(orderIntents.connectionId, connectionId),
          eq(orderIntents.runId, runId),
        );
        return db
          .select()
          .from(orderIntents)
          .where(and(isOf, isDue))
          .orderBy(asc(orderIntents.position))
          .limit(1)
          .all();
      });
      const [due] = firsts.sort((a, b) => a.position - b.position);
      if (due !== undefined) return due;
    }
    const next = db
      .select({ atMs: min(orderIntents.notBeforeMs) })
      .from(orderIntents)
      .where(isOpen)
      .get();
    if (next !== undefined && next.atMs !== null) {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.kick(), Math.max(1, next.atMs - nowMs));
    }
    return null;
  }

  /** Sends an intent, or finds out what became of it. Answers whether it is an order now. */
  async #settle(client: ApiClient, intent: Intent): Promise<boolean> {
    const { db, clock } = this.#context;
    const effect = openEffect(db, effectOf(intent));
    if (effect === null) throw new Error(`order intent ${intent.intentId} has no effect`);
    if (effect.firstSentAtMs !== null && howToSettle(effect.firstSentAtMs, clock.nowMs()) === 'lookUp')
      return this.#reconcile(client, intent, effect);
    markSent(db, effect, clock.nowMs());
    const sending = this.#move(intent, 'send', { attempts: intent.attempts + 1, notBeforeMs: null });
    this.#context.changed('orderRun');
    try {
      const { data } = await client.call({
        method: 'POST',
        path: '/orders',
        answer: successOf(orderSchema),
        jsonBody: effect.body,
        idempotencyKey: effect.key,
        bookId: intent.bookId,
        signal: this.#abort.signal,
      });
      this.#placed(sending, effect, data, data);
      return true;
    } catch (error) {
      this.#notPlaced(sending, effect, error);
      return false;
    }
  }

  #placed(intent: Intent, effect: EffectRow, order: OrderListItem | Order, detail?: Order): void {
    const { db, clock } = this.#context;
    const orderedAtMs = Date.parse(order.orderedAt);
    db.transaction(() => {
      settleEffect(db, effect.key, 'done');
      this.#move(intent, 'placed', {
        orderUid: order.orderUid,
        chargeMinor: Number(minorFromNumber(order.paidCreditAmount)),
        problem: null,
        serviceText: null,
      });
      moveBook(db, intent.connectionId, intent.bookId, 'orderPlaced');
      setDelivery(db, intent.connectionId, intent.bookId, { orderUid: order.orderUid, orderedAtMs });
      const item = detail === undefined ? (order as OrderListItem) : listItemOf(detail);
      keepOrder(db, intent.connectionId, detail === undefined ? { item } : { item, detail }, {
        nowMs: clock.nowMs(),
        isOwnDoing: true,
      });
    });
  }

  /** What a failed sending means for the intent, by the retry class of its error. */
  #notPlaced(intent: Intent, effect: EffectRow, error: unknown): void {
    const nowMs = this.#context.clock.nowMs();
    if (!(error instanceof AppError)) {
      // Cut off while closing, or unforeseen: either way it may have arrived.
      this.#move(intent, 'answerLost', { problem: { key: 'desk.order.checking' } });
      if (!this.#abort.signal.aborted) throw error;
      return;
    }
    const told = { problem: error.text, serviceText: error.serviceText };
    if (error.code === 'SERVICE_BAD_ANSWER' || error.retry === 'backOff') {
      this.#move(intent, 'answerLost', {
        problem: { key: 'desk.order.checking' },
        serviceText: error.serviceText,
        notBeforeMs: nowMs + backOffMs(intent.attempts, this.#context.random()),
      });
      return;
    }
    switch (error.retry) {
      case 'sameKey':
        this.#move(intent, 'answerLost', {
          problem: { key: 'desk.order.checking' },
          notBeforeMs: nowMs + sameKeyWaitMs(intent.attempts),
        });
        return;
      case 'waitClass':
        this.#move(intent, 'putBack', { ...told, notBeforeMs: nowMs + (error.retryAfterMs ?? 0) });
        return;
      case 'holdOrder':
        this.#context.db.transaction(() => this.#hold(intent, error));
        return;
      case 'holdLane':
        this.#holdAll(intent, effect, error);
        return;
      default:
        // An intent whose effect is settled but which does not know it would wait for ever.
        this.#context.db.transaction(() => this.#refuse(intent, effect, error));
    }
  }

  /** The key was refused before anything was done; every other order would meet the same. */
  #holdAll(intent: Intent, effect: EffectRow, error: AppError): void {
    const { db } = this.#context;
    db.transaction(() => {
      const back = this.#move(intent, 'putBack', {});
      // An earlier sending with the same key may have been placed: that stays to be found out.
      if (intent.attempts > 1)
        this.#move(this.#move(back, 'send', {}), 'answerLost', {
          problem: error.text,
          notBeforeMs: this.#context.clock.nowMs() + sameKeyWaitMs(intent.attempts),
        });
      else this.#refuse(this.#move(back, 'send', {}), effect, error);
      const waiting = db
        .select()
        .from(orderIntents)
        .where(and(eq(orderIntents.connectionId, intent.connectionId), eq(orderIntents.state, 'waiting')))
        .all();
      this.#holdUnsent(waiting, error);
    });
  }

  #refuse(intent: Intent, effect: EffectRow, error: AppError): void {
    const { db } = this.#context;
    settleEffect(db, effect.key, 'refused');
    this.#move(intent, 'refused', { problem: error.text, serviceText: error.serviceText });
    moveBook(db, intent.connectionId, intent.bookId, 'orderHeld');
  }

  /** The order waits for a person; its key is kept, since 402 binds none. */
  #hold(intent: Intent, error: AppError): void {
    const effect = openEffect(this.#context.db, effectOf(intent));
    // 402 says for certain that nothing was ordered, so the key is as good as new.
    if (effect !== null)
      this.#context.db.update(effects).set({ firstSentAtMs: null }).where(eq(effects.key, effect.key)).run();
    this.#move(intent, 'creditShort', { problem: error.text, serviceText: error.serviceText });
    moveBook(this.#context.db, intent.connectionId, intent.bookId, 'orderHeld');
  }

  /** The same for intents that wait, as many as a run has. One that was sent before may have been placed: it is found out in any case. */
  #holdUnsent(waiting: readonly Intent[], error: AppError): void {
    const { db } = this.#context;
    const sent = db
      .select({ intentId: effects.subjectId })
      .from(effects)
      .where(
        and(
          inList(
            effects.subjectId,
            waiting.map(({ intentId }) => intentId),
          ),
          eq(effects.kind, 'order'),
          eq(effects.state, 'open'),
          isNotNull(effects.firstSentAtMs),
        ),
      )
      .all();
    const wasSent = new Set(sent.map(({ intentId }) => intentId));
    const unsent = waiting.filter(({ intentId }) => !wasSent.has(intentId));
    db.update(orderIntents)
      .set({ state: nextIntent('waiting', 'creditShort'), problem: error.text, serviceText: error.serviceText })
      .where(
        inList(
          orderIntents.intentId,
          unsent.map(({ intentId }) => intentId),
        ),
      )
      .run();
    for (const [connectionId, bookIds] of byConnection(unsent)) moveBooks(db, connectionId, bookIds, 'orderHeld');
  }

  /**
   * The key is too old to be trusted: with it the service would order anew. The orders since then tell, by the external
   * reference that only this intent has.
   */
  async #reconcile(client: ApiClient, intent: Intent, effect: EffectRow): Promise<boolean> {
    const { db, clock } = this.#context;
    const from = new Date((effect.firstSentAtMs ?? 0) - CLOCK_SLACK_MS).toISOString();
    try {
      for (let offset = 0; ; offset += SWEEP_PAGE) {
        const query = new URLSearchParams({ from, limit: String(SWEEP_PAGE), offset: String(offset) });
        const page = await client.call({
          method: 'GET',
          path: `/orders?${query}`,
          answer: pageOf(orderListItemSchema),
          bookId: intent.bookId,
          signal: this.#abort.signal,
        });
        const found = page.data.find((order) => order.externalRef === intent.intentId);
        if (found !== undefined) {
          this.#placed(intent.state === 'waiting' ? this.#move(intent, 'send', {}) : intent, effect, found);
          return true;
        }
        if (!page.pagination.hasNext) break;
      }
      // Not there, for certain: but a new order is a new decision.
      db.transaction(() => this.#refuse(intent, effect, new AppError('ORDER_NOT_PLACED')));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const attempts = intent.attempts + 1;
      db.update(orderIntents)
        .set({
          attempts,
          problem: { key: 'desk.order.checking' },
          notBeforeMs: clock.nowMs() + Math.max(error.retryAfterMs ?? 0, backOffMs(attempts, this.#context.random())),
        })
        .where(eq(orderIntents.intentId, intent.intentId))
        .run();
    }
    return false;
  }

  /**
   * Makes an intent of every line, with its key. A held order of the same book, number and address is taken up with the key
   * that it has; anything else is a new order. Some statements for all new ones: thousands are confirmed at once.
   */
  #intendAll(
    runId: string,
    { connectionId, lines, fitNow }: KeptReview,
    address: Shipping,
    onlyFitting: boolean,
  ): void {
    const { db, ids } = this.#context;
    const moved = new Set(
      moveBooks(
        db,
        connectionId,
        lines.map(({ bookId }) => bookId),
        'order',
      ),
    );
    const held = this.#heldOf(connectionId, [...moved]);
    const short = new AppError('CREDIT_SHORT');
    const fresh: (typeof orderIntents.$inferInsert)[] = [];
    const keyed: (typeof effects.$inferInsert)[] = [];
    const shortBookIds: string[] = [];
    for (const [position, line] of lines.entries()) {
      const isShort = onlyFitting && position >= fitNow;
      const known = moved.has(line.bookId)
        ? this.#takeUp(held.get(line.bookId) ?? [], runId, position, line, address)
        : null;
      if (known !== null) {
        if (isShort) this.#hold(known, short);
        continue;
      }
      const { bookId, bookUid, quantity } = line;
      const intent = {
        intentId: `bps-${ids.uuid()}`,
        runId,
        connectionId,
        position,
        bookId,
        bookUid,
        quantity,
        attempts: 0,
      };
      if (!moved.has(bookId)) {
        // What was reviewed is not what would be ordered any more: told in the run, and nothing is sent.
        fresh.push({ ...intent, state: 'needsYou', problem: { key: 'desk.order.changed' } });
        continue;
      }
      fresh.push(
        isShort
          ? { ...intent, state: nextIntent('waiting', 'creditShort'), problem: short.text }
          : { ...intent, state: 'waiting', problem: null },
      );
      keyed.push(newEffect(ids, effectOf(intent), bodyOf(intent, address)));
      if (isShort) shortBookIds.push(bookId);
    }
    insertMany(db, orderIntents, fresh);
    insertMany(db, effects, keyed);
    moveBooks(db, connectionId, shortBookIds, 'orderHeld');
  }

  #heldOf(connectionId: string, bookIds: readonly string[]): ReadonlyMap<string, readonly Intent[]> {
    const held = this.#context.db
      .select()
      .from(orderIntents)
      .where(
        and(
          eq(orderIntents.connectionId, connectionId),
          inList(orderIntents.bookId, bookIds),
          eq(orderIntents.state, 'held'),
        ),
      )
      .all();
    const byBook = new Map<string, Intent[]>();
    for (const intent of held) byBook.set(intent.bookId, [...(byBook.get(intent.bookId) ?? []), intent]);
    return byBook;
  }

  /** Null when none of the held ones is the order that is wanted now. */
  #takeUp(
    held: readonly Intent[],
    runId: string,
    position: number,
    line: ReviewedLine,
    address: Shipping,
  ): Intent | null {
    for (const intent of held) {
      const effect = openEffect(this.#context.db, effectOf(intent));
      if (effect?.body === bodyOf({ ...line, intentId: intent.intentId }, address)) {
        return this.#move(intent, 'putBack', { runId, position, problem: null, serviceText: null, notBeforeMs: null });
      }
      this.#move(intent, 'refused', { problem: { key: 'desk.order.replaced' } });
    }
    return null;
  }

  #move(intent: Intent, event: IntentEvent, set: Partial<Intent>): Intent {
    return this.#context.db
      .update(orderIntents)
      .set({ ...set, state: nextIntent(intent.state, event) })
      .where(eq(orderIntents.intentId, intent.intentId))
      .returning()
      .get();
  }
}

function runRow(intent: Intent, title: string | null): RunRow {
  const { intentId, position, bookId, state, orderUid, problem, serviceText } = intent;
  return {
    intentId,
    position,
    bookId,
    title: title ?? bookId,
    state,
    orderUid,
    charge: intent.chargeMinor === null ? null : minorToNumber(BigInt(intent.chargeMinor)),
    problem,
    serviceText,
  };
}

function bodyOf(
  { intentId, bookUid, quantity }: Pick<Intent, 'intentId' | 'bookUid' | 'quantity'>,
  address: Shipping,
): string {
  const body: CreateOrderBody = { items: [{ bookUid, quantity }], shipping: address, externalRef: intentId };
  return JSON.stringify(body);
}

function byConnection(intents: readonly Intent[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { connectionId, bookId } of intents) {
    const bookIds = found.get(connectionId);
    if (bookIds === undefined) found.set(connectionId, [bookId]);
    else bookIds.push(bookId);
  }
  return found;
}

const effectOf = (intent: Pick<Intent, 'connectionId' | 'intentId'>) => ({
  connectionId: intent.connectionId,
  kind: 'order' as const,
  subjectId: intent.intentId,
});
