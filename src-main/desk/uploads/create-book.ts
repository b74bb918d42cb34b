import { and, eq, inArray, ne } from 'drizzle-orm';
import { z } from 'zod';
import { BOOK_STATUS, bookSchema, createdBookSchema, type CreateBookBody } from '../../../src-core/contract/books.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { howToSettle, lookUpFrom } from '../../../src-core/desk/order-intent.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { DeskContext } from '../desk-context.ts';
import { intendEffect, markSent, openEffect, settleEffect, type EffectOf, type EffectRow } from '../store/effects.ts';
import { books, jobs } from '../store/schema.ts';
import { findCreatedBook } from './find-created-book.ts';
import type { JobRow, StepDone } from './upload-book.ts';

interface Ports {
  readonly context: DeskContext;
  readonly client: ApiClient;
  readonly signal: AbortSignal;
}

const LEFT_BEHIND: ReadonlySet<JobRow['state']['status']> = new Set(['failed', 'cancelled']);
const deletedSchema = successOf(z.looseObject({}));

/**
 * Makes the job's book at the service. Whatever was made before and is not this book goes first: each book of the library
 * is there once, drafts counted.
 */
export async function createBook(ports: Ports, job: JobRow): Promise<StepDone> {
  const { context, client, signal } = ports;
  const { db } = context;
  const of = effectOf(job);
  const body = JSON.stringify(bodyOf(context, job));
  const open = openEffect(db, of);
  if (open !== null && open.firstSentAtMs !== null) {
    const bookUid = await whatBecameOf(ports, job, open);
    if (bookUid !== null && open.body === body)
      return { set: { bookUid, receipts: [] }, settled: { key: open.key, state: 'done' } };
    // The book was changed since: what was made of the old one is nobody's.
    if (bookUid !== null) await deleteDraft(client, job.bookId, bookUid, signal);
    settleEffect(db, open.key, bookUid === null ? 'refused' : 'done');
  }
  await deleteLeftDrafts(ports, job);
  const effect = markSent(db, intendEffect(context, of, body), await client.serviceNowMs(signal));
  const bookUid = await post(ports, job, effect);
  return { set: { bookUid, receipts: [] }, settled: { key: effect.key, state: 'done' } };
}

const effectOf = ({ connectionId, jobId }: JobRow): EffectOf => ({
  connectionId,
  kind: 'createBook',
  subjectId: jobId,
});

function bodyOf({ db }: DeskContext, job: JobRow): CreateBookBody {
  const book = db.select().from(books).where(eq(books.bookId, job.bookId)).get();
  if (book === undefined || book.specUid === null || book.pageCount === null) throw new AppError('BOOK_UNKNOWN');
  return {
    title: book.title.slice(0, LIMITS.titleMaxChars),
    bookSpecUid: book.specUid,
    creationType: 'PDF_UPLOAD',
    pageCount: book.pageCount,
    externalRef: book.externalRef ?? job.bookId,
  };
}

/** The book that a request made whose answer never came; null when it certainly made none. */
async function whatBecameOf(ports: Ports, { connectionId, bookId }: JobRow, effect: EffectRow): Promise<string | null> {
  const { context, client, signal } = ports;
  const firstSentAtMs = effect.firstSentAtMs ?? 0;
  const nowMs = await client.serviceNowMs(signal);
  if (howToSettle(firstSentAtMs, nowMs) === 'lookUp') {
    const createdFrom = lookUpFrom(firstSentAtMs, nowMs);
    return findCreatedBook(
      { db: context.db, client, signal },
      { connectionId, body: JSON.parse(effect.body) as CreateBookBody, bookId, createdFrom },
    );
  }
  return post(ports, { bookId }, effect);
}

async function post(
  { context, client, signal }: Ports,
  { bookId }: Pick<JobRow, 'bookId'>,
  effect: EffectRow,
): Promise<string> {
  try {
    const { data } = await client.call({
      method: 'POST',
      path: '/books',
      answer: successOf(createdBookSchema),
      jsonBody: effect.body,
      idempotencyKey: effect.key,
      bookId,
      signal,
    });
    return data.bookUid;
  } catch (error) {
    if (isRefusal(error)) settleEffect(context.db, effect.key, 'refused');
    throw error;
  }
}

/** An answer that nobody understands may still have made the book: its key stays. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.retry === 'never' && error.code !== 'SERVICE_BAD_ANSWER';

/** Drafts of jobs that were given up or cancelled: the new one takes their place. */
async function deleteLeftDrafts(ports: Ports, job: JobRow): Promise<void> {
  const { context, client, signal } = ports;
  const { db } = context;
  const earlier = db
    .select()
    .from(jobs)
    .where(and(eq(jobs.connectionId, job.connectionId), eq(jobs.bookId, job.bookId), ne(jobs.jobId, job.jobId)))
    .all();
  for (const left of earlier.filter(({ state }) => LEFT_BEHIND.has(state.status))) {
    const open = openEffect(db, effectOf(left));
    const isOpen = open !== null && open.firstSentAtMs !== null;
    const bookUid = left.bookUid ?? (isOpen ? await whatBecameOf(ports, left, open) : null);
    if (bookUid !== null && !(await deleteDraft(client, job.bookId, bookUid, signal))) continue;
    db.transaction(() => {
      if (open !== null) settleEffect(db, open.key, bookUid === null ? 'refused' : 'done');
      if (left.bookUid !== null)
        db.update(jobs)
          .set({ bookUid: null })
          .where(inArray(jobs.jobId, [left.jobId]))
          .run();
    });
  }
}

/** Answers whether it is gone: a book that was finalized after all is no draft, and stays. */
async function deleteDraft(client: ApiClient, bookId: string, bookUid: string, signal: AbortSignal): Promise<boolean> {
  const path = `/books/${encodeURIComponent(bookUid)}`;
  try {
    const { data } = await client.call({ method: 'GET', path, answer: successOf(bookSchema), bookId, signal });
    if (data.status === BOOK_STATUS.finalized) return false;
    if (data.status === BOOK_STATUS.draft)
      await client.call({ method: 'DELETE', path, answer: deletedSchema, bookId, signal });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_NOT_FOUND') return true;
    throw error;
  }
}
