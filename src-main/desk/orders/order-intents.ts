import { and, asc, count, eq, gt, gte, inArray, isNotNull, isNull, lte, not, or, sql, type SQL } from 'drizzle-orm';
import { minorFromNumber, minorToNumber } from '../../../src-core/contract/money.ts';
import type { Order, OrderListItem } from '../../../src-core/contract/orders.ts';
import { isOfLane, type AppError } from '../../../src-core/desk/app-errors.ts';
import { LONGEST_RETRY_AFTER_MS } from '../../../src-core/desk/back-off.ts';
import { isSettled, nextIntent, SENT_SOMETIME_MS, type IntentEvent } from '../../../src-core/desk/order-intent.ts';
import type { RunRow } from '../../../src-core/ipc/subjects/orders.ts';
import type { Clock } from '../../../src-core/ports.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { moveBooks, setDelivery } from '../store/book-stages.ts';
import { openEffect, settleEffect, type EffectRow } from '../store/effects.ts';
import { inList } from '../store/in-list.ts';
import type { ListSource } from '../store/list-changes.ts';
import type { Store } from '../store/open-store.ts';
import { books, effects, orderIntentItems, orderIntents, orderRuns } from '../store/schema.ts';
import { booksOnOrder } from '../store/books-on-order.ts';
import { keepOrder, listItemOf } from './order-book.ts';

export type Intent = typeof orderIntents.$inferSelect;
export type IntentItem = typeof orderIntentItems.$inferSelect;

/** States of an intent that is to be worked off. */
const OPEN = ['waiting', 'checking'] as const satisfies Intent['state'][];

const isOpenOf = (connectionId: string) =>
  and(inArray(orderIntents.state, OPEN), eq(orderIntents.connectionId, connectionId));

/** `isHeld` of the run, asked of the store. */
const isHeldAt = (nowMs: number): SQL =>
  sql`(coalesce(${orderRuns.heldUntilMs}, 0) > ${nowMs} and ${orderRuns.createdAtMs} <= ${nowMs})`;

/** The confirmed orders on the disk, and what may become of each: intent, effect, book and order move in one transaction. */
export class OrderIntents {
  readonly #db: Store;
  readonly #clock: Clock;

  constructor(db: Store, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  inState(state: Intent['state'], which?: SQL): Intent[] {
    return this.#db
      .select()
      .from(orderIntents)
      .where(and(eq(orderIntents.state, state), which))
      .all();
  }

  /** How many confirmed orders of the connection were ordered anew with other details: nobody has to see to these. */
  replaced(connectionId: string): number {
    const isOf = and(eq(orderIntents.state, 'needsYou'), eq(orderIntents.connectionId, connectionId));
    const isReplaced = sql`json_extract(${orderIntents.problem}, '$.key') = 'desk.order.replaced'`;
    const found = this.#db.select({ intents: count() }).from(orderIntents).where(and(isOf, isReplaced)).get();
    return found?.intents ?? 0;
  }

  /** How many confirmed orders of the connection are in each state; none where there is no entry. */
  counts(connectionId: string): Readonly<Partial<Record<Intent['state'], number>>> {
    const states = this.#db
      .select({ state: orderIntents.state, intents: count() })
      .from(orderIntents)
      .where(eq(orderIntents.connectionId, connectionId))
      .groupBy(orderIntents.state)
      .all();
    return Object.fromEntries(states.map(({ state, intents }) => [state, intents]));
  }

  /** Those of the connection that are open after an error by which the whole lane waits: how many, and the error of one. */
  heldUp(connectionId: string): { readonly count: number; readonly why: TextRef | null } {
    const problems = this.#db
      .select({ problem: orderIntents.problem, intents: count() })
      .from(orderIntents)
      .where(and(isOpenOf(connectionId), isNotNull(orderIntents.problem)))
      .groupBy(orderIntents.problem)
      .all()
      .filter(({ problem }) => problem !== null && isOfLane(problem));
    return { count: problems.reduce((sum, { intents }) => sum + intents, 0), why: problems[0]?.problem ?? null };
  }

  /** Connections that have something open. */
  openConnections(): string[] {
    return this.#db
      .selectDistinct({ connectionId: orderIntents.connectionId })
      .from(orderIntents)
      .where(inArray(orderIntents.state, OPEN))
      .all()
      .map(({ connectionId }) => connectionId);
  }

  /** As it is now; null when it is not to be worked off any more, or not yet. */
  stillDue(intentId: string): Intent | null {
    const isIt = and(eq(orderIntents.intentId, intentId), inArray(orderIntents.state, OPEN));
    const found = this.#db
      .select({ intent: orderIntents })
      .from(orderIntents)
      .innerJoin(orderRuns, eq(orderRuns.runId, orderIntents.runId))
      .where(and(isIt, not(isHeldAt(this.#clock.nowMs()))))
      .get();
    return found?.intent ?? null;
  }

  isStopped(runId: string): boolean {
    const run = this.#db
      .select({ isStopped: orderRuns.isStopped })
      .from(orderRuns)
      .where(eq(orderRuns.runId, runId))
      .get();
    return run?.isStopped === true;
  }

  /** Whether anything of a run may be at the service. */
  isBegun(runId: string): boolean {
    const { intentId, state } = orderIntents;
    const isSent = and(
      eq(effects.subjectId, intentId),
      eq(effects.kind, 'order'),
      eq(effects.state, 'open'),
      isNotNull(effects.firstSentAtMs),
    );
    const found = this.#db
      .select({ state })
      .from(orderIntents)
      .leftJoin(effects, isSent)
      .where(
        and(
          eq(orderIntents.runId, runId),
          or(inArray(state, ['sending', 'checking', 'ordered']), isNotNull(effects.key)),
        ),
      )
      .get();
    return found !== undefined;
  }

  /** The service said for certain that nothing came of it, or it was not sent after all: its key is as good as new. */
  neverSent({ key }: EffectRow): void {
    this.#db.update(effects).set({ firstSentAtMs: null }).where(eq(effects.key, key)).run();
  }

  /** The next one whose time has come, or none. */
  due(connectionId: string, nowMs: number): Intent[] {
    const db = this.#db;
    const isDue = or(
      isNull(orderIntents.notBeforeMs),
      lte(orderIntents.notBeforeMs, nowMs),
      // Nothing waits for so long: the clock was set back since.
      gt(orderIntents.notBeforeMs, nowMs + LONGEST_RETRY_AFTER_MS),
    );
    const openRuns = db.selectDistinct({ runId: orderIntents.runId }).from(orderIntents).where(isOpenOf(connectionId));
    // A run and a state at a time, along the index: sorting all that is open for each order would make a run cost its square.
    for (const { runId } of db
      .select({ runId: orderRuns.runId })
      .from(orderRuns)
      .where(and(inArray(orderRuns.runId, openRuns), not(isHeldAt(nowMs))))
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
      if (due !== undefined) return [due];
    }
    return [];
  }

  /** When the first one is due; null for none. */
  firstDueMs(connectionId: string, nowMs: number): number | null {
    const dueMs = sql<
      number | null
    >`case when ${isHeldAt(nowMs)} then ${orderRuns.heldUntilMs} else ${orderIntents.notBeforeMs} end`;
    const next = this.#db
      .select({ atMs: sql<number | null>`min(${dueMs})` })
      .from(orderIntents)
      .innerJoin(orderRuns, eq(orderRuns.runId, orderIntents.runId))
      .where(isOpenOf(connectionId))
      .get();
    return next?.atMs ?? null;
  }

  /** What waits after a failure waits no longer. */
  forgetDelays(connectionId: string): void {
    this.#db.update(orderIntents).set({ notBeforeMs: null }).where(isOpenOf(connectionId)).run();
  }

  /**
   * A backup does not know what was sent after it was made: whatever it holds open may have been. When it was confirmed is known by this
   * computer's clock alone, which says nothing of the age of a key, so that it is looked up before anything is ordered.
   */
  takeForSent(): void {
    this.#db
      .update(effects)
      .set({ firstSentAtMs: SENT_SOMETIME_MS })
      .where(and(eq(effects.kind, 'order'), eq(effects.state, 'open'), isNull(effects.firstSentAtMs)))
      .run();
  }

  isSettled(runId: string): boolean {
    return this.#db
      .selectDistinct({ state: orderIntents.state })
      .from(orderIntents)
      .where(eq(orderIntents.runId, runId))
      .all()
      .every(({ state }) => isSettled(state));
  }

  itemsOf(intentId: string): IntentItem[] {
    return this.itemsOfMany([intentId]).get(intentId) ?? [];
  }

  /** By the identifiers of their intents, in the order that they stand in there. */
  itemsOfMany(intentIds: readonly string[]): ReadonlyMap<string, IntentItem[]> {
    const items = this.#db
      .select()
      .from(orderIntentItems)
      .where(inList(orderIntentItems.intentId, intentIds))
      .orderBy(asc(orderIntentItems.position))
      .all();
    const byIntent = new Map<string, IntentItem[]>();
    for (const item of items) byIntent.set(item.intentId, [...(byIntent.get(item.intentId) ?? []), item]);
    return byIntent;
  }

  listOf(runId: string): ListSource<RunRow> {
    const titles = this.#db
      .select({
        titles: sql<string>`json_group_array(json_array(${orderIntentItems.bookId}, coalesce(${books.title}, ${orderIntentItems.bookId})))`,
      })
      .from(orderIntentItems)
      .leftJoin(books, eq(books.bookId, orderIntentItems.bookId))
      .where(eq(orderIntentItems.intentId, orderIntents.intentId));
    const read = (which: SQL, limit: number) =>
      this.#db
        .select({ intent: orderIntents, titles: sql<string>`(${titles})` })
        .from(orderIntents)
        .where(and(eq(orderIntents.runId, runId), which))
        .orderBy(asc(orderIntents.position))
        .limit(limit)
        .all()
        .map((row) => runRow(row.intent, JSON.parse(row.titles) as [bookId: string, title: string][]));
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

  move(intent: Intent, event: IntentEvent, set: Partial<Intent>): Intent {
    return this.#db
      .update(orderIntents)
      .set({ ...set, state: nextIntent(intent.state, event) })
      .where(eq(orderIntents.intentId, intent.intentId))
      .returning()
      .get();
  }

  /** What was held is due again, as many intents as a run has. */
  putBack(held: readonly Intent[]): void {
    this.#db
      .update(orderIntents)
      .set({ state: nextIntent('held', 'putBack'), problem: null, serviceText: null, notBeforeMs: null })
      .where(
        inList(
          orderIntents.intentId,
          held.map(({ intentId }) => intentId),
        ),
      )
      .run();
  }

  /** What happened is not known for now. */
  checkLater(intent: Intent, set: Pick<Intent, 'attempts' | 'notBeforeMs' | 'problem'>): void {
    this.#db.update(orderIntents).set(set).where(eq(orderIntents.intentId, intent.intentId)).run();
  }

  placed(intent: Intent, effect: EffectRow, order: OrderListItem | Order, detail?: Order): void {
    this.#db.transaction(() => this.#isPlaced(intent, effect, order, detail));
  }

  #isPlaced(intent: Intent, effect: EffectRow, order: OrderListItem | Order, detail?: Order): void {
    const db = this.#db;
    const orderedAtMs = Date.parse(order.orderedAt);
    settleEffect(db, effect.key, 'done');
    this.move(intent, 'placed', {
      orderUid: order.orderUid,
      chargeMinor: Number(minorFromNumber(order.paidCreditAmount)),
      placedAtMs: this.#clock.nowMs(),
      problem: null,
      serviceText: null,
    });
    for (const { bookId } of this.itemsOf(intent.intentId))
      setDelivery(db, intent.connectionId, bookId, { orderUid: order.orderUid, orderedAtMs });
    const item = detail === undefined ? (order as OrderListItem) : listItemOf(detail);
    keepOrder(db, intent.connectionId, detail === undefined ? { item } : { item, detail }, {
      nowMs: this.#clock.nowMs(),
      isOwnDoing: true,
    });
    this.settleBooks([intent]);
  }

  /**
   * An order that the service has; where its intent was taken for not placed it is the order from now on. Answers whether it was. Within
   * a transaction.
   */
  foundPlaced(connectionId: string, order: OrderListItem): boolean {
    const intent = this.#db
      .select()
      .from(orderIntents)
      .where(
        and(
          eq(orderIntents.intentId, order.externalRef ?? ''),
          eq(orderIntents.connectionId, connectionId),
          inArray(orderIntents.state, ['held', 'needsYou']),
        ),
      )
      .get();
    if (intent === undefined) return false;
    const ofIt = effectOf(intent);
    const effect = this.#db
      .select()
      .from(effects)
      .where(and(eq(effects.kind, ofIt.kind), eq(effects.subjectId, ofIt.subjectId)))
      .get();
    if (effect === undefined) return false;
    this.#isPlaced(intent, effect, order);
    return true;
  }

  /** Within a transaction: an intent whose effect is settled but which does not know it would wait for ever. */
  refuse(intent: Intent, effect: EffectRow, error: AppError): void {
    settleEffect(this.#db, effect.key, 'refused');
    this.move(intent, 'refused', { problem: error.text, serviceText: error.serviceText });
    this.settleBooks([intent]);
  }

  /** The order waits for a person; its key is kept, since 402 binds none and says for certain that nothing was ordered. Within a transaction. */
  hold(intent: Intent, error: AppError): void {
    const effect = openEffect(this.#db, effectOf(intent));
    if (effect !== null) this.neverSent(effect);
    this.move(intent, 'creditShort', { problem: error.text, serviceText: error.serviceText });
    this.settleBooks([intent]);
  }

  /**
   * The same for intents that wait, as many as a run has. One that was sent before may have been placed: it is found out
   * in any case. Within a transaction.
   */
  holdUnsent(waiting: readonly Intent[], error: AppError): void {
    const db = this.#db;
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
    this.settleBooks(unsent);
  }

  /**
   * Brings the books of intents that came to rest to where they stand now. A book waits for the last of its orders, of
   * whichever run, and is ordered when all whom it goes to have it. Within a transaction; so many statements, however many intents.
   */
  settleBooks(intents: readonly Intent[]): void {
    const db = this.#db;
    for (const connectionId of new Set(intents.map((intent) => intent.connectionId))) {
      const ofConnection = intents.filter((intent) => intent.connectionId === connectionId);
      const touched = db
        .selectDistinct({ bookId: orderIntentItems.bookId })
        .from(orderIntentItems)
        .where(
          inList(
            orderIntentItems.intentId,
            ofConnection.map(({ intentId }) => intentId),
          ),
        )
        .all()
        .map(({ bookId }) => bookId);
      const underWay = new Set(
        db
          .selectDistinct({ bookId: orderIntentItems.bookId })
          .from(orderIntentItems)
          .innerJoin(orderIntents, eq(orderIntents.intentId, orderIntentItems.intentId))
          .where(
            and(
              inList(orderIntentItems.bookId, touched),
              eq(orderIntents.connectionId, connectionId),
              inArray(orderIntents.state, ['sending', ...OPEN]),
            ),
          )
          .all()
          .map(({ bookId }) => bookId),
      );
      const settled = touched.filter((bookId) => !underWay.has(bookId));
      const onOrder = booksOnOrder(db, connectionId, settled);
      for (const isOn of [true, false])
        moveBooks(
          db,
          connectionId,
          settled.filter((bookId) => onOrder.has(bookId) === isOn),
          isOn ? 'orderPlaced' : 'orderHeld',
        );
    }
  }
}

export const effectOf = (intent: Pick<Intent, 'connectionId' | 'intentId'>) => ({
  connectionId: intent.connectionId,
  kind: 'order' as const,
  subjectId: intent.intentId,
});

function runRow(intent: Intent, named: readonly (readonly [bookId: string, title: string])[]): RunRow {
  const { intentId, position, recipientName, state, orderUid, problem, serviceText } = intent;
  return {
    intentId,
    position,
    titles: named.map(([, title]) => title),
    bookIds: named.map(([bookId]) => bookId),
    recipientName,
    isPromoted: intent.promotionId !== null,
    repeats: intent.repeats,
    state,
    orderUid,
    charge: intent.chargeMinor === null ? null : minorToNumber(BigInt(intent.chargeMinor)),
    problem,
    serviceText,
  };
}
