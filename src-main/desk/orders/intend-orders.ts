import { and, eq } from 'drizzle-orm';
import type { CreateOrderBody, Shipping } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { PrintReceipt } from '../../../src-core/desk/print-gate.ts';
import { nextIntent } from '../../../src-core/desk/order-intent.ts';
import type { DeskContext } from '../desk-context.ts';
import { moveBooks } from '../store/book-stages.ts';
import { newEffect, openEffect } from '../store/effects.ts';
import { inList } from '../store/in-list.ts';
import { insertMany } from '../store/insert-many.ts';
import { effects, orderIntents } from '../store/schema.ts';
import { effectOf, type Intent, type OrderIntents } from './order-intents.ts';
import type { KeptReview, ReviewedLine } from './order-review.ts';

/**
 * Makes an intent of every line, with its key. A held order of the same book, number and address is taken up with the key
 * that it has; anything else is a new order. Some statements for all new ones: thousands are confirmed at once. Within a
 * transaction.
 */
export function intendOrders(
  { db, ids }: Pick<DeskContext, 'db' | 'ids'>,
  intents: OrderIntents,
  runId: string,
  { connectionId, lines, fitNow }: KeptReview,
  address: Shipping,
  onlyFitting: boolean,
  prints: ReadonlyMap<string, PrintReceipt>,
): void {
  // What prints otherwise than it did when it was reviewed is not ordered.
  const bookIds = lines.map(({ bookId }) => bookId).filter((bookId) => prints.has(bookId));
  const moved = new Set(moveBooks(db, connectionId, bookIds, 'order'));
  const held = heldByBook(intents, connectionId, [...moved]);
  const short = new AppError('CREDIT_SHORT');
  const fresh: (typeof orderIntents.$inferInsert)[] = [];
  const keyed: (typeof effects.$inferInsert)[] = [];
  const shortBookIds: string[] = [];
  /** Null when none of the held ones is the order that is wanted now. */
  const takeUp = (line: ReviewedLine, position: number): Intent | null => {
    for (const intent of held.get(line.bookId) ?? []) {
      const effect = openEffect(db, effectOf(intent));
      if (effect?.body === bodyOf({ ...line, intentId: intent.intentId }, address))
        return intents.move(intent, 'putBack', {
          runId,
          position,
          problem: null,
          serviceText: null,
          notBeforeMs: null,
          print: prints.get(line.bookId) ?? null,
        });
      intents.move(intent, 'refused', { problem: { key: 'desk.order.replaced' } });
    }
    return null;
  };
  for (const [position, line] of lines.entries()) {
    const isShort = onlyFitting && position >= fitNow;
    const known = moved.has(line.bookId) ? takeUp(line, position) : null;
    if (known !== null) {
      if (isShort) intents.hold(known, short);
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
      print: prints.get(bookId) ?? null,
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

function heldByBook(
  intents: OrderIntents,
  connectionId: string,
  bookIds: readonly string[],
): ReadonlyMap<string, readonly Intent[]> {
  const isOf = and(eq(orderIntents.connectionId, connectionId), inList(orderIntents.bookId, bookIds));
  const byBook = new Map<string, Intent[]>();
  for (const intent of intents.inState('held', isOf))
    byBook.set(intent.bookId, [...(byBook.get(intent.bookId) ?? []), intent]);
  return byBook;
}

function bodyOf(
  { intentId, bookUid, quantity }: Pick<Intent, 'intentId' | 'bookUid' | 'quantity'>,
  address: Shipping,
): string {
  const body: CreateOrderBody = { items: [{ bookUid, quantity }], shipping: address, externalRef: intentId };
  return JSON.stringify(body);
}
