import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { halfTitle } from '../../../src-core/imports/left-over-files.ts';
import type { DeskContext } from '../desk-context.ts';
import { namesOf } from '../naming/naming-rules.ts';
import { mergeInto, worthKeeping } from '../library/merged-books.ts';
import { inList } from '../store/in-list.ts';
import { insertMany } from '../store/insert-many.ts';
import { updateMany } from '../store/update-many.ts';
import { books, files, signOffs, type BookRow } from '../store/schema.ts';

/** A book, and the files that it is to be made of. */
export interface Refiled {
  readonly bookId: string;
  readonly coverFileId: string;
  readonly contentsFileId: string;
  /** Of the manifest, from 1. */
  readonly row: number;
}

/** How books were before, where their files lie since, and those that were made. */
export interface RefiledStep {
  readonly before: readonly BookRow[];
  readonly after: readonly Placed[];
  readonly made: readonly string[];
  readonly signOffIds: readonly number[];
}

type Placed = Pick<BookRow, 'bookId' | 'coverFileId' | 'contentsFileId' | 'undoId'>;

/**
 * Makes books of the files that a manifest names (pairing rule 4). Files never leave the library by it: one that loses its place
 * becomes a book of its own, a book that loses all of its files goes, and what was set or is told of it goes to the book that has its
 * file now. Some statements, however many books. Within a transaction.
 */
export function refile({ db, ids, clock }: DeskContext, refiled: readonly Refiled[]): RefiledStep {
  const wanted = new Map(refiled.map((one) => [one.bookId, one]));
  const claimed = new Set(refiled.flatMap(({ coverFileId, contentsFileId }) => [coverFileId, contentsFileId]));
  const named = [...claimed];
  const before = new Map<string, BookRow>();
  for (const condition of [
    inList(books.bookId, [...wanted.keys()]),
    inList(books.coverFileId, named),
    inList(books.contentsFileId, named),
  ])
    for (const row of db.select().from(books).where(condition).all())
      if (row.undoId === null) before.set(row.bookId, row);

  const freed: { readonly of: BookRow; readonly role: PdfKind; readonly fileId: string }[] = [];
  const set: [string, Pick<BookRow, 'coverFileId' | 'contentsFileId' | 'pairing'>][] = [];
  const gone: BookRow[] = [];
  for (const book of before.values()) {
    const to = wanted.get(book.bookId);
    const kept = (fileId: string | null) => (fileId === null || claimed.has(fileId) ? null : fileId);
    if (to !== undefined) {
      for (const [role, fileId] of [
        ['cover', kept(book.coverFileId)],
        ['contents', kept(book.contentsFileId)],
      ] as const)
        if (fileId !== null) freed.push({ of: book, role, fileId });
      const pairing = { key: 'desk.pairing.manifest', params: { row: to.row } };
      set.push([book.bookId, { coverFileId: to.coverFileId, contentsFileId: to.contentsFileId, pairing }]);
      continue;
    }
    const left = { coverFileId: kept(book.coverFileId), contentsFileId: kept(book.contentsFileId) };
    if (left.coverFileId === null && left.contentsFileId === null) gone.push(book);
    else set.push([book.bookId, { ...left, pairing: book.pairing }]);
  }
  const heirs = new Map(
    refiled.flatMap((one) => [
      [one.coverFileId, one.bookId],
      [one.contentsFileId, one.bookId],
    ]),
  );
  const kept = worthKeeping(db, gone);
  const signOffIds = kept.flatMap((book) => {
    const into = before.get(heirs.get(book.contentsFileId ?? book.coverFileId ?? '') ?? '');
    const now = into && db.select().from(books).where(eq(books.bookId, into.bookId)).get();
    return now === undefined ? [] : mergeInto(db, ids, book, now);
  });
  const keptIds = new Set(kept.map(({ bookId }) => bookId));
  const goneIds = gone.map(({ bookId }) => bookId).filter((bookId) => !keptIds.has(bookId));
  db.delete(books).where(inList(books.bookId, goneIds)).run();
  updateMany(db, books, 'bookId', set);
  const fileIds = freed.map(({ fileId }) => fileId);
  const names = new Map(
    db
      .select({ fileId: files.fileId, name: files.name, folder: files.folder })
      .from(files)
      .where(inList(files.fileId, fileIds))
      .all()
      .map((file) => [file.fileId, file]),
  );
  const halves = freed.map(({ of, role, fileId }) => {
    const file = names.get(fileId);
    return {
      bookId: `b_${ids.base62(12)}`,
      importId: of.importId,
      title: file === undefined ? of.title : halfTitle(file, namesOf(db)),
      batch: of.batch,
      quantity: 1,
      coverFileId: role === 'cover' ? fileId : null,
      contentsFileId: role === 'contents' ? fileId : null,
      pairing: { key: 'desk.pairing.displaced', params: { title: of.title } },
      stage: 'checking' as const,
      verdict: 'notChecked' as const,
      findings: [],
      addedAtMs: clock.nowMs(),
    };
  });
  insertMany(db, books, halves);
  const made = halves.map(({ bookId }) => bookId);
  return { before: [...before.values()], after: placed(db, [...before.keys(), ...made]), made, signOffIds };
}

/** Whether the files still lie where the step put them. */
export function liesAsRefiled({ db }: DeskContext, { after }: RefiledStep): boolean {
  const now = placed(
    db,
    after.map(({ bookId }) => bookId),
  );
  return JSON.stringify(now) === JSON.stringify(after);
}

const placed = (db: DeskContext['db'], bookIds: readonly string[]): Placed[] => {
  const { bookId, coverFileId, contentsFileId, undoId } = books;
  return db
    .select({ bookId, coverFileId, contentsFileId, undoId })
    .from(books)
    .where(inList(bookId, bookIds))
    .orderBy(bookId)
    .all();
};

/** Takes it back. Within a transaction. */
export function undoRefile({ db, clock }: DeskContext, { before, made, signOffIds }: RefiledStep): void {
  db.delete(books).where(inList(books.bookId, made)).run();
  const bookIds = before.map(({ bookId }) => bookId);
  const there = new Set(placed(db, bookIds).map(({ bookId }) => bookId));
  updateMany(
    db,
    books,
    'bookId',
    before.map(({ bookId, coverFileId, contentsFileId, pairing, undoId }) => [
      bookId,
      { coverFileId, contentsFileId, pairing, undoId },
    ]),
  );
  insertMany(
    db,
    books,
    before.filter(({ bookId }) => !there.has(bookId)),
  );
  db.update(signOffs)
    .set({ withdrawnAtMs: clock.nowMs() })
    .where(and(inArray(signOffs.id, [...signOffIds]), isNull(signOffs.withdrawnAtMs)))
    .run();
}
