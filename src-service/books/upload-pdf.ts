import { and, eq } from 'drizzle-orm';
import { BOOK_STATUS, type PdfKind, type PdfUploadResult } from '../../src-core/contract/books.ts';
import type { PdfJudgement } from '../../src-core/preflight/judge-pdf.ts';
import { wireMessages } from '../../src-core/preflight/wire-messages.ts';
import { pageMetaOf, pageRuleBreach } from '../../src-core/specs/page-rules.ts';
import type { StagedBlob } from '../blobs/blobs.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { allEnded } from '../store/sent-ahead.ts';
import { bookPdfs, books } from '../store/schema.ts';
import { findBook, specOf, type BookRow } from './find-book.ts';
import { breachText } from './page-rule-error.ts';

export interface PdfUpload {
  readonly bookUid: string;
  readonly kind: PdfKind;
  /** POST puts the first file, PUT takes the place of one. */
  readonly mode: 'create' | 'replace';
}

const IN_WORDS: Readonly<Record<PdfKind, string>> = { cover: '표지', contents: '내지' };

/**
 * What speaks against an upload before its bytes are looked at, so that nobody sends 500 MB for nothing.
 * Throws 400 for the wrong creation type or a book that is no draft, 409 for a second POST, 404 for a PUT of nothing.
 */
export async function admitUpload(
  db: Db,
  caller: Caller,
  { bookUid, kind, mode }: PdfUpload,
  { lock = false } = {},
): Promise<BookRow> {
  const book = await findBook(db, caller, bookUid, { lock });
  const takesPdf =
    book.creationType === 'PDF_UPLOAD' || (book.creationType === 'MIX_COVER_TEMPLATE' && kind === 'contents');
  if (!takesPdf) {
    throw new ServiceError('ERR_CREATION_TYPE_UNSUPPORTED', [
      `${book.creationType} 책에는 ${IN_WORDS[kind]} PDF를 업로드할 수 없습니다`,
    ]);
  }
  if (book.status !== BOOK_STATUS.draft) {
    const state = book.status === BOOK_STATUS.deleted ? '삭제된' : '최종화된';
    throw new ServiceError('ERR_VALIDATION_FAILED', [`${state} 책의 PDF는 변경할 수 없습니다`]);
  }
  const [present] = await db
    .select({ kind: bookPdfs.kind })
    .from(bookPdfs)
    .where(and(eq(bookPdfs.bookUid, bookUid), eq(bookPdfs.kind, kind)));
  if (mode === 'create' && present) {
    throw new ServiceError('ERR_CONFLICT', [`${IN_WORDS[kind]} PDF가 이미 있습니다. 교체하려면 PUT을 사용하세요`]);
  }
  if (mode === 'replace' && !present) {
    throw new ServiceError('ERR_NOT_FOUND', [`교체할 ${IN_WORDS[kind]} PDF가 없습니다. 먼저 POST로 업로드하세요`]);
  }
  return book;
}

/**
 * Judges the bytes that came and, when they are accepted, makes them the book's. On a refusal nothing is stored.
 * `overLimit` says that the stream was cut at the size limit.
 */
export async function takeUpload(
  context: ServiceContext,
  caller: Caller,
  upload: PdfUpload,
  file: { readonly staged: StagedBlob; readonly overLimit: boolean },
  baseUrl: string,
): Promise<PdfUploadResult> {
  const { bookUid, kind } = upload;
  const book = await findBook(context.db, caller, bookUid);
  const spec = specOf(context, book);
  const { path, sizeBytes } = file.staged;
  const judged = await context.pdfJudging.judge(
    { path, sizeBytes, isCut: file.overLimit, kind, spec, pageCount: book.pageCount, contract: context.contract },
    caller.accountUid,
  );
  if (judged.verdict !== 'accepted' || judged.measuredMm === null || judged.pdfPages === null)
    throw refusal(judged, file.overLimit);
  const blobKey = await context.blobs.keep(file.staged);
  const pdf = {
    blobKey,
    sizeBytes: file.staged.sizeBytes,
    pdfPages: judged.pdfPages,
    widthMm: judged.measuredMm.widthMm,
    heightMm: judged.measuredMm.heightMm,
    uploadedAt: new Date(context.clock.nowMs()),
  };
  await context.db.transaction(async (db) => {
    // Asked again under the lock: the book may have been finalized while the bytes were on their way.
    await admitUpload(db, caller, upload, { lock: true });
    const placed = db
      .insert(bookPdfs)
      .values({ bookUid, kind, ...pdf })
      .onConflictDoUpdate({ target: [bookPdfs.bookUid, bookPdfs.kind], set: pdf });
    const told = db
      .update(books)
      .set({ pdfCreatedAt: pdf.uploadedAt, updatedAt: pdf.uploadedAt })
      .where(eq(books.bookUid, bookUid));
    await allEnded(placed.execute(), told.execute());
  });
  const breach = kind === 'contents' ? pageRuleBreach(spec, book.pageCount) : null;
  return {
    bookUid,
    kind,
    valid: true,
    pdfSizeMm: { width: inHundredths(pdf.widthMm), height: inHundredths(pdf.heightMm) },
    messages: [],
    warnings: breach === null ? [] : [breachText(breach)],
    bookStatus: book.status,
    url: `${baseUrl}/books/${bookUid}/pdf-${kind}`,
    pageMeta: pageMetaOf(spec, book.pageCount),
  };
}

const inHundredths = (mm: number) => Math.round(mm * 100) / 100;

function refusal(judged: PdfJudgement, overLimit: boolean): ServiceError {
  // Of a file that was cut only its size is known.
  const findings = overLimit ? judged.findings.filter((found) => found.ruleId === 'file.size') : judged.findings;
  return new ServiceError('ERR_VALIDATION_FAILED', wireMessages(findings), { recordedMessage: 'PDF 검증 실패' });
}
