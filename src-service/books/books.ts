import { CURRENT_RULES } from '../../src-core/composition/book-rules.ts';
import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import type { z } from 'zod';
import {
  BOOK_STATUS,
  creationTypeSchema,
  type Book,
  type BookListItem,
  type bookListQuerySchema,
  type CreateBookBody,
  type PageMeta,
} from '../../src-core/contract/books.ts';
import { pageMetaOf, pageRuleBreach } from '../../src-core/specs/page-rules.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ruleText } from '../rule-texts.ts';
import { fieldsRefused } from '../service-error.ts';
import { isWithin } from '../store/period.ts';
import { books } from '../store/schema.ts';
import { pageOfRows } from '../store/page-of-rows.ts';
import { findBook, specOf, type BookRow } from './find-book.ts';
import { pageRuleError } from './page-rule-error.ts';

/** `creationType` as it came: an unknown one is refused here, because that answer is one that idempotency keeps. */
export type NewBook = Omit<CreateBookBody, 'creationType'> & { readonly creationType: string };

const refused = (field: string, message: string, constraint: 'required' | 'enum', currentValue?: string) =>
  fieldsRefused([{ field, message, ...(currentValue === undefined ? {} : { currentValue }), constraint }], {
    keep: true,
  });

/** POST /books. Throws the 400s of the specification; the page-rule ones are not kept by idempotency. */
export async function createBook(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  body: NewBook,
): Promise<{ bookUid: string; pageMeta: PageMeta }> {
  const type = creationTypeSchema.safeParse(body.creationType);
  if (!type.success)
    throw refused(
      'creationType',
      ruleText('enum', { values: creationTypeSchema.options.join(', ') }),
      'enum',
      body.creationType,
    );
  const spec = context.specs.get(body.bookSpecUid);
  if (!spec) throw refused('bookSpecUid', '존재하지 않는 판형입니다', 'enum', body.bookSpecUid);
  if (
    body.specProfileUid !== undefined &&
    context.specProfiles.get(body.specProfileUid)?.bookSpecUid !== spec.bookSpecUid
  )
    throw refused('specProfileUid', '유효하지 않은 프로필입니다', 'enum', body.specProfileUid);
  const pageCount = type.data === 'TEMPLATE' ? 0 : body.pageCount;
  if (pageCount === undefined) throw refused('pageCount', `${type.data} 책에는 필수 항목입니다`, 'required');
  const breach = type.data === 'TEMPLATE' ? null : pageRuleBreach(spec, pageCount);
  if (breach !== null) throw pageRuleError(breach, 'pageCount');
  const bookUid = `bk_${context.ids.base62(12)}`;
  const now = new Date(context.clock.nowMs());
  await db.insert(books).values({
    bookUid,
    accountUid: caller.accountUid,
    environment: caller.environment,
    title: body.title,
    bookSpecUid: spec.bookSpecUid,
    specProfileUid: body.specProfileUid ?? null,
    creationType: type.data,
    pageCount,
    status: BOOK_STATUS.draft,
    rules: CURRENT_RULES,
    externalRef: body.externalRef ?? null,
    createdAt: now,
    updatedAt: now,
  });
  return { bookUid, pageMeta: pageMetaOf(spec, pageCount) };
}

export async function readBook(db: Db, context: ServiceContext, caller: Caller, bookUid: string): Promise<Book> {
  const book = await findBook(db, caller, bookUid);
  const spec = specOf(context, book);
  return {
    bookUid: book.bookUid,
    accountUid: book.accountUid,
    title: book.title,
    bookSpecUid: book.bookSpecUid,
    bookSpecName: spec.name,
    specProfileUid: book.specProfileUid,
    creationType: book.creationType,
    status: book.status,
    coverTemplateUid: book.coverTemplateUid,
    externalRef: book.externalRef,
    isTest: book.environment === 'sandbox',
    archivedAt: null,
    pageMeta: pageMetaOf(spec, book.pageCount),
    createdAt: book.createdAt.toISOString(),
    updatedAt: book.updatedAt.toISOString(),
  };
}

/** GET /books, newest first. Deleted books are never in it. */
export async function listBooks(
  db: Db,
  caller: Caller,
  query: z.output<typeof bookListQuerySchema>,
): Promise<{ items: BookListItem[]; total: number }> {
  const where = and(
    eq(books.accountUid, caller.accountUid),
    eq(books.environment, caller.environment),
    ne(books.status, BOOK_STATUS.deleted),
    query.bookUid === undefined ? undefined : eq(books.bookUid, query.bookUid),
    query.status === undefined ? undefined : eq(books.status, BOOK_STATUS[query.status]),
    query.pdfStatus === undefined
      ? undefined
      : query.pdfStatus === 'null'
        ? isNull(books.pdfStatus)
        : eq(books.pdfStatus, Number(query.pdfStatus)),
    query.specProfileUid === undefined ? undefined : eq(books.specProfileUid, query.specProfileUid),
    isWithin(books.createdAt, query),
  );
  const { rows, total } = await pageOfRows(db, books, {
    where,
    orderBy: [desc(books.createdAt), desc(books.bookUid)],
    limit: query.limit,
    offset: query.offset,
  });
  return { total, items: rows.map(listItemOf) };
}

function listItemOf(book: BookRow): BookListItem {
  return {
    bookUid: book.bookUid,
    accountUid: book.accountUid,
    title: book.title,
    author: null,
    status: book.status === BOOK_STATUS.finalized ? 'finalized' : 'draft',
    pageCount: book.pageCount,
    bookSpecUid: book.bookSpecUid,
    specProfileUid: book.specProfileUid,
    creationType: book.creationType,
    createdAt: book.createdAt.toISOString(),
    updatedAt: book.updatedAt.toISOString(),
    externalRef: book.externalRef,
    isTest: book.environment === 'sandbox',
    pdfStatus: book.pdfStatus,
    pdfCreatedAt: book.pdfCreatedAt?.toISOString() ?? null,
    pdfRequestedAt: book.pdfRequestedAt?.toISOString() ?? null,
    thumbnailStatus: book.thumbnailStatus,
  };
}

/** Soft delete, in any state. Deleting a deleted book changes nothing and says the same. */
export async function deleteBook(db: Db, context: ServiceContext, caller: Caller, bookUid: string): Promise<void> {
  await findBook(db, caller, bookUid);
  await db
    .update(books)
    .set({ status: BOOK_STATUS.deleted, updatedAt: new Date(context.clock.nowMs()) })
    .where(eq(books.bookUid, bookUid));
}
