import { BOOK_STATUS, bookSchema, finalizationSchema, type PdfKind } from '../../../src-core/contract/books.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { UploadStep } from '../../../src-core/desk/upload-machine.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { SendPace } from '../client/pdf-form.ts';
import type { DeskContext } from '../desk-context.ts';
import type { FileHashes } from '../preflight/file-hashes.ts';
import { intendEffect, markSent } from '../store/effects.ts';
import type { JobFile, jobs } from '../store/schema.ts';
import { createBook } from './create-book.ts';

export type JobRow = typeof jobs.$inferSelect;

/** What a step found out and the job keeps. */
export type StepResult = Partial<Pick<JobRow, 'bookUid' | 'receipts' | 'cover' | 'contents'>>;

/** To be kept in one transaction: a job that does not know what its settled effect made would make it again. */
export interface StepDone {
  readonly set: StepResult;
  readonly settled: { readonly key: string; readonly state: 'done' | 'refused' } | null;
}

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
  readonly hashes: FileHashes;
  readonly signal: AbortSignal;
  readonly pace: SendPace;
  readonly onSent: (bytes: number) => void;
  /** An upload starts from its first byte again. */
  readonly onRestart: (kind: PdfKind) => void;
}

const NOTHING_NEW: StepDone = { set: {}, settled: null };

/** Does one step of a job. Every step may be done again after any interruption without a second effect. */
export async function doStep(ports: StepPorts, job: JobRow, step: UploadStep): Promise<StepDone> {
  switch (step) {
    case 'create': {
      const checked = await checkedFiles(ports, job);
      const { set, settled } = await createBook(ports, job);
      return { set: { ...checked, ...set }, settled };
    }
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
    const { data } = await client.call({
      method: 'GET',
      path: bookPath(job),
      answer: successOf(bookSchema),
      bookId: job.bookId,
      signal,
    });
    if (data.status === BOOK_STATUS.deleted) throw new BeginAgain('create', { bookUid: null, receipts: [] });
    return data.status === BOOK_STATUS.finalized;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_NOT_FOUND')
      throw new BeginAgain('create', { bookUid: null, receipts: [] });
    throw error;
  }
}

const bookPath = ({ bookUid }: JobRow): string => {
  if (bookUid === null) throw new BeginAgain('create', { receipts: [] });
  return `/books/${encodeURIComponent(bookUid)}`;
};

async function sendPdf(
  { context, client, hashes, signal, pace, onSent, onRestart }: StepPorts,
  job: JobRow,
  kind: PdfKind,
): Promise<StepDone> {
  if (job.receipts.some((receipt) => receipt.kind === kind)) return NOTHING_NEW;
  const file = await checkedFile({ hashes, signal }, job[kind]);
  const send = (method: 'POST' | 'PUT') => {
    onRestart(kind);
    return client.uploadPdf({
      method,
      path: `${bookPath(job)}/pdf-${kind}`,
      file,
      bookId: job.bookId,
      signal,
      onSent,
      pace,
    });
  };
  await postOrPut(send, job.attempts > 0);
  const receipt = {
    kind,
    name: file.name.normalize('NFC'),
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    atMs: context.clock.nowMs(),
  };
  return { set: { receipts: [...job.receipts, receipt] }, settled: null };
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
    const isOther =
      error instanceof AppError && error.code === (first === 'POST' ? 'SERVICE_CONFLICT' : 'SERVICE_NOT_FOUND');
    if (!isOther) throw error;
    return send(second);
  }
}

async function finalize({ context, client, hashes, signal }: StepPorts, job: JobRow): Promise<StepDone> {
  // What was sent is what was checked; that it is what lies in the folder now is held once more before it counts.
  await checkedFiles({ hashes, signal }, job);
  const path = `${bookPath(job)}/finalization`;
  const effect = markSent(
    context.db,
    intendEffect(context, { connectionId: job.connectionId, kind: 'finalize', subjectId: job.jobId }, path),
    context.clock.nowMs(),
  );
  try {
    await client.call({
      method: 'POST',
      path,
      answer: successOf(finalizationSchema),
      idempotencyKey: effect.key,
      bookId: job.bookId,
      signal,
    });
    return { set: {}, settled: { key: effect.key, state: 'done' } };
  } catch (error) {
    if (error instanceof AppError && error.retry === 'prerequisite') {
      const missing = (['cover', 'contents'] as const).filter((kind) => error.fields.includes(`${kind}Pdf`));
      const [first] = missing;
      if (first !== undefined)
        throw new BeginAgain(first, { receipts: job.receipts.filter((receipt) => !missing.includes(receipt.kind)) });
    }
    if (error instanceof AppError && error.code === 'SERVICE_NOT_FOUND')
      throw new BeginAgain('create', { bookUid: null, receipts: [] });
    throw error;
  }
}

type Hashing = Pick<StepPorts, 'hashes' | 'signal'>;

/** Both files with their hashes. Throws what `FileHashes` throws when other bytes lie there than those that were checked. */
async function checkedFiles(ports: Hashing, { cover, contents }: JobRow): Promise<Pick<JobRow, PdfKind>> {
  return { cover: await checkedFile(ports, cover), contents: await checkedFile(ports, contents) };
}

async function checkedFile({ hashes, signal }: Hashing, file: JobFile): Promise<JobFile & { readonly sha256: string }> {
  const { changedAtMs = null, sha256 = null } = file;
  return {
    ...file,
    changedAtMs,
    sha256: await unlessCutOff(signal, hashes.ofChecked({ ...file, changedAtMs, sha256 })),
  };
}

/** Throws the signal's reason as soon as it is there: a drive may hang for minutes, and a cancelled book waits for none. */
async function unlessCutOff<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const settled = new AbortController();
  const cutOff = new Promise<never>((_, failed) => {
    const fail = () => failed(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([work, cutOff]);
  } finally {
    settled.abort();
  }
}
