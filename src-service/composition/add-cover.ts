import { eq } from 'drizzle-orm';
import type { CoverResult } from '../../src-core/contract/composition.ts';
import { pageMetaOf } from '../../src-core/specs/page-rules.ts';
import { specOf } from '../books/find-book.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { bookEntries, books } from '../store/schema.ts';
import { admitEntry } from './admit-entry.ts';
import { requirePhotos } from './gather-pictures.ts';
import type { PreparedEntry } from './prepare-entry.ts';

/** POST cover: the book's one cover, which is not counted among its pages. Asked for again under the lock: one of two at once wins. */
export async function addCover(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  bookUid: string,
  { template, values, photoNames }: PreparedEntry,
): Promise<CoverResult> {
  const book = await admitEntry(db, caller, bookUid, 'cover', { lock: true });
  await requirePhotos(db, bookUid, photoNames);
  const now = new Date(context.clock.nowMs());
  await db
    .insert(bookEntries)
    .values({ bookUid, part: 'cover', position: 0, templateUid: template.templateUid, values, createdAt: now });
  await db
    .update(books)
    .set({ coverTemplateUid: template.templateUid, updatedAt: now })
    .where(eq(books.bookUid, bookUid));
  return { result: 'inserted', pageMeta: pageMetaOf(specOf(context, book), book.pageCount) };
}
