import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Minor } from '../../../src-core/contract/money.ts';
import { moveBooks } from '../store/book-stages.ts';
import { UNDER_WAY } from '../store/books-on-order.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { books, effects, orderIntentItems, orderIntents, orderRuns } from '../store/schema.ts';
import type { Intent, OrderIntents } from './order-intents.ts';

export type Run = typeof orderRuns.$inferSelect;

/**
 * Undoes the confirmation of a run of which nothing was sent: its new orders are gone with their keys, those that it took up are held
 * as before, and the books stand where they stood. Within a transaction.
 */
export function takeBack(db: Store, intents: OrderIntents, { runId, before }: Run): void {
  const known = new Map((before ?? []).map((intent) => [intent.intentId, intent]));
  const ofRun = db.select().from(orderIntents).where(eq(orderIntents.runId, runId)).all();
  const fresh = ofRun.map(({ intentId }) => intentId).filter((intentId) => !known.has(intentId));
  for (const { intentId, ...asItWas } of known.values())
    db.update(orderIntents).set(asItWas).where(eq(orderIntents.intentId, intentId)).run();
  db.update(orderIntents).set({ state: 'needsYou' }).where(inList(orderIntents.intentId, fresh)).run();
  intents.settleBooks(ofRun);
  db.delete(orderIntentItems).where(inList(orderIntentItems.intentId, fresh)).run();
  db.delete(effects)
    .where(and(eq(effects.kind, 'order'), inList(effects.subjectId, fresh)))
    .run();
  db.delete(orderIntents).where(inList(orderIntents.intentId, fresh)).run();
  db.update(orderRuns).set({ heldUntilMs: null, before: null }).where(eq(orderRuns.runId, runId)).run();
}

/** Runs of the connection that go on when the credit is enough, the first confirmed first. */
export const awaiting = (db: Store, connectionId: string): Run[] =>
  db
    .select()
    .from(orderRuns)
    .where(and(eq(orderRuns.connectionId, connectionId), isNotNull(orderRuns.awaitsMinor)))
    .orderBy(asc(orderRuns.createdAtMs))
    .all();

/** What confirmed orders of the connection may still be charged for. */
function spokenFor(db: Store, connectionId: string): Minor {
  const open = db
    .select({ minor: sql<number>`coalesce(sum(${orderIntents.estimateMinor}), 0)` })
    .from(orderIntents)
    .where(and(eq(orderIntents.connectionId, connectionId), inArray(orderIntents.state, UNDER_WAY)))
    .get();
  return BigInt(open?.minor ?? 0);
}

/**
 * Lets the runs go on that so much credit covers whole beside what is under way, one after the other. What was ordered otherwise
 * meanwhile is in another run by now; a book that changed stands for a person. Within a transaction. Answers whether any goes on.
 */
export function letGoOn(db: Store, intents: OrderIntents, connectionId: string, credit: Minor): boolean {
  let left = credit - spokenFor(db, connectionId);
  let goesOn = false;
  for (const { runId, awaitsMinor } of awaiting(db, connectionId)) {
    if (awaitsMinor === null || BigInt(awaitsMinor) > left) continue;
    left -= BigInt(awaitsMinor);
    goesOn = true;
    const held = intents.inState('held', eq(orderIntents.runId, runId));
    const booksOf = new Map(
      held.map(({ intentId }) => [intentId, intents.itemsOf(intentId).map(({ bookId }) => bookId)]),
    );
    const moved = new Set(moveBooks(db, connectionId, [...booksOf.values()].flat(), 'order'));
    const kept: Intent[] = [];
    for (const intent of held) {
      const changed = (booksOf.get(intent.intentId) ?? []).filter((bookId) => !moved.has(bookId));
      if (changed.length === 0)
        intents.move(intent, 'putBack', { problem: null, serviceText: null, notBeforeMs: null });
      else {
        const [first] = changed;
        const book = db
          .select({ title: books.title })
          .from(books)
          .where(eq(books.bookId, first ?? ''))
          .get();
        const params = { title: book?.title ?? '', count: changed.length };
        kept.push(intents.move(intent, 'refused', { problem: { key: 'desk.order.changed', params } }));
      }
    }
    intents.settleBooks(kept);
    db.update(orderRuns).set({ awaitsMinor: null }).where(eq(orderRuns.runId, runId)).run();
  }
  return goesOn;
}
