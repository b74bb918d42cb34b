import { eq } from 'drizzle-orm';
import type { Ids } from '../../../src-core/ports.ts';
import { isCalledAsFile } from '../naming/naming-rules.ts';
import { carrySignOffs } from '../checks/sign-offs.ts';
import { consignmentsOf, setConsignments } from '../recipients/book-recipients.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import {
  bookRecipients,
  books,
  deliveries,
  files,
  jobs,
  orderIntentItems,
  signOffs,
  type BookRow,
} from '../store/schema.ts';

/** A book that gave its last file away is kept under such an `undoId`: what was sent, ordered and signed under it stays told. */
const MERGED = 'merged-';

/** Which of books of one file each becomes the one book of them: of whom something is known elsewhere, then of whom something was set; else the first. */
export function heirOf(db: Store, halves: readonly [BookRow, ...BookRow[]]): BookRow {
  const rank = (book: BookRow) => (isToldOf(db, book.bookId) ? 2 : 0) + (isSet(db, book) ? 1 : 0);
  return halves.reduce((best, book) => (rank(book) > rank(best) ? book : best));
}

/**
 * Puts a book aside whose file `into` takes over. What an operator set of it goes to `into` where nothing was set of that one:
 * title, spec, recipients and copies; and what was taken on of its bytes. Answers the ids of those sign-offs. `into`'s own file
 * is the one that it has now. In a transaction of its caller's.
 */
export function mergeInto(db: Store, ids: Ids, from: BookRow, into: BookRow): number[] {
  const set: Partial<BookRow> = {};
  if (isNamed(db, from) && !isNamed(db, into)) set.title = from.title;
  if (from.specOrigin === 'given' && into.specOrigin !== 'given')
    Object.assign(set, { specUid: from.specUid, specOrigin: from.specOrigin });
  const own = consignmentsOf(db, into.bookId);
  const goesTo = own.length > 0 ? own : consignmentsOf(db, from.bookId);
  const [first] = goesTo;
  set.quantity =
    goesTo.length > 1
      ? goesTo.reduce((copies, { quantity }) => copies + quantity, 0)
      : into.quantity === 1
        ? from.quantity
        : into.quantity;
  setConsignments(
    db,
    into.bookId,
    goesTo.length === 1 && first !== undefined ? [{ ...first, quantity: set.quantity }] : goesTo,
  );
  db.update(books).set(set).where(eq(books.bookId, into.bookId)).run();
  db.update(books)
    .set({ coverFileId: null, contentsFileId: null, undoId: `${MERGED}${ids.base62(12)}` })
    .where(eq(books.bookId, from.bookId))
    .run();
  return carrySignOffs(db, from.bookId, into.bookId);
}

/** Whether it was sent, ordered or signed for, on any connection. */
const isToldOf = (db: Store, bookId: string): boolean =>
  [deliveries, jobs, orderIntentItems, signOffs].some(
    (table) =>
      db.select({ bookId: table.bookId }).from(table).where(eq(table.bookId, bookId)).limit(1).get() !== undefined,
  );

/** Those of the books of which something would be lost with them: the same as `heirOf` asks of one, for as many as there are. */
export function worthKeeping(db: Store, rows: readonly BookRow[]): BookRow[] {
  const bookIds = rows.map(({ bookId }) => bookId);
  const told = new Set(
    [deliveries, jobs, orderIntentItems, signOffs, bookRecipients].flatMap((table) =>
      db
        .selectDistinct({ bookId: table.bookId })
        .from(table)
        .where(inList(table.bookId, bookIds))
        .all()
        .map(({ bookId }) => bookId),
    ),
  );
  const fileIds = rows.flatMap(({ coverFileId, contentsFileId }) => coverFileId ?? contentsFileId ?? []);
  const { fileId, name, folder } = files;
  const named = db.select({ fileId, name, folder }).from(files).where(inList(fileId, fileIds)).all();
  const fileOf = new Map(named.map((file) => [file.fileId, file]));
  return rows.filter(({ bookId, quantity, specOrigin, title, coverFileId, contentsFileId }) => {
    const file = fileOf.get(coverFileId ?? contentsFileId ?? '');
    const isCalledOtherwise = file !== undefined && !isCalledAsFile(db, file, title);
    return told.has(bookId) || quantity !== 1 || specOrigin === 'given' || isCalledOtherwise;
  });
}

const isSet = (db: Store, book: BookRow): boolean =>
  book.quantity !== 1 || book.specOrigin === 'given' || consignmentsOf(db, book.bookId).length > 0 || isNamed(db, book);

/** Whether it is called otherwise than the file that it was made of. */
function isNamed(db: Store, { title, coverFileId, contentsFileId }: BookRow): boolean {
  const file = db
    .select({ name: files.name, folder: files.folder })
    .from(files)
    .where(eq(files.fileId, coverFileId ?? contentsFileId ?? ''))
    .get();
  return file !== undefined && !isCalledAsFile(db, file, title);
}
