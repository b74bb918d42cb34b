import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { canBook, nextBookStage, type BookEvent, type BookStage } from '../../../src-core/desk/book-machine.ts';
import { inGiven, inList } from './in-list.ts';
import type { Store } from './open-store.ts';
import { perStore } from './per-store.ts';
import { readTogether } from './read-together.ts';
import { books, deliveries, jobs, type BookRow } from './schema.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;

/** Stages that are about the files alone and so the same on every connection. */
const CHECK_STAGES: ReadonlySet<BookStage> = new Set([
  'inLayout',
  'incomplete',
  'checking',
  'needsYou',
  'blocked',
  'ready',
]);

/** Where a book stands as the given connection sees it. */
export const stageOf = (
  book: Pick<BookRow, 'stage'>,
  delivery: Pick<DeliveryRow, 'stage'> | null | undefined,
): BookStage => delivery?.stage ?? book.stage;

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
export function setDelivery(
  db: Store,
  connectionId: string,
  bookId: string,
  set: Partial<Omit<DeliveryRow, 'connectionId' | 'bookId'>>,
): void {
  db.insert(deliveries)
    .values({ connectionId, bookId, ...set })
    .onConflictDoUpdate({ target: [deliveries.connectionId, deliveries.bookId], set })
    .run();
}

export const bookStage = (db: Store, connectionId: string | null, bookId: string): BookStage | null =>
  stagesOf(db, connectionId, [bookId]).get(bookId) ?? null;

const storedStages = perStore((db) =>
  readTogether(
    db,
    { bookId: books.bookId, stage: books.stage, ofDelivery: sql<BookStage | null>`${deliveries.stage}` },
    (select) =>
      select
        .from(books)
        .leftJoin(
          deliveries,
          and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, sql.placeholder('connectionId'))),
        )
        .where(inGiven(books.bookId, 'bookIds')),
  ),
);

/** Where each of the books stands as the connection sees it; those that are gone are missing. */
export function stagesOf(db: Store, connectionId: string | null, bookIds: readonly string[]): Map<string, BookStage> {
  const rows = storedStages(db)({ connectionId: connectionId ?? '', bookIds: JSON.stringify(bookIds) });
  return new Map(rows.map(({ bookId, stage, ofDelivery }) => [bookId, stageOf({ stage }, { stage: ofDelivery })]));
}

/**
 * Moves books along the one table and answers which moved. A move that the table does not know is left out: the world may
 * have moved on between a decision and its effect. So many statements, however many books. `stages` are those of `stagesOf`
 * where the caller has just asked.
 */
export function moveBooks(
  db: Store,
  connectionId: string | null,
  bookIds: readonly string[],
  event: BookEvent,
  stages: ReadonlyMap<string, BookStage> = stagesOf(db, connectionId, bookIds),
): string[] {
  if (event === 'filesChanged') outdateElsewhere(db, connectionId, bookIds);
  const moved: string[] = [];
  const left: string[] = [];
  const next = new Map<BookStage, string[]>();
  for (const bookId of new Set(bookIds)) {
    const stage = stages.get(bookId);
    if (stage === undefined || !canBook(stage, event)) continue;
    const to = nextBookStage(stage, event);
    moved.push(bookId);
    if (stage === 'failed' && to !== 'failed') left.push(bookId);
    // A check that finds what the last one found writes nothing: a library is judged anew at every start.
    if (to !== stage) next.set(to, [...(next.get(to) ?? []), bookId]);
  }
  for (const [stage, ofStage] of next) put(db, connectionId, ofStage, stage);
  if (connectionId !== null) notByItself(db, connectionId, left);
  return moved;
}

/** What failed of books that are others by now, or were taken up again, is not tried again by itself. */
function notByItself(db: Store, connectionId: string, bookIds: readonly string[]): void {
  if (bookIds.length === 0) return;
  db.update(jobs)
    .set({ notBeforeMs: null })
    .where(and(eq(jobs.connectionId, connectionId), inList(jobs.bookId, bookIds), eq(jobs.status, 'failed')))
    .run();
}

/** Answers whether the book moved. */
export const moveBook = (db: Store, connectionId: string | null, bookId: string, event: BookEvent): boolean =>
  moveBooks(db, connectionId, [bookId], event).length > 0;

function put(db: Store, connectionId: string | null, bookIds: readonly string[], stage: BookStage): void {
  if (CHECK_STAGES.has(stage)) {
    db.update(books).set({ stage }).where(inList(books.bookId, bookIds)).run();
    if (connectionId !== null) {
      db.update(deliveries)
        .set({ stage: null })
        .where(and(eq(deliveries.connectionId, connectionId), inList(deliveries.bookId, bookIds)))
        .run();
    }
  } else if (connectionId !== null) {
    // `where true` keeps SQLite from reading `on conflict` as a join's condition.
    db.run(
      sql`insert into ${deliveries} (connection_id, book_id, stage) select ${connectionId}, value, ${stage} from json_each(${JSON.stringify(bookIds)}) where true on conflict (connection_id, book_id) do update set stage = excluded.stage`,
    );
  }
}

/** What another connection has of the old files is not this book any more; what is queued there notices by itself, before it is sent. */
function outdateElsewhere(db: Store, connectionId: string | null, bookIds: readonly string[]): void {
  const elsewhere = db
    .select()
    .from(deliveries)
    .where(
      and(
        inList(deliveries.bookId, bookIds),
        ne(deliveries.connectionId, connectionId ?? ''),
        isNotNull(deliveries.stage),
      ),
    )
    .all();
  for (const { connectionId: other, bookId, stage } of elsewhere) {
    if (stage === null || stage === 'queued' || !canBook(stage, 'filesChanged')) continue;
    setDelivery(db, other, bookId, { stage: null });
    if (stage === 'failed') notByItself(db, other, [bookId]);
  }
}
