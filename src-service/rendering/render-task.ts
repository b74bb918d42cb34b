import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import type { BackgroundTask } from '../jobs/background.ts';
import type { RenderingEnd } from '../ports.ts';
import { books } from '../store/schema.ts';
import { orderOf, type RenderFiles } from './book-to-render.ts';
import { claimRendering, giveBack, handOver, renewLease, RENEW_MS, type RenderJob } from './claim-rendering.ts';
import {
  hostFor,
  openRenderHosts,
  renderApart,
  RENDER_LIMITS,
  type Rendered,
  type RenderHosts,
  type RenderLimits,
} from './render-apart.ts';
import { RenderingFailed } from '../../src-node/painting/render-order.ts';
import { areRenderingsHeld, takePlannedFailure } from './rendering-controls.ts';
import { isRenderingWanted } from './rendering-wanted.ts';
import { settleFailed, settleRendered, settleUnwanted } from './settle-rendering.ts';

export interface RenderTaskFiles extends RenderFiles {
  readonly renderWorkerFile: string;
}

/** What is left by a process that died is looked for this often. */
const LOOK_EVERY_MS = 5_000;
/** Of the book's own failing; how a process ended says nothing about the book. */
const MAX_ATTEMPTS = 3;
/**
 * A book that took so many processes along, over an hour and more of rests, is given up all the same. Where a suspect has
 * a process of its own nothing but a system that takes whole groups of processes comes here (docs/decisions/0019).
 */
const MAX_INTERRUPTIONS = 16;
/** Renders what was asked for (`requestRendering`), `atOnce` books at a time. A round throws what is the service's own trouble. */
export const renderTask = (
  context: ServiceContext,
  files: RenderTaskFiles,
  { atOnce, limits = RENDER_LIMITS }: { readonly atOnce: number; readonly limits?: RenderLimits },
): BackgroundTask => {
  const hosts = openRenderHosts(files.renderWorkerFile, limits, atOnce);
  return {
    name: 'renderings',
    everyMs: LOOK_EVERY_MS,
    atOnce,
    run: async (ending) => {
      if (await areRenderingsHeld(context.db)) return false;
      const job = await claimRendering(context.db, context);
      if (job === null) return false;
      await work(context, { files, hosts }, job, ending);
      return true;
    },
    end: async () => {
      await Promise.all(Object.values(hosts).map((host) => host.close()));
    },
  };
};

interface Means {
  readonly files: RenderTaskFiles;
  readonly hosts: RenderHosts;
}

async function work(context: ServiceContext, means: Means, job: RenderJob, ending: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  const ended = (end: RenderingEnd) => context.measures.rendered(end, (performance.now() - startedMs) / 1_000);
  const fail = async (reason: string, attempts?: number) => {
    await settleFailed(context, job, reason, attempts);
    ended('failed');
  };
  if (job.interruptions >= MAX_INTERRUPTIONS)
    return fail(`${job.interruptions} processes ended in the middle of it`, job.attempts);
  const lease = keepLease(context, job);
  try {
    const rendered = await render(context, means, job, AbortSignal.any([ending, lease.lost]));
    if (rendered !== null) await settleRendered(context, job, rendered);
    ended('done');
  } catch (error) {
    if (lease.lost.aborted) return ended('lost');
    if (ending.aborted) {
      await handOver(context.db, job, { rests: false });
      return ended('handedOver');
    }
    if (!(error instanceof RenderingFailed)) {
      ended('handedOver');
      await handOver(context.db, job, { rests: true });
      throw error;
    }
    if (error.isFinal || job.attempts + 1 >= MAX_ATTEMPTS) return await fail(error.message);
    await giveBack(context.db, job, error.message);
    ended('retried');
  } finally {
    lease.release();
  }
}

/** Null: the book was deleted and nobody waits for it; the job has ended without effect. */
async function render(
  context: ServiceContext,
  { files, hosts }: Means,
  job: RenderJob,
  ending: AbortSignal,
): Promise<Rendered | null> {
  const [book] = await context.db.select().from(books).where(eq(books.bookUid, job.bookUid));
  if (book === undefined || (!(await isRenderingWanted(context.db, book)) && (await settleUnwanted(context, job))))
    return null;
  if (await takePlannedFailure(context)) throw new RenderingFailed('the print house made it fail', true);
  const order = await orderOf(context.db, context, book, files);
  return renderApart(hostFor(hosts, order, job.interruptions > 0), order, context.blobs, ending);
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
