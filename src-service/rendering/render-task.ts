import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import type { BackgroundTask } from '../jobs/background.ts';
import { books } from '../store/schema.ts';
import { orderOf, type RenderFiles } from './book-to-render.ts';
import { claimRendering, endJob, giveBack, handOver, renewLease, RENEW_MS, type RenderJob } from './claim-rendering.ts';
import { RenderingFailed } from './render-order.ts';
import { renderInThread, type Rendered } from './render-thread.ts';
import { areRenderingsHeld, takePlannedFailure } from './rendering-controls.ts';
import { isRenderingWanted } from './rendering-wanted.ts';
import { settleFailed, settleRendered } from './settle-rendering.ts';

export interface RenderTaskFiles extends RenderFiles {
  readonly renderWorkerFile: string;
}

/** What is left by a process that died is looked for this often. */
const LOOK_EVERY_MS = 5_000;
const MAX_ATTEMPTS = 3;
/** 200 photos of 50 MB are copied in a few minutes. */
const LIMITS = { maxTimeMs: 15 * 60 * 1000, maxMemoryMb: 1_024 };

/** Renders what was asked for (`requestRendering`), one book at a time a process. */
export const renderTask = (context: ServiceContext, files: RenderTaskFiles): BackgroundTask => ({
  name: 'renderings',
  everyMs: LOOK_EVERY_MS,
  run: async (ending) => {
    if (await areRenderingsHeld(context.db)) return false;
    const job = await claimRendering(context.db, context);
    if (job === null) return false;
    await work(context, files, job, ending);
    return true;
  },
});

async function work(context: ServiceContext, files: RenderTaskFiles, job: RenderJob, ending: AbortSignal): Promise<void> {
  // A job that came back so often took its process along each time, or meets the same trouble again and again.
  if (job.attempts > MAX_ATTEMPTS) return settleFailed(context, job, job.failure ?? 'the process ended in the middle of it, several times');
  const lease = keepLease(context, job);
  try {
    const rendered = await render(context, files, job, AbortSignal.any([ending, lease.lost]));
    if (rendered !== null) await settleRendered(context, job, rendered);
  } catch (error) {
    if (lease.lost.aborted) return;
    if (ending.aborted) return await handOver(context.db, job);
    const failure = reasonOf(error);
    const isFinal = (error instanceof RenderingFailed && error.isFinal) || job.attempts >= MAX_ATTEMPTS;
    await (isFinal ? settleFailed(context, job, failure) : giveBack(context.db, job, failure));
  } finally {
    lease.release();
  }
}

/** Null: the book was deleted and nobody waits for it; the job has ended without effect. */
async function render(context: ServiceContext, files: RenderTaskFiles, job: RenderJob, ending: AbortSignal): Promise<Rendered | null> {
  const [book] = await context.db.select().from(books).where(eq(books.bookUid, job.bookUid));
  if (book === undefined || !(await isRenderingWanted(context.db, book))) {
    await endJob(context.db, context, job, 'done', null);
    return null;
  }
  if (await takePlannedFailure(context)) throw new RenderingFailed('the print house made it fail', true);
  return renderInThread(files.renderWorkerFile, await orderOf(context.db, context, book, files), context.blobs, LIMITS, ending);
}

/** Renews the lease while the work goes on. `lost`: it passed to another process, whose outcome counts. */
function keepLease(context: ServiceContext, job: RenderJob): { readonly lost: AbortSignal; release(): void } {
  const lost = new AbortController();
  const timer = setInterval(() => {
    // A database that is away for a moment may be back before the lease ends.
    renewLease(context.db, job).then(
      (isOurs) => isOurs || lost.abort(),
      () => {},
    );
  }, RENEW_MS);
  return { lost: lost.signal, release: () => clearInterval(timer) };
}

/** With what lies behind it, for whoever looks into the job. */
function reasonOf(error: unknown): string {
  const reasons: string[] = [];
  for (let at: unknown = error; at !== undefined; at = at instanceof Error ? at.cause : undefined) reasons.push(at instanceof Error ? at.message : String(at));
  return reasons.join(': ');
}
