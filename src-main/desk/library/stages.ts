import { and, eq } from 'drizzle-orm';
import { canBook, nextBookStage, type BookEvent, type BookStage } from '../../../src-core/desk/book-machine.ts';
import type { Store } from '../store/open-store.ts';
import { books, deliveries } from '../store/schema.ts';

export type BookRow = typeof books.$inferSelect;
export type DeliveryRow = typeof deliveries.$inferSelect;

/** Stages that are about the files alone and so the same on every connection. */
const CHECK_STAGES: ReadonlySet<BookStage> = new Set(['incomplete', 'checking', 'needsYou', 'blocked', 'ready']);

/** Where a book stands as the given connection sees it. */
export const stageOf = (book: Pick<BookRow, 'stage'>, delivery: Pick<DeliveryRow, 'stage'> | null | undefined): BookStage => delivery?.stage ?? book.stage;

export function deliveryOf(db: Store, connectionId: string | null, bookId: string): DeliveryRow | null {
  if (connectionId === null) return null;
  return (
    db
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.connectionId, connectionId), eq(deliveries.bookId, bookId)))
      .get() ?? null
  );
}

/** Writes part of what a connection knows of a book. */
export function setDelivery(db: Store, connectionId: string, bookId: string, set: Partial<Omit<DeliveryRow, 'connectionId' | 'bookId'>>): void {
  db.insert(deliveries)
    .values({ connectionId, bookId, ...set })
    .onConflictDoUpdate({ target: [deliveries.connectionId, deliveries.bookId], set })
    .run();
}

export function bookStage(db: Store, connectionId: string | null, bookId: string): BookStage | null {
  const book = db.select({ stage: books.stage }).from(books).where(eq(books.bookId, bookId)).get();
  return book === undefined ? null : stageOf(book, deliveryOf(db, connectionId, bookId));
}

/**
 * Moves a book along the one table. A move that the table does not know is left out and answers false: the world may have
 * moved on between a decision and its effect.
 */
export function moveBook(db: Store, connectionId: string | null, bookId: string, event: BookEvent): boolean {
  if (event === 'filesChanged') outdateElsewhere(db, connectionId, bookId);
  const stage = bookStage(db, connectionId, bookId);
  if (stage === null || !canBook(stage, event)) return false;
  const next = nextBookStage(stage, event);
  if (CHECK_STAGES.has(next)) {
    db.update(books).set({ stage: next }).where(eq(books.bookId, bookId)).run();
    if (connectionId !== null && deliveryOf(db, connectionId, bookId) !== null) setDelivery(db, connectionId, bookId, { stage: null });
  } else if (connectionId !== null) {
    setDelivery(db, connectionId, bookId, { stage: next });
  }
  return true;
}

/** What another connection has of the old files is not this book any more; what is queued there notices by itself. */
function outdateElsewhere(db: Store, connectionId: string | null, bookId: string): void {
  for (const delivery of db.select().from(deliveries).where(eq(deliveries.bookId, bookId)).all()) {
    const { stage } = delivery;
    if (delivery.connectionId === connectionId || stage === null || stage === 'queued' || !canBook(stage, 'filesChanged')) continue;
    setDelivery(db, delivery.connectionId, bookId, { stage: null });
  }
}
