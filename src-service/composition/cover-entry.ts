import { and, eq } from 'drizzle-orm';
import type { CoverEntry, DeletedCover } from '../../src-core/contract/composition.ts';
import { pageMetaOf } from '../../src-core/specs/page-rules.ts';
import { specOf, type BookRow } from '../books/find-book.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { bookEntries, books } from '../store/schema.ts';
import { admitEditing, templateBook } from './admit-entry.ts';

/** GET cover: the entry as POST answered it, and its template. Throws 404 when the book has none. */
export async function readCover(db: Db, context: ServiceContext, caller: Caller, bookUid: string): Promise<CoverEntry> {
  const book = await templateBook(db, caller, bookUid, 'cover');
  return {
    result: 'inserted',
    pageMeta: pageMetaOf(specOf(context, book), book.pageCount),
    templateUid: coverOf(book),
  };
}

/** DELETE cover: a draft without its cover; its contents stay. Throws 404 when there is none, 400 when the book is no draft. */
export async function removeCover(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  bookUid: string,
): Promise<DeletedCover> {
  const book = await admitEditing(db, caller, bookUid, 'cover', { lock: true });
  coverOf(book);
  await db.delete(bookEntries).where(and(eq(bookEntries.bookUid, bookUid), eq(bookEntries.part, 'cover')));
  await db
    .update(books)
    .set({ coverTemplateUid: null, updatedAt: new Date(context.clock.nowMs()) })
    .where(eq(books.bookUid, bookUid));
  return { result: 'deleted', pageMeta: pageMetaOf(specOf(context, book), book.pageCount) };
}

function coverOf({ bookUid, coverTemplateUid }: BookRow): string {
  if (coverTemplateUid === null) throw new ServiceError('ERR_NOT_FOUND', [`표지가 없습니다: ${bookUid}`]);
  return coverTemplateUid;
}
