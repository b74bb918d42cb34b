import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Minor } from '../../../src-core/contract/money.ts';
import type { CreateOrderBody } from '../../../src-core/contract/orders.ts';
import { recipientKey } from '../../../src-core/desk/recipients.ts';
import type { Recipients } from '../recipients/recipients.ts';
import { moveBooks, stagesOf } from '../store/book-stages.ts';
import { UNDER_WAY } from '../store/books-on-order.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import { openEffects } from '../store/effects.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { books, deliveries, effects, orderIntentItems, orderIntents, orderRuns } from '../store/schema.ts';
import type { Intent, IntentItem, OrderIntents } from './order-intents.ts';

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

/**
 * Of runs that wait for credit, by their identifiers: whom books without a recipient of their own were confirmed to go to; null for an
 * address that was typed. A former version noted nobody.
 */
const BATCH_RECIPIENTS = 'orders.batchRecipients';
const batchRecipientsSchema = z.record(z.string(), z.string().nullable());

function batchRecipients(db: Store): Readonly<Record<string, string | null>> {
  const kept = batchRecipientsSchema.safeParse(readDeskValue(db, BATCH_RECIPIENTS));
  return kept.success ? kept.data : {};
}

/** Whom the books of a run that waits for credit go to, where they have nobody of their own. Runs that wait no more are forgotten. Within a transaction. */
export function noteBatchRecipient(db: Store, runId: string, recipientId: string | null): void {
  const waiting = db.select({ runId: orderRuns.runId }).from(orderRuns).where(isNotNull(orderRuns.awaitsMinor)).all();
  const known = batchRecipients(db);
  const still = waiting.flatMap((run) => {
    const of = run.runId === runId ? recipientId : known[run.runId];
    return of === undefined ? [] : [[run.runId, of]];
  });
  writeDeskValue(db, BATCH_RECIPIENTS, Object.fromEntries(still));
}

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
export function letGoOn(
  db: Store,
  intents: OrderIntents,
  recipients: Recipients,
  connectionId: string,
  credit: Minor,
): boolean {
  let left = credit - spokenFor(db, connectionId);
  let goesOn = false;
  const ofBatch = batchRecipients(db);
  for (const { runId, awaitsMinor } of awaiting(db, connectionId)) {
    if (awaitsMinor === null || BigInt(awaitsMinor) > left) continue;
    left -= BigInt(awaitsMinor);
    goesOn = true;
    const ofRun = intents.inState('held', eq(orderIntents.runId, runId));
    const itemsOf = intents.itemsOfMany(ofRun.map(({ intentId }) => intentId));
    const held = ofRun.map((intent) => ({ intent, items: itemsOf.get(intent.intentId) ?? [] }));
    const isAsConfirmed = asConfirmed(db, recipients, connectionId, ofBatch[runId], held);
    const wanted = held.flatMap(({ intent, items }) => items.filter((item) => isAsConfirmed(intent, item)));
    const movable = new Set(
      moveBooks(
        db,
        connectionId,
        wanted.map(({ bookId }) => bookId),
        'order',
      ),
    );
    // Another order of the book is under way, for somebody else who gets it.
    const stages = stagesOf(
      db,
      connectionId,
      wanted.map(({ bookId }) => bookId),
    );
    const goes = new Set(wanted.filter(({ bookId }) => movable.has(bookId) || stages.get(bookId) === 'ordering'));
    const kept: Intent[] = [];
    const unchanged: Intent[] = [];
    for (const { intent, items } of held) {
      const changed = items.filter((item) => !goes.has(item));
      if (changed.length === 0) unchanged.push(intent);
      else {
        const [first] = changed;
        const book = db
          .select({ title: books.title })
          .from(books)
          .where(eq(books.bookId, first?.bookId ?? ''))
          .get();
        const params = { title: book?.title ?? '', count: changed.length };
        kept.push(intents.move(intent, 'refused', { problem: { key: 'desk.order.changed', params } }));
      }
    }
    intents.putBack(unchanged);
    intents.settleBooks(kept);
    db.update(orderRuns).set({ awaitsMinor: null }).where(eq(orderRuns.runId, runId)).run();
  }
  return goesOn;
}

/**
 * Whether what an intent says of a book is what the library and the address book say now: the book at the service, its copies, and where they go.
 * A book that goes to nobody of its own agrees with what was meant for whom the batch goes to: an order for somebody else is for one who was taken
 * off it. What repeats an order as it was asks for the book alone, which may be in the library no longer.
 */
function asConfirmed(
  db: Store,
  recipients: Recipients,
  connectionId: string,
  batchRecipientId: string | null | undefined,
  held: readonly { readonly intent: Intent; readonly items: readonly IntentItem[] }[],
): (intent: Intent, item: IntentItem) => boolean {
  const bookIds = [...new Set(held.flatMap(({ items }) => items.map(({ bookId }) => bookId)))];
  const now = new Map(
    db
      .select({
        bookId: books.bookId,
        bookUid: deliveries.bookUid,
        quantity: books.quantity,
        undoId: books.undoId,
      })
      .from(books)
      .innerJoin(deliveries, and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, connectionId)))
      .where(inList(books.bookId, bookIds))
      .all()
      .map((book) => [book.bookId, book]),
  );
  const consignments = recipients.ofBooks(bookIds);
  const addresses = recipients.byId(held.flatMap(({ intent }) => intent.recipientId ?? []));
  const confirmedFor = new Map(
    openEffects(
      db,
      { connectionId, kind: 'order' },
      held.map(({ intent }) => intent.intentId),
    ).map(({ subjectId, body }) => [subjectId, (JSON.parse(body) as CreateOrderBody).shipping]),
  );
  const written = recipients.writtenOf(
    held.flatMap(({ intent }) => (intent.recipientId === null ? (confirmedFor.get(intent.intentId) ?? []) : [])),
  );
  const goesToSameDoor = new Map(
    held.map(({ intent: { intentId, recipientId } }) => {
      const shipping = confirmedFor.get(intentId);
      if (shipping === undefined) return [intentId, false];
      // What was typed for the batch stands in the address book since, and may have been corrected there.
      const isSame =
        recipientId === null
          ? written.has(recipientKey(shipping))
          : isDeepStrictEqual(addresses.get(recipientId)?.address, shipping);
      return [intentId, isSame];
    }),
  );
  return ({ intentId, recipientId, promotionId, repeats }, { bookId, bookUid, quantity }) => {
    const book = now.get(bookId);
    if (book?.bookUid !== bookUid) return false;
    if (repeats !== null) return true;
    if (book.undoId !== null) return false;
    // A promotion repeats copies and addresses that were confirmed for it.
    if (promotionId !== null) return true;
    const goesTo = consignments.get(bookId);
    // Of a run that a former version confirmed nobody can tell.
    const isForBatch = batchRecipientId === undefined || recipientId === null || recipientId === batchRecipientId;
    const copies =
      goesTo === undefined
        ? isForBatch && book.quantity
        : goesTo.find((one) => one.recipientId === recipientId)?.quantity;
    return copies === quantity && goesToSameDoor.get(intentId) === true;
  };
}
