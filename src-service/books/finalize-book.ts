import { eq } from 'drizzle-orm';
import { BOOK_STATUS, type PageMeta } from '../../src-core/contract/books.ts';
import type { FieldError } from '../../src-core/contract/errors.ts';
import { pageMetaOf, pageRuleBreach } from '../../src-core/specs/page-rules.ts';
import type { Caller, Db, ServiceContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';
import { books } from '../store/schema.ts';
import { findBook, pdfsOf, specOf, type BookRow } from './find-book.ts';
import { breachText } from './page-rule-error.ts';

export interface Finalization {
  readonly first: boolean;
  readonly data: { readonly result: string; readonly pageMeta: PageMeta; readonly finalizedAt: string };
}

/**
 * POST /books/{bookUid}/finalization. A repeat changes nothing and answers the first time again.
 * Throws 400 with every unmet prerequisite in fieldErrors.
 */
export async function finalizeBook(db: Db, context: ServiceContext, caller: Caller, bookUid: string): Promise<Finalization> {
  const book = await findBook(db, caller, bookUid, { lock: true });
  const spec = specOf(context, book);
  const pageMeta = pageMetaOf(spec, book.pageCount);
  if (book.status === BOOK_STATUS.finalized && book.finalizedAt !== null) {
    return { first: false, data: { result: 'updated', pageMeta, finalizedAt: book.finalizedAt.toISOString() } };
  }
  const kinds = (await pdfsOf(db, bookUid)).map((pdf) => pdf.kind);
  const unmet = unmetPrerequisites(book, kinds);
  const breach = pageRuleBreach(spec, book.pageCount);
  const pageError: FieldError[] =
    breach === null || unmet.some((field) => field.field === 'contents')
      ? []
      : [{ field: 'pageCount', message: breachText(breach), currentValue: breach.currentValue, requiredValue: breach.requiredValue, constraint: breach.constraint }];
  const fieldErrors = [...unmet, ...pageError];
  if (fieldErrors.length > 0) {
    const code = unmet.length > 0 || breach === null ? 'ERR_FINALIZE_PREREQ_UNMET' : breach.code;
    throw new ServiceError(code, fieldErrors.map((field) => `${field.field}: ${field.message}`), { fieldErrors });
  }
  const finalizedAt = new Date(context.clock.nowMs());
  await db
    .update(books)
    .set({ status: BOOK_STATUS.finalized, pdfStatus: 2, pdfCreatedAt: finalizedAt, finalizedAt, updatedAt: finalizedAt })
    .where(eq(books.bookUid, bookUid));
  return { first: true, data: { result: 'created', pageMeta, finalizedAt: finalizedAt.toISOString() } };
}

function unmetPrerequisites(book: BookRow, kinds: readonly string[]): FieldError[] {
  const required = (field: string, message: string): FieldError => ({ field, message, requiredValue: 'uploaded', constraint: 'required' });
  const unmet: FieldError[] = [];
  if (book.status !== BOOK_STATUS.draft) {
    unmet.push({ field: 'status', message: '작성 중인 책만 최종화할 수 있습니다', currentValue: book.status, requiredValue: BOOK_STATUS.draft, constraint: 'enum' });
  }
  if (book.creationType === 'PDF_UPLOAD' && !kinds.includes('cover')) unmet.push(required('coverPdf', '표지 PDF가 업로드되지 않았습니다'));
  if (book.creationType !== 'TEMPLATE' && !kinds.includes('contents')) unmet.push(required('contentsPdf', '내지 PDF가 업로드되지 않았습니다'));
  if (book.creationType === 'TEMPLATE' && book.pageCount === 0) {
    unmet.push({ field: 'contents', message: '내지가 하나 이상 필요합니다', constraint: 'required' });
  }
  if (book.creationType === 'MIX_COVER_TEMPLATE' && book.coverTemplateUid === null) {
    unmet.push({ field: 'cover', message: '표지가 등록되지 않았습니다', constraint: 'required' });
  }
  return unmet;
}
