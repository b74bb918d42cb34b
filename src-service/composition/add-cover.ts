import { eq } from 'drizzle-orm';
import type { CoverResult } from '../../src-core/contract/composition.ts';
import { judgeCover } from '../../src-core/composition/cover.ts';
import { pageMetaOf } from '../../src-core/specs/page-rules.ts';
import { specOf } from '../books/find-book.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { bookEntries, books } from '../store/schema.ts';
import { admitEntry } from './admit-entry.ts';
import { requirePhotos } from './gather-pictures.ts';
import type { PreparedEntry } from './prepare-entry.ts';
import { systemValuesOf } from './system-values.ts';
import { warningsOf } from './answer-warnings.ts';

/** POST cover: the book's one cover, which is not counted among its pages. Asked for again under the lock: one of two at once wins. Throws 400 for a text that has no room. */
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
  const spec = specOf(context, book);
  const { fits, pictures } = judgeCover({
    spec,
    template,
    values,
    system: systemValuesOf(book, now),
    measure: context.typefaces.measureBy(book.rules),
  });
  const warnings = warningsOf(fits, pictures);
  await db
    .insert(bookEntries)
    .values({ bookUid, part: 'cover', position: 0, templateUid: template.templateUid, values, createdAt: now });
  await db
    .update(books)
    .set({ coverTemplateUid: template.templateUid, updatedAt: now })
    .where(eq(books.bookUid, bookUid));
  return {
    result: 'inserted',
    pageMeta: pageMetaOf(spec, book.pageCount),
    ...(warnings !== undefined && { warnings }),
  };
}
