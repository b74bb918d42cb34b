import { and, eq, sql } from 'drizzle-orm';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { canUpload } from '../../../src-core/desk/upload-machine.ts';
import type { UploadJobView } from '../../../src-core/ipc/subjects/queue.ts';
import { unindexed } from '../store/in-list.ts';
import { listReader } from '../store/list-reader.ts';
import type { Store } from '../store/open-store.ts';
import { jsonOf } from '../store/read-together.ts';
import { books, jobs } from '../store/schema.ts';
import type { SendingProgress } from './sending-progress.ts';
import { isNewestOfBook, jobPlace } from './upload-jobs.ts';

/** Jobs as the list shows them, of the connection that is given as `connectionId`. */
export function jobReader(db: Store) {
  return listReader(db, {
    fields: {
      place: jobPlace,
      jobId: jobs.jobId,
      turn: jobs.turn,
      sendAtMs: jobs.sendAtMs,
      bookId: jobs.bookId,
      title: sql<string | null>`${books.title}`,
      passes: sql<number>`${books.undoId} is null and ${books.verdict} in ('accepted', 'warning')
        and (select stage from deliveries as here where here.connection_id = ${jobs.connectionId} and here.book_id = ${jobs.bookId}) = 'failed'
        and ${isNewestOfBook}`,
      state: jobs.state,
      coverBytes: sql<number>`json_extract(${jobs.cover}, '$.sizeBytes')`,
      contentsBytes: sql<number>`json_extract(${jobs.contents}, '$.sizeBytes')`,
      acknowledged: jsonOf<PdfKind[]>(
        sql`(select json_group_array(json_extract(value, '$.kind')) from json_each(${jobs.receipts}))`,
      ),
      attempts: jobs.attempts,
      // Nothing of a removed book is tried again before it is back.
      notBeforeMs: sql<number | null>`case when ${books.undoId} is null then ${jobs.notBeforeMs} end`,
      problem: jobs.problem,
      serviceText: jobs.serviceText,
    },
    id: jobs.jobId,
    place: jobPlace,
    from: (select, which) =>
      select
        .from(jobs)
        .leftJoin(books, eq(books.bookId, jobs.bookId))
        .where(and(eq(unindexed(jobs.connectionId), sql.placeholder('connectionId')), which)),
  });
}

type ListedJob = ReturnType<ReturnType<typeof jobReader>['of']>[number];

export function jobView(job: ListedJob, progress: SendingProgress): UploadJobView {
  const sizes = { cover: job.coverBytes, contents: job.contentsBytes };
  const sent = (kind: PdfKind) => (job.acknowledged.includes(kind) ? sizes[kind] : progress.sentOf(job.jobId, kind));
  const isAllowed = (allowed: boolean) => ({
    allowed,
    reason: allowed ? null : { key: `desk.why.job.${job.state.status}` },
  });
  return {
    jobId: job.jobId,
    bookId: job.bookId,
    title: job.title ?? job.bookId,
    turn: job.turn,
    sendAtMs: job.sendAtMs,
    state: job.state,
    sentBytes: sent('cover') + sent('contents'),
    totalBytes: sizes.cover + sizes.contents,
    bytesPerSecond: progress.bytesPerSecondOf(job.jobId),
    attempts: job.attempts,
    nextTryAtMs: job.notBeforeMs,
    problem: job.problem,
    serviceText: job.serviceText,
    differs: job.passes === 1 && isOfChecks(job),
    actions: {
      retry: isAllowed(canUpload(job.state, 'retry')),
      cancel: isAllowed(job.state.status === 'sending' || canUpload(job.state, 'cancel')),
    },
  };
}

/** Whether the service refused the files, or their pages: a title that it does not take is no matter of the checks. */
function isOfChecks({ state, problem }: Pick<ListedJob, 'state' | 'problem'>): boolean {
  if (state.status !== 'failed') return false;
  if (state.code === 'SERVICE_PAGES_REFUSED') return true;
  const errorCode = problem?.params?.['code'];
  return state.code === 'SERVICE_REFUSED' && state.step !== 'create' && errorCode === 'ERR_VALIDATION_FAILED';
}
