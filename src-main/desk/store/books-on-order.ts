import { and, desc, eq, gt, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { BookStage } from '../../../src-core/desk/book-machine.ts';
import { moveBooks, stagesOf } from './book-stages.ts';
import { inList } from './in-list.ts';
import type { Store } from './open-store.ts';
import { bookRecipients, deliveries, orderIntentItems, orderIntents, orderRuns, orders } from './schema.ts';

/**
 * Those of the books that are ordered: all that they go to now have them on order, or others do and none of those, to whom
 * they were to go before. A book that some have and some have not is still to be ordered, for those.
 */
export function booksOnOrder(
  db: Store,
  connectionId: string,
  bookIds: readonly string[],
  live: readonly LiveItem[] = liveItems(db, connectionId, bookIds),
): ReadonlySet<string> {
  const has = new Set(live.map(({ bookId, recipientId }) => `${bookId} ${recipientId ?? ''}`));
  const onOrder = new Set(live.map(({ bookId }) => bookId));
  const goesTo = db
    .select({ bookId: bookRecipients.bookId, recipientId: bookRecipients.recipientId })
    .from(bookRecipients)
    .where(inList(bookRecipients.bookId, [...onOrder]))
    .all();
  const someHave = new Set(
    goesTo.filter((one) => has.has(`${one.bookId} ${one.recipientId}`)).map((one) => one.bookId),
  );
  for (const { bookId, recipientId } of goesTo)
    if (someHave.has(bookId) && !has.has(`${bookId} ${recipientId}`)) onOrder.delete(bookId);
  return onOrder;
}

/** Whom books go to changed: one that all of them have is ordered, one that somebody is still without may be ordered. Within a transaction. */
export function settleOnOrder(db: Store, bookIds: readonly string[]): void {
  const at = db
    .selectDistinct({ connectionId: deliveries.connectionId })
    .from(deliveries)
    .where(and(inList(deliveries.bookId, bookIds), inArray(deliveries.stage, ['uploaded', 'ordered'])))
    .all();
  for (const { connectionId } of at) {
    const stages = stagesOf(db, connectionId, bookIds);
    const onOrder = booksOnOrder(db, connectionId, bookIds);
    const wrong = (stage: BookStage, isOn: boolean) =>
      bookIds.filter((bookId) => stages.get(bookId) === stage && onOrder.has(bookId) === isOn);
    moveBooks(db, connectionId, wrong('uploaded', true), 'orderPlaced');
    const had = new Set(liveItems(db, connectionId, bookIds).map(({ bookId }) => bookId));
    const partly = wrong('ordered', false).filter((bookId) => had.has(bookId));
    moveBooks(db, connectionId, partly, 'orderCancelled');
  }
}

/** Whose books orders are, as the desk placed them. */
export const itemsOfOrders = (
  db: Store,
  connectionId: string,
  orderUids: readonly string[],
): Pick<LiveItem, 'bookId' | 'recipientId'>[] =>
  db
    .select({ bookId: orderIntentItems.bookId, recipientId: orderIntents.recipientId })
    .from(orderIntentItems)
    .innerJoin(orderIntents, eq(orderIntents.intentId, orderIntentItems.intentId))
    .where(and(eq(orderIntents.connectionId, connectionId), inList(orderIntents.orderUid, orderUids)))
    .all();

/** States of an intent that may be an order at the service already, or becomes one by itself. */
export const UNDER_WAY = ['waiting', 'sending', 'checking'] as const;

/** What is confirmed of the books and not known to be placed yet, with when it was confirmed. */
export const itemsUnderWay = (
  db: Store,
  connectionId: string,
  bookIds: readonly string[],
): (Pick<LiveItem, 'bookId' | 'recipientId'> & { readonly confirmedAtMs: number })[] =>
  db
    .select({
      bookId: orderIntentItems.bookId,
      recipientId: orderIntents.recipientId,
      confirmedAtMs: orderRuns.createdAtMs,
    })
    .from(orderIntentItems)
    .innerJoin(orderIntents, eq(orderIntents.intentId, orderIntentItems.intentId))
    .innerJoin(orderRuns, eq(orderRuns.runId, orderIntents.runId))
    .where(
      and(
        inList(orderIntentItems.bookId, bookIds),
        eq(orderIntents.connectionId, connectionId),
        inArray(orderIntents.state, UNDER_WAY),
      ),
    )
    .all();

/**
 * Of orders joined with their items, runs and the books' deliveries: those that hold the book as it is now at the service. By its number there
 * where that is the same; clocks are set, so that an order that was confirmed later may bear an earlier time than `sinceMs`.
 */
export const isOfTheseBytes = (sinceMs: SQL) =>
  or(gt(orderRuns.createdAtMs, sinceMs), eq(orderIntentItems.bookUid, deliveries.bookUid));

export interface LiveItem {
  readonly bookId: string;
  readonly recipientId: string | null;
  readonly orderUid: string | null;
  readonly orderedAtMs: number | null;
}

/** What is ordered of the books as they are and not cancelled, the newest order first. */
export const liveItems = (db: Store, connectionId: string, bookIds: readonly string[]): LiveItem[] =>
  db
    .select({
      bookId: orderIntentItems.bookId,
      recipientId: orderIntents.recipientId,
      orderUid: orderIntents.orderUid,
      orderedAtMs: orders.orderedAtMs,
    })
    .from(orderIntentItems)
    .innerJoin(orderIntents, eq(orderIntents.intentId, orderIntentItems.intentId))
    // In a state that nobody here knows it has no row: what nobody cancelled is printed all the same.
    .leftJoin(
      orders,
      and(eq(orders.connectionId, orderIntents.connectionId), eq(orders.orderUid, orderIntents.orderUid)),
    )
    .innerJoin(orderRuns, eq(orderRuns.runId, orderIntents.runId))
    .leftJoin(
      deliveries,
      and(eq(deliveries.bookId, orderIntentItems.bookId), eq(deliveries.connectionId, orderIntents.connectionId)),
    )
    .where(
      and(
        inList(orderIntentItems.bookId, bookIds),
        eq(orderIntentItems.isCancelled, false),
        eq(orderIntents.connectionId, connectionId),
        eq(orderIntents.state, 'ordered'),
        isOfTheseBytes(sql`coalesce(${deliveries.anewAtMs}, 0)`),
      ),
    )
    .orderBy(desc(orders.orderedAtMs))
    .all();
