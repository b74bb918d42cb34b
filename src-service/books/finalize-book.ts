import { eq } from 'drizzle-orm';
import { BOOK_STATUS, type PageMeta } from '../../src-core/contract/books.ts';
import type { FieldError } from '../../src-core/contract/errors.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import { lacksLastPage, pageMetaOf, pageRuleBreach } from '../../src-core/specs/page-rules.ts';
import { isFoundSound } from '../blobs/sound-blobs.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { requestRendering } from './request-rendering.ts';
import { ServiceError } from '../service-error.ts';
import { books } from '../store/schema.ts';
import { findBook, pdfsOf, specOf, type BookPdfRow, type BookRow } from './find-book.ts';
import { breachText } from './page-rule-error.ts';

export interface Finalization {
  readonly first: boolean;
  readonly data: { readonly result: string; readonly pageMeta: PageMeta; readonly finalizedAt: string };
}

/**
 * Reads the files of a draft before its finalization takes a connection to the database and holds the book: reading takes seconds for
 * the largest, and connections are few. Answers the blobs that are sound. Throws what `findBook` throws.
 */
export async function readFilesOfDraft(
  context: ServiceContext,
  caller: Caller,
  bookUid: string,
): Promise<ReadonlySet<string>> {
  const { db, blobs } = context;
  const sound = new Set<string>();
  if ((await findBook(db, caller, bookUid, { keep404: false })).status !== BOOK_STATUS.draft) return sound;
  for (const { blobKey } of await pdfsOf(db, bookUid)) if (await isFoundSound(blobs, blobKey)) sound.add(blobKey);
  return sound;
}

/**
 * POST /books/{bookUid}/finalization. A repeat changes nothing and answers the first time again; of a book whose
 * rendering failed it asks for another one (specification, "pdfStatus": re-check and finalize again).
 * `read`: blobs that `readFilesOfDraft` found sound; what replaced one meanwhile is read here.
 * Throws 400 with every unmet prerequisite in fieldErrors.
 */
export async function finalizeBook(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  bookUid: string,
  read: ReadonlySet<string>,
): Promise<Finalization> {
  const book = await findBook(db, caller, bookUid, { lock: true, keep404: false });
  const spec = specOf(context, book);
  if (book.status === BOOK_STATUS.finalized && book.finalizedAt !== null) {
    if (book.pdfStatus === 9) await requestRendering(db, context, bookUid);
    return {
      first: false,
      data: {
        result: 'updated',
        pageMeta: pageMetaOf(spec, book.pageCount),
        finalizedAt: book.finalizedAt.toISOString(),
      },
    };
  }
  const lastPage = book.creationType === 'TEMPLATE' && lacksLastPage(spec, book.pageCount) ? 1 : 0;
  const pageCount = book.pageCount + lastPage;
  const pdfs = await pdfsOf(db, bookUid);
  const unmet = [
    ...unmetPrerequisites(
      book,
      pdfs.map((pdf) => pdf.kind),
    ),
    ...(await damagedPdfs(
      context,
      pdfs.filter(({ blobKey }) => !read.has(blobKey)),
    )),
  ];
  const breach = pageRuleBreach(spec, pageCount);
  const pageError: FieldError[] =
    breach === null || unmet.some((field) => field.field === 'contents')
      ? []
      : [
          {
            field: 'pageCount',
            message: breachText(breach),
            currentValue: breach.currentValue,
            requiredValue: breach.requiredValue,
            constraint: breach.constraint,
          },
        ];
  const fieldErrors = [...unmet, ...pageError];
  if (fieldErrors.length > 0) {
    const code = unmet.length > 0 || breach === null ? 'ERR_FINALIZE_PREREQ_UNMET' : breach.code;
    throw new ServiceError(
      code,
      fieldErrors.map((field) => `${field.field}: ${field.message}`),
      { fieldErrors },
    );
  }
  const finalizedAt = new Date(context.clock.nowMs());
  const result = book.creationType === 'TEMPLATE' ? templateResult(spec, lastPage > 0) : 'created';
  const isRendered = book.creationType !== 'PDF_UPLOAD';
  await db
    .update(books)
    .set({
      status: BOOK_STATUS.finalized,
      pageCount,
      finalizationResult: result,
      finalizedAt,
      updatedAt: finalizedAt,
      ...(isRendered ? {} : { pdfStatus: 2, pdfCreatedAt: finalizedAt }),
    })
    .where(eq(books.bookUid, bookUid));
  if (isRendered) await requestRendering(db, context, bookUid);
  return {
    first: true,
    data: { result, pageMeta: pageMetaOf(spec, pageCount), finalizedAt: finalizedAt.toISOString() },
  };
}

/** Which of three sentences says whether a last page was added; only PUR books get one (specification, "POST finalization"). */
function templateResult({ bindingType }: CatalogueSpec, lastPageAdded: boolean): string {
  if (bindingType !== 'PUR') return '완료';
  return lastPageAdded ? '페이지를 추가하고 완료' : '페이지를 추가하지 않고 완료';
}

/** Ordered is what was finalized: a file that is no longer what was checked has to come again. */
async function damagedPdfs({ blobs }: ServiceContext, pdfs: readonly BookPdfRow[]): Promise<FieldError[]> {
  const damaged: FieldError[] = [];
  for (const { kind, blobKey } of pdfs) {
    if (await isFoundSound(blobs, blobKey)) continue;
    const [field, name] = kind === 'cover' ? ['coverPdf', '표지'] : ['contentsPdf', '내지'];
    damaged.push({
      field,
      message: `저장된 ${name} PDF 파일이 손상되었습니다. 다시 업로드하세요`,
      requiredValue: 'uploaded',
      constraint: 'required',
    });
  }
  return damaged;
}

function unmetPrerequisites(book: BookRow, kinds: readonly string[]): FieldError[] {
  const required = (field: string, message: string): FieldError => ({
    field,
    message,
    requiredValue: 'uploaded',
    constraint: 'required',
  });
  const unmet: FieldError[] = [];
  if (book.status !== BOOK_STATUS.draft) {
    unmet.push({
      field: 'status',
      message: '작성 중인 책만 최종화할 수 있습니다',
      currentValue: book.status,
      requiredValue: BOOK_STATUS.draft,
      constraint: 'enum',
    });
  }
  if (book.creationType === 'PDF_UPLOAD' && !kinds.includes('cover'))
    unmet.push(required('coverPdf', '표지 PDF가 업로드되지 않았습니다'));
  if (book.creationType !== 'TEMPLATE' && !kinds.includes('contents'))
    unmet.push(required('contentsPdf', '내지 PDF가 업로드되지 않았습니다'));
  if (book.creationType !== 'PDF_UPLOAD' && book.coverTemplateUid === null) {
    unmet.push({ field: 'cover', message: '표지가 등록되지 않았습니다', constraint: 'required' });
  }
  if (book.creationType === 'TEMPLATE' && book.pageCount === 0) {
    unmet.push({ field: 'contents', message: '내지가 하나 이상 필요합니다', constraint: 'required' });
  }
  return unmet;
}
