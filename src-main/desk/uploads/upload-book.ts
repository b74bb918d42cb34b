import { stat } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { BOOK_STATUS, bookSchema, createdBookSchema, finalizationSchema, type CreateBookBody, type PdfKind } from '../../../src-core/contract/books.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { howToSettle } from '../../../src-core/desk/order-intent.ts';
import type { UploadStep } from '../../../src-core/desk/upload-machine.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { DeskContext } from '../desk-context.ts';
import { intendEffect, markSent, settleEffect } from '../store/effects.ts';
import { books, files, type JobFile, type jobs } from '../store/schema.ts';
import { findCreatedBook } from './find-created-book.ts';

export type JobRow = typeof jobs.$inferSelect;

/** What a step found out and the job keeps. */
export type StepResult = Partial<Pick<JobRow, 'bookUid' | 'receipts'>>;

/** The book at the service is not what the job thinks: begin again at this step with this knowledge. */
export class BeginAgain extends Error {
  constructor(
    readonly step: UploadStep,
    readonly result: StepResult,
  ) {
    super(`begin again at ${step}`);
    this.name = 'BeginAgain';
  }
}

export interface StepPorts {
  readonly context: DeskContext;
  readonly client: ApiClient;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
  /** An upload starts from its first byte again. */
  readonly onRestart: (kind: PdfKind) => void;
}

/** Does one step of a job. Every step may be done again after any interruption without a second effect. */
export function doStep(ports: StepPorts, job: JobRow, step: UploadStep): Promise<StepResult> {
  switch (step) {
    case 'create':
      return createBook(ports, job);
    case 'cover':
    case 'contents':
      return sendPdf(ports, job, step);
    case 'finalize':
      return finalize(ports, job);
  }
}

/**
 * Asks how far the book is, for a job that was interrupted. Answers true when it is finalized already; throws
 * `BeginAgain` when it is gone.
 */
export async function isFinalized({ client, signal }: StepPorts, job: JobRow): Promise<boolean> {
  try {
    const { data } = await client.call({ method: 'GET', path: bookPath(job), answer: successOf(bookSchema), bookId: job.bookId, signal });
    if (data.status === BOOK_STATUS.deleted) throw new BeginAgain('create', { bookUid: null, receipts: [] });
    return data.status === BOOK_STATUS.finalized;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_NOT_FOUND') throw new BeginAgain('create', { bookUid: null, receipts: [] });
    throw error;
  }
}

const bookPath = ({ bookUid }: JobRow): string => {
  if (bookUid === null) throw new BeginAgain('create', { receipts: [] });
  return `/books/${encodeURIComponent(bookUid)}`;
};

async function createBook({ context, client, signal }: StepPorts, job: JobRow): Promise<StepResult> {
  const book = context.db.select().from(books).where(eq(books.bookId, job.bookId)).get();
  if (book === undefined || book.specUid === null || book.pageCount === null) throw new AppError('BOOK_UNKNOWN');
  await Promise.all([job.cover, job.contents].map(mustBeChecked));
  const body: CreateBookBody = {
    title: book.title.slice(0, LIMITS.titleMaxChars),
    bookSpecUid: book.specUid,
    creationType: 'PDF_UPLOAD',
    pageCount: book.pageCount,
    externalRef: job.bookId,
  };
  const intend = () => intendEffect(context, { connectionId: job.connectionId, kind: 'createBook', subjectId: job.jobId }, JSON.stringify(body));
  const intended = intend();
  if (intended.firstSentAtMs !== null && howToSettle(intended.firstSentAtMs, context.clock.nowMs()) === 'lookUp') {
    const { connectionId, bookId } = job;
    const bookUid = await findCreatedBook({ db: context.db, client, signal }, { connectionId, bookId, firstSentAtMs: intended.firstSentAtMs });
    settleEffect(context.db, intended.key, bookUid === null ? 'refused' : 'done');
    if (bookUid !== null) return { bookUid, receipts: [] };
  }
  const effect = markSent(context.db, intend(), context.clock.nowMs());
  try {
    const { data } = await client.call({
      method: 'POST',
      path: '/books',
      answer: successOf(createdBookSchema),
      jsonBody: effect.body,
      idempotencyKey: effect.key,
      bookId: job.bookId,
      signal,
    });
    settleEffect(context.db, effect.key, 'done');
    return { bookUid: data.bookUid, receipts: [] };
  } catch (error) {
    if (error instanceof AppError && error.retry === 'never') settleEffect(context.db, effect.key, 'refused');
    throw error;
  }
}

async function sendPdf({ context, client, signal, onSent, onRestart }: StepPorts, job: JobRow, kind: PdfKind): Promise<StepResult> {
  if (job.receipts.some((receipt) => receipt.kind === kind)) return {};
  const file = job[kind];
  const send = (method: 'POST' | 'PUT') => {
    onRestart(kind);
    return client.uploadPdf({ method, path: `${bookPath(job)}/pdf-${kind}`, file, bookId: job.bookId, signal, onSent });
  };
  const { sha256 } = await postOrPut(send, job.attempts > 0);
  context.db.update(files).set({ sha256 }).where(eq(files.fileId, file.fileId)).run();
  const receipt = { kind, name: file.name.normalize('NFC'), sizeBytes: file.sizeBytes, sha256, atMs: context.clock.nowMs() };
  return { receipts: [...job.receipts, receipt] };
}

/**
 * After a lost answer nobody knows whether the file landed: a POST that meets one becomes a PUT of the same bytes, a PUT
 * that meets none becomes a POST (operator-desk 0, row 2). `mayBeThere` begins with PUT, which is answered at once when
 * there is nothing.
 */
async function postOrPut<T>(send: (method: 'POST' | 'PUT') => Promise<T>, mayBeThere: boolean): Promise<T> {
  const [first, second] = mayBeThere ? (['PUT', 'POST'] as const) : (['POST', 'PUT'] as const);
  try {
    return await send(first);
  } catch (error) {
    const isOther = error instanceof AppError && error.code === (first === 'POST' ? 'SERVICE_CONFLICT' : 'SERVICE_NOT_FOUND');
    if (!isOther) throw error;
    return send(second);
  }
}

async function finalize({ context, client, signal }: StepPorts, job: JobRow): Promise<StepResult> {
  const path = `${bookPath(job)}/finalization`;
  const effect = markSent(
    context.db,
    intendEffect(context, { connectionId: job.connectionId, kind: 'finalize', subjectId: job.jobId }, path),
    context.clock.nowMs(),
  );
  try {
    await client.call({ method: 'POST', path, answer: successOf(finalizationSchema), idempotencyKey: effect.key, bookId: job.bookId, signal });
    settleEffect(context.db, effect.key, 'done');
    return {};
  } catch (error) {
    if (error instanceof AppError && error.retry === 'prerequisite') {
      const missing = (['cover', 'contents'] as const).filter((kind) => error.fields.includes(`${kind}Pdf`));
      const [first] = missing;
      if (first !== undefined) throw new BeginAgain(first, { receipts: job.receipts.filter((receipt) => !missing.includes(receipt.kind)) });
    }
    if (error instanceof AppError && error.code === 'SERVICE_NOT_FOUND') throw new BeginAgain('create', { bookUid: null, receipts: [] });
    throw error;
  }
}

/** Throws FILE_MISSING or FILE_CHANGED. */
async function mustBeChecked(file: JobFile): Promise<void> {
  const found = await stat(file.path).catch((cause: unknown) => {
    throw new AppError('FILE_MISSING', { params: { name: file.name.normalize('NFC') }, cause });
  });
  if (found.size !== file.sizeBytes || found.mtimeMs !== file.modifiedAtMs) throw new AppError('FILE_CHANGED', { params: { name: file.name.normalize('NFC') } });
}
