import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db, ServiceContext } from '../context.ts';
import { isFree, leaseEnd } from '../jobs/lease.ts';
import { renderJobs } from '../store/schema.ts';

export type RenderJob = typeof renderJobs.$inferSelect;

/** A process that dies leaves its job to the others after so long. */
const LEASE_MS = 15_000;
/** Two renewals may be missed. */
export const RENEW_MS = LEASE_MS / 3;
/** A job that failed for a reason that may pass rests so long an attempt. */
const REST_MS = 5_000;

/** Takes the oldest job that nobody works on; null when there is none. Counts the attempt. */
export async function claimRendering(db: Db, { processName }: Pick<ServiceContext, 'processName'>): Promise<RenderJob | null> {
  const next = db
    .select({ jobId: renderJobs.jobId })
    .from(renderJobs)
    .where(and(eq(renderJobs.status, 'waiting'), isFree(renderJobs)))
    .orderBy(asc(renderJobs.jobId))
    .limit(1)
    .for('update', { skipLocked: true });
  const [job] = await db
    .update(renderJobs)
    .set({ leasedBy: processName, leasedUntil: leaseEnd(LEASE_MS), attempts: sql`${renderJobs.attempts} + 1` })
    .where(eq(renderJobs.jobId, next))
    .returning();
  return job ?? null;
}

const isOurs = (job: RenderJob) => and(eq(renderJobs.jobId, job.jobId), eq(renderJobs.status, 'waiting'), eq(renderJobs.leasedBy, job.leasedBy ?? ''), eq(renderJobs.attempts, job.attempts));

/** Puts the end of the lease off. False: the job is another's by now. */
export async function renewLease(db: Db, job: RenderJob): Promise<boolean> {
  const renewed = await db.update(renderJobs).set({ leasedUntil: leaseEnd(LEASE_MS) }).where(isOurs(job)).returning({ jobId: renderJobs.jobId });
  return renewed.length === 1;
}

/** Holds the job's row until the transaction ends. False: the job is another's by now, and its outcome too. */
export async function holdJob(db: Db, job: RenderJob): Promise<boolean> {
  const held = await db.select({ jobId: renderJobs.jobId }).from(renderJobs).where(isOurs(job)).for('update');
  return held.length === 1;
}

/** Gives the job back for another attempt after a rest. */
export async function giveBack(db: Db, job: RenderJob, failure: string): Promise<void> {
  await db.update(renderJobs).set({ leasedBy: null, leasedUntil: leaseEnd(REST_MS * job.attempts), failure }).where(isOurs(job));
}

/** Gives the job to the next process at once, the attempt not counted: this one was told to stop. */
export async function handOver(db: Db, job: RenderJob): Promise<void> {
  await db.update(renderJobs).set({ leasedBy: null, leasedUntil: null, attempts: job.attempts - 1 }).where(isOurs(job));
}

export async function endJob(db: Db, context: Pick<ServiceContext, 'clock'>, job: RenderJob, status: 'done' | 'failed', failure: string | null): Promise<void> {
  await db
    .update(renderJobs)
    .set({ status, failure, leasedBy: null, leasedUntil: null, endedAt: new Date(context.clock.nowMs()) })
    .where(eq(renderJobs.jobId, job.jobId));
}
