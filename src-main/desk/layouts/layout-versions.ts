import { and, asc, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { bookStageSchema, isSent } from '../../../src-core/desk/book-machine.ts';
import type { BookVersion } from '../../../src-core/ipc/subjects/library.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { carrySignOffs } from '../checks/sign-offs.ts';
import type { DeskContext } from '../desk-context.ts';
import { consignmentsOf, setConsignments } from '../recipients/book-recipients.ts';
import { stagesOf } from '../store/book-stages.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { books, deliveries, type BookRow } from '../store/schema.ts';

const SENT = bookStageSchema.options.filter(isSent);

/** The row that tells of a layout as it is now: the newest of its versions, in the wastebasket or not. */
export const rowOfLayout = (db: Store, layoutFolder: string): BookRow | undefined =>
  db
    .select()
    .from(books)
    .where(and(eq(books.layoutFolder, layoutFolder), ne(books.layoutState, 'former')))
    .get();

/** The newest version of a layout that is in the library. Undefined: none is. */
export const shownVersion = (db: Store, layoutFolder: string): Pick<BookRow, 'bookId' | 'version'> | undefined =>
  db
    .select({ bookId: books.bookId, version: books.version })
    .from(books)
    .where(and(eq(books.layoutFolder, layoutFolder), isNull(books.undoId)))
    .orderBy(desc(books.version))
    .get();

/** All rows of a layout, in the wastebasket or not, oldest first. */
export const bookIdsOf = (db: Store, layoutFolder: string): string[] =>
  db
    .select({ bookId: books.bookId })
    .from(books)
    .where(eq(books.layoutFolder, layoutFolder))
    .orderBy(asc(books.version))
    .all()
    .map(({ bookId }) => bookId);

/** What was sent off on any connection keeps its files: what was ordered in the Sandbox too. */
export const wasSent = (db: Store, bookId: string): boolean =>
  db
    .select({ bookId: deliveries.bookId })
    .from(deliveries)
    .where(and(eq(deliveries.bookId, bookId), inArray(deliveries.stage, SENT)))
    .get() !== undefined;

/** Its layout tells of this book, and of no newer version. */
export const isMadeHere = (book: BookRow): book is BookRow & { readonly layoutFolder: string } =>
  book.layoutFolder !== null && book.layoutState !== 'former';

type Made = Pick<BookRow, 'title' | 'layoutFolder' | 'layoutState' | 'version'>;

/** That a newer version has replaced a book, as it is told before it is ordered and when it is uploaded. Null: none has. */
export function replacedNote(db: Store, { title, layoutFolder, layoutState, version }: Made): TextRef | null {
  if (layoutState !== 'former' || layoutFolder === null) return null;
  // One that was taken out of the library again replaces nothing.
  const newest = shownVersion(db, layoutFolder)?.version ?? version;
  return newest > version ? { key: 'desk.review.formerVersion', params: { title, version, newest } } : null;
}

/** Of those books that newer versions have replaced, in the library's order. */
export function replacedNotes(db: Store, bookIds: readonly string[]): TextRef[] {
  const { title, layoutFolder, layoutState, version, addedAtMs } = books;
  return db
    .select({ title, layoutFolder, layoutState, version })
    .from(books)
    .where(and(eq(layoutState, 'former'), inList(books.bookId, bookIds)))
    .orderBy(asc(addedAtMs), asc(title))
    .all()
    .flatMap((made) => replacedNote(db, made) ?? []);
}

/** All books that were made of a layout and are in the library, oldest first. */
export function versionsOf(db: Store, connectionId: string | null, layoutFolder: string): BookVersion[] {
  const rows = db
    .select({ bookId: books.bookId, version: books.version })
    .from(books)
    .where(and(eq(books.layoutFolder, layoutFolder), isNull(books.undoId)))
    .orderBy(asc(books.version))
    .all();
  const stages = stagesOf(
    db,
    connectionId,
    rows.map(({ bookId }) => bookId),
  );
  return rows.map((row) => ({ ...row, stage: stages.get(row.bookId) ?? 'checking' }));
}

/** The version that an export would become if it ended now; null: it becomes the files of the row that is there. */
export function nextVersion(db: Store, layoutFolder: string): number | null {
  const row = rowOfLayout(db, layoutFolder);
  if (row === undefined) return null;
  const isAside = row.undoId !== null && row.layoutState !== 'notExported';
  return isAside || wasSent(db, row.bookId) ? row.version + 1 : null;
}

/**
 * The row that takes new files of a layout: the one that there is, or a new version where that one was sent off or taken out of
 * the library. In a transaction of its caller's. Undefined: no row knows this layout.
 */
export function rowForFiles({ db, ids, clock }: DeskContext, layoutFolder: string): BookRow | undefined {
  const row = rowOfLayout(db, layoutFolder);
  const version = nextVersion(db, layoutFolder);
  if (row === undefined || version === null) return row;
  db.update(books).set({ layoutState: 'former' }).where(eq(books.bookId, row.bookId)).run();
  const { importId, title, batch, specUid, specOrigin, quantity, pairing, pageCount } = row;
  const bookId = `b_${ids.base62(12)}`;
  carrySignOffs(db, row.bookId, bookId);
  setConsignments(db, bookId, consignmentsOf(db, row.bookId));
  return db
    .insert(books)
    .values({
      bookId,
      ...{ importId, title, batch, specUid, specOrigin, quantity, pairing, pageCount, layoutFolder, version },
      layoutState: 'exported',
      stage: 'inLayout',
      verdict: 'notChecked',
      findings: [],
      addedAtMs: clock.nowMs(),
    })
    .returning()
    .get();
}
