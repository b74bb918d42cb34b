import { and, eq } from 'drizzle-orm';
import type { Readable } from 'node:stream';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { openSound } from '../blobs/sound-blobs.ts';
import type { Caller, ServiceContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';
import { bookPdfs } from '../store/schema.ts';
import { findBook, type BookRow } from './find-book.ts';

/**
 * The bytes of a book's PDF. Group A (uploaded) is there or 404; group B (rendered after finalization) has an answer of
 * its own for each state (specification, "GET pdf-cover and pdf-contents").
 */
export async function downloadPdf(
  context: ServiceContext,
  caller: Caller,
  bookUid: string,
  kind: PdfKind,
): Promise<{ sizeBytes: number; content: Readable }> {
  const book = await findBook(context.db, caller, bookUid);
  const [pdf] = await context.db
    .select()
    .from(bookPdfs)
    .where(and(eq(bookPdfs.bookUid, bookUid), eq(bookPdfs.kind, kind)));
  const isUploaded =
    book.creationType === 'PDF_UPLOAD' || (book.creationType === 'MIX_COVER_TEMPLATE' && kind === 'contents');
  if (isUploaded) {
    if (!pdf) throw new ServiceError('ERR_PDF_NOT_UPLOADED', ['업로드된 PDF가 없습니다']);
  } else {
    refuseUnrendered(book);
  }
  const found = pdf ? await openSound(context.blobs, pdf.blobKey, pdf.sizeBytes) : null;
  if (found === null) throw new ServiceError('ERR_PDF_FILE_MISSING', ['PDF 파일을 찾을 수 없습니다']);
  return found;
}

function refuseUnrendered(book: BookRow): void {
  // Also of a draft that was deleted.
  if (book.pdfStatus === null)
    throw new ServiceError('ERR_PDF_NOT_GENERATED', ['책을 최종화한 뒤에 PDF를 받을 수 있습니다']);
  if (book.pdfStatus === 1) throw new ServiceError('ERR_PDF_PENDING', ['PDF를 생성하고 있습니다']);
  if (book.pdfStatus === 9) throw new ServiceError('ERR_PDF_GENERATION_FAILED', ['PDF 생성에 실패했습니다']);
}
