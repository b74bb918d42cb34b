import { BOOK_STATUS, type PdfState } from '../../src-core/contract/books.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { requestRendering } from './request-rendering.ts';
import { ServiceError } from '../service-error.ts';
import { findBook, pdfsOf, type BookRow } from './find-book.ts';

/** How far the PDFs of the caller's book are. */
export async function readPdfState(db: Db, caller: Caller, bookUid: string, baseUrl: string): Promise<PdfState> {
  return stateOf(db, await findBook(db, caller, bookUid), baseUrl);
}

/**
 * PATCH pdf-status: a partner may ask for a failed rendering anew (1). Setting it to what it is changes nothing; every
 * other value is the service's to set. Throws 400.
 */
export async function changePdfStatus(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  bookUid: string,
  pdfStatus: 1 | 2 | 9,
  baseUrl: string,
): Promise<PdfState> {
  const book = await findBook(db, caller, bookUid, { lock: true });
  if (book.creationType === 'PDF_UPLOAD') {
    throw new ServiceError('ERR_CREATION_TYPE_UNSUPPORTED', ['PDF_UPLOAD 책은 PDF를 생성하지 않습니다']);
  }
  if (book.status !== BOOK_STATUS.finalized)
    throw refused(`최종화된 책만 PDF를 다시 생성할 수 있습니다 (현재 상태: ${book.status})`, pdfStatus);
  if (book.pdfStatus === pdfStatus) return stateOf(db, book, baseUrl);
  if (book.pdfStatus !== 9 || pdfStatus !== 1)
    throw refused(`pdfStatus를 ${String(book.pdfStatus)}에서 ${pdfStatus}(으)로 변경할 수 없습니다`, pdfStatus);
  await requestRendering(db, context, bookUid);
  return stateOf(db, await findBook(db, caller, bookUid), baseUrl);
}

const refused = (message: string, currentValue: number) =>
  new ServiceError('ERR_VALIDATION_FAILED', [message], {
    fieldErrors: [{ field: 'pdfStatus', message, currentValue, constraint: 'enum' }],
  });

async function stateOf(db: Db, book: BookRow, baseUrl: string): Promise<PdfState> {
  const pdfs = await pdfsOf(db, book.bookUid);
  return {
    bookUid: book.bookUid,
    pdfStatus: book.pdfStatus,
    thumbnailStatus: book.thumbnailStatus,
    pdfRequestedAt: book.pdfRequestedAt?.toISOString() ?? null,
    pdfCreatedAt: book.pdfCreatedAt?.toISOString() ?? null,
    files: pdfs.map((pdf) => ({
      kind: pdf.kind,
      pages: pdf.pdfPages,
      size: pdf.sizeBytes,
      url: `${baseUrl}/books/${book.bookUid}/pdf-${pdf.kind}`,
      updatedAt: pdf.uploadedAt.toISOString(),
    })),
  };
}
