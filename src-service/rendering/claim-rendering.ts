import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { CURRENT_RULES } from '../../src-core/composition/book-rules.ts';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { isFree, leaseEnd } from '../jobs/lease.ts';
import { books, renderJobs, renderTurns } from '../store/schema.ts';

export type RenderJob = typeof renderJobs.$inferSelect;

/** A process that dies leaves its job to the others after so long. */
const LEASE_MS = 15_000;
/** Two renewals may be missed. */
export const RENEW_MS = LEASE_MS / 3;
/** A job that failed for a reason that may pass rests so long an attempt. */
const REST_MS = 5_000;

/** So many processes may go without a word before a job has to rest: an update or a restart takes one, a bad day a few. */
const FREE_INTERRUPTIONS = 3;
/** From then on it rests before it is tried again, twice as long each time: whatever takes processes down gets time to pass. */
const FIRST_REST_SECONDS = 30;
const LONGEST_REST_SECONDS = 600;

const restSeconds = sql`case when ${renderJobs.leasedBy} is null or ${renderJobs.interruptions} < ${FREE_INTERRUPTIONS} then 0
  else least(${FIRST_REST_SECONDS} * power(2, ${renderJobs.interruptions} - ${FREE_INTERRUPTIONS}), ${LONGEST_REST_SECONDS}) end`;

/**
 * Takes a job that nobody works on; null when there is none. Accounts take turns, each environment for itself: next is the
 * oldest job of whoever's rendering was begun longest ago, so that one book never waits for a partner's five hundred. Books
 * of rules that a later version has are left to its replicas: painted by others they would not be what their partner was
 * told. A job whose last holder neither ended it nor gave it back counts one interruption more: that process is gone, or lost
 * its hold.
 */
export function claimRendering(
  db: Db,
  { processName }: Pick<ServiceContext, 'processName'>,
): Promise<RenderJob | null> {
  return db.transaction(async (db) => {
    const [next] = await db
      .select({ jobId: renderJobs.jobId, accountUid: books.accountUid, environment: books.environment })
      .from(renderJobs)
      .innerJoin(books, eq(books.bookUid, renderJobs.bookUid))
      .leftJoin(
        renderTurns,
        and(eq(renderTurns.accountUid, books.accountUid), eq(renderTurns.environment, books.environment)),
      )
      .where(and(eq(renderJobs.status, 'waiting'), isFree(renderJobs, restSeconds), lte(books.rules, CURRENT_RULES)))
      .orderBy(sql`${renderTurns.begunAt} asc nulls first`, asc(renderJobs.jobId))
      .limit(1)
      .for('update', { of: renderJobs, skipLocked: true });
    if (next === undefined) return null;
    const { accountUid, environment } = next;
    const begunAt = sql`clock_timestamp()`;
    await db
      .insert(renderTurns)
      .values({ accountUid, environment, begunAt })
      .onConflictDoUpdate({ target: [renderTurns.accountUid, renderTurns.environment], set: { begunAt } });
    const [job] = await db
      .update(renderJobs)
      .set({
        leasedBy: processName,
        leasedUntil: leaseEnd(LEASE_MS),
        interruptions: sql`${renderJobs.interruptions} + case when ${renderJobs.leasedBy} is null then 0 else 1 end`,
      })
      .where(eq(renderJobs.jobId, next.jobId))
      .returning();
    return job ?? null;
  });
}

const isOurs = (job: RenderJob) =>
  and(eq(renderJobs.jobId, job.jobId), eq(renderJobs.status, 'waiting'), eq(renderJobs.leasedBy, job.leasedBy ?? ''));

/** Puts the end of the lease off. False: the job is another's by now. */
export async function renewLease(db: Db, job: RenderJob): Promise<boolean> {
  const renewed = await db
    .update(renderJobs)
    .set({ leasedUntil: leaseEnd(LEASE_MS) })
    .where(isOurs(job))
    .returning({ jobId: renderJobs.jobId });
  return renewed.length === 1;
}

/** Holds the job's row until the transaction ends. False: the job is another's by now, and its outcome too. */
export async function holdJob(db: Db, job: RenderJob): Promise<boolean> {
  const held = await db.select({ jobId: renderJobs.jobId }).from(renderJobs).where(isOurs(job)).for('update');
  return held.length === 1;
}

/** Gives a job that failed by the book's doing back for another attempt after a rest. */
export async function giveBack(db: Db, job: RenderJob, failure: string): Promise<void> {
  const attempts = job.attempts + 1;
  await db
    .update(renderJobs)
    .set({ attempts, leasedBy: null, leasedUntil: leaseEnd(REST_MS * attempts), failure })
    .where(isOurs(job));
}

/** Gives the job to the next process, as if it had not been tried: at once when this one was told to stop, else after a rest. */
export async function handOver(db: Db, job: RenderJob, { rests }: { readonly rests: boolean }): Promise<void> {
  await db
    .update(renderJobs)
    .set({ leasedBy: null, leasedUntil: rests ? leaseEnd(REST_MS) : null })
    .where(isOurs(job));
}

export async function endJob(
  db: Db,
  context: Pick<ServiceContext, 'clock'>,
  job: RenderJob,
  end: { readonly status: 'done' | 'failed'; readonly failure: string | null; readonly attempts: number },
): Promise<void> {
  await db
    .update(renderJobs)
    .set({ ...end, leasedBy: null, leasedUntil: null, endedAt: new Date(context.clock.nowMs()) })
    .where(eq(renderJobs.jobId, job.jobId));
}
