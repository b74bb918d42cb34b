import { eq, sql } from 'drizzle-orm';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import { ServiceError } from '../service-error.ts';
import { foundByKey } from '../store/prepared.ts';
import { bookPdfs, books } from '../store/schema.ts';

export type BookRow = typeof books.$inferSelect;
export type BookPdfRow = typeof bookPdfs.$inferSelect;

const bookOfUid = foundByKey((db) =>
  db
    .select()
    .from(books)
    .where(eq(books.bookUid, sql.placeholder('bookUid')))
    .prepare('book_of_uid'),
);

/**
 * The caller's book. Throws 404 when there is none, 403 ERR_FORBIDDEN for another partner's and 403 ERR_ENV_MISMATCH
 * for one of the other environment. `lock` holds the row until the transaction ends; `keep404` says whether idempotency
 * keeps the 404 (specification, "Idempotency rules" 5: of every subject but finalization).
 */
export async function findBook(
  db: Db,
  caller: Caller,
  bookUid: string,
  { lock = false, keep404 = true } = {},
): Promise<BookRow> {
  const [book] = lock
    ? await db.select().from(books).where(eq(books.bookUid, bookUid)).for('update')
    : await bookOfUid(db).execute({ bookUid });
  if (!book) throw new ServiceError('ERR_NOT_FOUND', [`책을 찾을 수 없습니다: ${bookUid}`], { keep: keep404 });
  if (book.accountUid !== caller.accountUid)
    throw new ServiceError('ERR_FORBIDDEN', ['다른 파트너의 책에는 접근할 수 없습니다']);
  if (book.environment !== caller.environment)
    throw new ServiceError('ERR_ENV_MISMATCH', ['책의 환경이 호출한 호스트의 환경과 다릅니다']);
  return book;
}

/** The spec that a book was made with. A catalogue that lost it cannot serve the book. */
export function specOf(context: ServiceContext, book: BookRow): CatalogueSpec {
  const spec = context.specs.get(book.bookSpecUid);
  if (!spec) throw new Error(`the catalogue has no ${book.bookSpecUid}, which book ${book.bookUid} needs`);
  return spec;
}

export async function pdfsOf(db: Db, bookUid: string): Promise<readonly BookPdfRow[]> {
  return db.select().from(bookPdfs).where(eq(bookPdfs.bookUid, bookUid));
}
