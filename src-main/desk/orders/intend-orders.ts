import { and, eq } from 'drizzle-orm';
import type { CreateOrderBody, Shipping } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { PrintReceipt } from '../../../src-core/desk/print-gate.ts';
import { nextIntent } from '../../../src-core/desk/order-intent.ts';
import { recipientKey } from '../../../src-core/desk/recipients.ts';
import type { DeskContext } from '../desk-context.ts';
import { moveBooks } from '../store/book-stages.ts';
import { newEffect, openEffect } from '../store/effects.ts';
import { inList } from '../store/in-list.ts';
import { insertMany } from '../store/insert-many.ts';
import { bookRecipients, deliveries, effects, orderIntentItems, orderIntents } from '../store/schema.ts';
import { effectOf, type Intent, type OrderIntents } from './order-intents.ts';
import type { ReviewedOrder } from './order-review.ts';

export interface IntendedRun {
  readonly runId: string;
  readonly connectionId: string;
  /** In the order in which they are placed. */
  readonly placed: readonly ReviewedOrder[];
  /** What the credit does not cover: intents too, that wait for it. */
  readonly short: readonly ReviewedOrder[];
  /** Whom orders without a recipient go to; null where there are none. */
  readonly address: Shipping | null;
  readonly prints: ReadonlyMap<string, PrintReceipt>;
}

/**
 * Makes an intent of every order, with its key. A held order of the same books, numbers and address is taken up with the key
 * that it has; anything else is a new order, and takes the place of what is held of its books for the same recipient. Some statements for
 * all new ones: thousands are confirmed at once. Within a transaction. Answers the held orders that were taken up or replaced, as they were.
 * Throws ORDER_NEEDS_ADDRESS.
 */
export function intendOrders(
  { db, ids }: Pick<DeskContext, 'db' | 'ids'>,
  intents: OrderIntents,
  { runId, connectionId, placed, short, address, prints }: IntendedRun,
): readonly Intent[] {
  const all = [...placed, ...short];
  // What prints otherwise than it did when it was reviewed is not ordered.
  const bookIds = all.flatMap(({ lines }) => lines.map(({ bookId }) => bookId)).filter((bookId) => prints.has(bookId));
  const moved = new Set(moveBooks(db, connectionId, asReviewed(db, connectionId, all, bookIds), 'order'));
  const held = heldByBook(db, intents, connectionId, [...moved], all, address);
  const creditShort = new AppError('CREDIT_SHORT');
  const fresh: (typeof orderIntents.$inferInsert)[] = [];
  const items: (typeof orderIntentItems.$inferInsert)[] = [];
  const keyed: (typeof effects.$inferInsert)[] = [];
  const resting: Intent[] = [];
  const taken = new Set<string>();
  /** Null when none of the held ones is the order that is wanted now. */
  const takeUp = (order: ReviewedOrder, shipping: Shipping, position: number): Intent | null => {
    for (const { intent, body } of held.get(order.lines[0]?.bookId ?? '') ?? []) {
      if (taken.has(intent.intentId)) continue;
      if (body !== bodyOf(order, shipping, intent.intentId)) continue;
      taken.add(intent.intentId);
      for (const { bookId, spec } of order.lines) {
        const isItem = and(eq(orderIntentItems.intentId, intent.intentId), eq(orderIntentItems.bookId, bookId));
        db.update(orderIntentItems)
          .set({ print: prints.get(bookId) ?? null, spec })
          .where(isItem)
          .run();
      }
      return intents.move(intent, 'putBack', {
        runId,
        position,
        recipientId: order.recipient?.recipientId ?? null,
        problem: null,
        serviceText: null,
        notBeforeMs: null,
        ...causeOf(order),
      });
    }
    return null;
  };
  for (const [position, order] of all.entries()) {
    const isShort = position >= placed.length;
    const shipping = order.recipient?.address ?? address;
    if (shipping === null) throw new AppError('ORDER_NEEDS_ADDRESS');
    const changed = order.lines.filter(({ bookId }) => !moved.has(bookId));
    const known = changed.length === 0 ? takeUp(order, shipping, position) : null;
    if (known !== null) {
      if (isShort) resting.push(intents.move(known, 'creditShort', { problem: creditShort.text }));
      continue;
    }
    const intent = {
      intentId: `bps-${ids.uuid()}`,
      runId,
      connectionId,
      position,
      recipientId: order.recipient?.recipientId ?? null,
      recipientName: shipping.recipientName,
      attempts: 0,
      ...causeOf(order),
    };
    for (const [at, { bookId, bookUid, quantity, spec }] of order.lines.entries())
      items.push({
        intentId: intent.intentId,
        position: at,
        bookId,
        bookUid,
        quantity,
        print: prints.get(bookId) ?? null,
        spec,
        isCancelled: false,
      });
    if (changed.length > 0) {
      // What was reviewed is not what would be ordered any more: told in the run, and nothing is sent.
      const [first] = changed;
      fresh.push({
        ...intent,
        state: 'needsYou',
        problem: { key: 'desk.order.changed', params: { title: first?.title ?? '', count: changed.length } },
      });
      resting.push(rowOf(intent, 'needsYou'));
      continue;
    }
    const state = isShort ? nextIntent('waiting', 'creditShort') : 'waiting';
    fresh.push({ ...intent, state, problem: isShort ? creditShort.text : null });
    keyed.push(newEffect(ids, effectOf(intent), bodyOf(order, shipping, intent.intentId)));
    if (isShort) resting.push(rowOf(intent, state));
  }
  const isOver = ({ intent, isReplaced }: HeldOrder) => isReplaced || taken.has(intent.intentId);
  const over = [...held.values()].flat().filter(isOver);
  const before = [...new Set(over.map(({ intent }) => intent))];
  for (const intent of before)
    if (!taken.has(intent.intentId)) intents.move(intent, 'refused', { problem: { key: 'desk.order.replaced' } });
  insertMany(db, orderIntents, fresh);
  insertMany(db, orderIntentItems, items);
  insertMany(db, effects, keyed);
  intents.settleBooks(resting);
  return before;
}

/** Those of the books that were not ordered since they were reviewed, nor had an order of theirs cancelled, nor were sent anew. */
function asReviewed(
  db: DeskContext['db'],
  connectionId: string,
  orders: readonly ReviewedOrder[],
  bookIds: readonly string[],
): string[] {
  const seen = new Map(orders.flatMap(({ lines }) => lines).map((line) => [line.bookId, line]));
  const now = new Map(
    db
      .select({
        bookId: deliveries.bookId,
        bookUid: deliveries.bookUid,
        stage: deliveries.stage,
        orderUid: deliveries.orderUid,
      })
      .from(deliveries)
      .where(and(eq(deliveries.connectionId, connectionId), inList(deliveries.bookId, bookIds)))
      .all()
      .map((delivery) => [delivery.bookId, delivery]),
  );
  return bookIds.filter((bookId) => {
    const [before, delivery] = [seen.get(bookId), now.get(bookId)];
    return (
      before?.bookUid === delivery?.bookUid &&
      before?.stage === delivery?.stage &&
      before?.orderUid === delivery?.orderUid
    );
  });
}

/** What has an order placed, beside a person, and for how much. */
const causeOf = ({ promoted, repeats, hotFolderId, estimateMinor }: ReviewedOrder) => ({
  promotionId: promoted?.promotionId ?? null,
  promotedOrder: promoted?.order ?? null,
  repeats,
  hotFolderId: hotFolderId ?? null,
  estimateMinor,
});

const rowOf = (
  intent: Pick<
    Intent,
    | 'intentId'
    | 'runId'
    | 'connectionId'
    | 'position'
    | 'recipientId'
    | 'recipientName'
    | 'attempts'
    | 'promotionId'
    | 'promotedOrder'
    | 'repeats'
    | 'hotFolderId'
    | 'estimateMinor'
  >,
  state: Intent['state'],
): Intent => ({
  ...intent,
  state,
  orderUid: null,
  placedAtMs: null,
  chargeMinor: null,
  notBeforeMs: null,
  problem: null,
  serviceText: null,
});

interface HeldOrder {
  readonly intent: Intent;
  readonly body: string | null;
  /** It has no place beside the orders. */
  readonly isReplaced: boolean;
}

/**
 * What is held of the books, by book. It is replaced by an order for the same recipient. Beside one for somebody else it has a place where it says
 * itself whom it is for, as what repeats an order does, or where the book still goes to its recipient: his copies are ordered by none of these. Any
 * other follows the book, and goes where an order does that follows it too.
 */
function heldByBook(
  db: DeskContext['db'],
  intents: OrderIntents,
  connectionId: string,
  bookIds: readonly string[],
  orders: readonly ReviewedOrder[],
  address: Shipping | null,
): ReadonlyMap<string, readonly HeldOrder[]> {
  const found = db
    .select({
      bookId: orderIntentItems.bookId,
      intentId: orderIntents.intentId,
      goesTo: bookRecipients.recipientId,
    })
    .from(orderIntentItems)
    .innerJoin(orderIntents, eq(orderIntents.intentId, orderIntentItems.intentId))
    .leftJoin(
      bookRecipients,
      and(eq(bookRecipients.bookId, orderIntentItems.bookId), eq(bookRecipients.recipientId, orderIntents.recipientId)),
    )
    .where(
      and(
        inList(orderIntentItems.bookId, bookIds),
        eq(orderIntents.connectionId, connectionId),
        eq(orderIntents.state, 'held'),
      ),
    )
    .all();
  const isFound = inList(
    orderIntents.intentId,
    found.map(({ intentId }) => intentId),
  );
  const byId = new Map(intents.inState('held', isFound).map((intent) => [intent.intentId, intent]));
  const bodies = new Map(
    [...byId].map(([intentId, intent]) => [intentId, openEffect(db, effectOf(intent))?.body ?? null]),
  );
  const wanted = new Set<string>();
  const followed = new Set<string>();
  for (const order of orders) {
    const shipping = order.recipient?.address ?? address;
    for (const { bookId } of order.lines) {
      if (order.recipient !== null) wanted.add(`${bookId} ${order.recipient.recipientId}`);
      if (shipping !== null) wanted.add(`${bookId} ${recipientKey(shipping)}`);
      if (order.repeats === null && order.promoted === null) followed.add(bookId);
    }
  }
  const byBook = new Map<string, HeldOrder[]>();
  for (const { bookId, intentId, goesTo } of found) {
    const intent = byId.get(intentId);
    if (intent === undefined) continue;
    const body = bodies.get(intentId) ?? null;
    const isForSame =
      wanted.has(`${bookId} ${intent.recipientId ?? ''}`) ||
      (body !== null && wanted.has(`${bookId} ${recipientKey((JSON.parse(body) as CreateOrderBody).shipping)}`));
    const followsBook = intent.repeats === null && intent.promotionId === null && goesTo === null;
    const isReplaced = isForSame || (followsBook && followed.has(bookId));
    byBook.set(bookId, [...(byBook.get(bookId) ?? []), { intent, body, isReplaced }]);
  }
  return byBook;
}

function bodyOf({ lines }: Pick<ReviewedOrder, 'lines'>, shipping: Shipping, externalRef: string): string {
  const items = lines.map(({ bookUid, quantity }) => ({ bookUid, quantity }));
  const body: CreateOrderBody = { items, shipping, externalRef };
  return JSON.stringify(body);
}
