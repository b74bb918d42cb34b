import {
  and,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { alias, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { OpenRun } from '../../../src-core/ipc/subjects/orders.ts';
import { minorToNumber } from '../../../src-core/contract/money.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { bookRecipients, books, orderIntentItems, orderIntents, orderRuns } from '../store/schema.ts';

const UNDER_WAY = ['waiting', 'sending', 'checking'] as const;

/** Older ones follow when these are seen to. */
const MOST = 30;

/**
 * Runs of a connection that somebody may want to look at: those under way, and behind them, the newest first, those with orders that were not
 * placed, until these are ordered by a later run, their books are gone, or somebody put the run aside.
 */
export function openRuns(db: Store, connectionId: string): OpenRun[] {
  const found = db
    .select({ runId: orderIntents.runId })
    .from(orderIntents)
    .innerJoin(orderRuns, eq(orderRuns.runId, orderIntents.runId))
    .where(
      and(
        // Along the index: almost all intents of a year are ordered.
        inArray(orderIntents.state, [...UNDER_WAY, 'held', 'needsYou']),
        eq(orderIntents.connectionId, connectionId),
        or(inArray(orderIntents.state, UNDER_WAY), needsSomebody(db)),
      ),
    )
    .groupBy(orderIntents.runId)
    .orderBy(desc(goesOn), desc(orderRuns.createdAtMs))
    .limit(MOST)
    .all()
    .map(({ runId }) => runId);
  const howMany = (which: SQL) => sql<number>`coalesce(sum(${which}), 0)`;
  const inState = (...states: (typeof orderIntents.$inferSelect)['state'][]) =>
    howMany(inArray(orderIntents.state, states));
  return db
    .select({
      runId: orderRuns.runId,
      createdAtMs: orderRuns.createdAtMs,
      heldUntilMs: orderRuns.heldUntilMs,
      awaitsMinor: orderRuns.awaitsMinor,
      orders: sql<number>`count(*)`,
      underWay: inState(...UNDER_WAY),
      ordered: inState('ordered'),
      held: inState('held'),
      needsYou: howMany(sql`(${isRefusedAndMissing(db)})`),
    })
    .from(orderIntents)
    .innerJoin(orderRuns, eq(orderRuns.runId, orderIntents.runId))
    .where(inList(orderIntents.runId, found))
    .groupBy(orderRuns.runId)
    .orderBy(desc(goesOn), desc(orderRuns.createdAtMs), desc(orderRuns.runId))
    .all()
    .map(({ awaitsMinor, ...run }) => ({
      ...run,
      awaitsCredit: awaitsMinor === null ? null : minorToNumber(BigInt(awaitsMinor)),
    }));
}

/** What needs nobody stands first: nothing that is under way is among those that are cut off. */
const goesOn = sql`max(${inArray(orderIntents.state, UNDER_WAY)} or ${isNotNull(orderRuns.awaitsMinor)})`;

/** How many confirmed orders of the connection were not placed and wait for a person, or for the credit. */
export function ordersNotPlaced(db: Store, connectionId: string): number {
  return (
    db
      .select({ all: count() })
      .from(orderIntents)
      .innerJoin(orderRuns, eq(orderRuns.runId, orderIntents.runId))
      .where(
        and(
          inArray(orderIntents.state, ['held', 'needsYou']),
          eq(orderIntents.connectionId, connectionId),
          needsSomebody(db),
        ),
      )
      .get()?.all ?? 0
  );
}

/** An order that was not placed, until its books are ordered by a later run or gone, or its run is put aside. */
const needsSomebody = (db: Store) =>
  or(
    isNotNull(orderRuns.awaitsMinor),
    and(eq(orderRuns.isPutAside, false), or(isHeldOfBooks(db), isRefusedAndMissing(db))),
  );
const isHeldOfBooks = (db: Store) => and(eq(orderIntents.state, 'held'), exists(hasBook(db)));
const isRefusedAndMissing = (db: Store) => and(eq(orderIntents.state, 'needsYou'), isStillMissing(db));

/** The books of an intent that are in the library; of one that repeats an order, wherever they are: it never needed their rows. */
const hasBook = (db: Store, more?: SQL) =>
  db
    .select({ one: sql`1` })
    .from(orderIntentItems)
    .innerJoin(
      books,
      and(eq(books.bookId, orderIntentItems.bookId), or(isNull(books.undoId), isNotNull(orderIntents.repeats))),
    )
    .where(and(eq(orderIntentItems.intentId, orderIntents.intentId), more));

/** What says itself whom it is for, whoever the book goes to, says nothing of an order for somebody else. */
const followsBook = ({ repeats, promotionId }: Readonly<Record<'repeats' | 'promotionId', AnySQLiteColumn>>) =>
  and(isNull(repeats), isNull(promotionId));

/**
 * Of an intent that was refused: `hasBook`, and the book is in no run since; in none for its recipient, where the book still goes there or one of
 * the two does not follow the book.
 */
function isStillMissing(db: Store) {
  const [laterItem, later, laterRun] = [
    alias(orderIntentItems, 'later_item'),
    alias(orderIntents, 'later'),
    alias(orderRuns, 'later_run'),
  ];
  const stillGoesThere = db
    .select({ one: sql`1` })
    .from(bookRecipients)
    .where(
      and(eq(bookRecipients.bookId, orderIntentItems.bookId), eq(bookRecipients.recipientId, orderIntents.recipientId)),
    );
  const orderedSince = db
    .select({ one: sql`1` })
    .from(laterItem)
    .innerJoin(later, eq(later.intentId, laterItem.intentId))
    .innerJoin(laterRun, eq(laterRun.runId, later.runId))
    .where(
      and(
        eq(laterItem.bookId, orderIntentItems.bookId),
        eq(later.connectionId, orderIntents.connectionId),
        gt(laterRun.createdAtMs, orderRuns.createdAtMs),
        or(
          eq(later.recipientId, orderIntents.recipientId),
          and(followsBook(orderIntents), followsBook(later), notExists(stillGoesThere)),
        ),
      ),
    );
  return exists(hasBook(db, notExists(orderedSince)));
}
