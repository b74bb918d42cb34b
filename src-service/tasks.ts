import { blobScrubTask } from './blobs/scrub-blobs.ts';
import { blobSweepTask } from './blobs/sweep-blobs.ts';
import type { ServiceContext } from './context.ts';
import { forgetOldRecords } from './http/idempotent.ts';
import type { BackgroundTask } from './jobs/background.ts';
import { autoProductionTask } from './print-house/auto-production.ts';
import { forgetOldCounters } from './store/rate-counters.ts';
import { webhookTask } from './webhooks/dispatch.ts';
import { renderTask, type RenderTaskFiles } from './rendering/render-task.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Everything that goes on beside requests. `renderings`: books that are rendered at the same time. */
export const tasksOf = (
  context: ServiceContext,
  files: RenderTaskFiles,
  renderings: number,
): readonly BackgroundTask[] => [
  {
    name: 'old-records',
    everyMs: HOUR_MS,
    run: async () => {
      await forgetOldRecords(context);
      await forgetOldCounters(context.db);
      return false;
    },
  },
  blobSweepTask(context),
  blobScrubTask(context),
  autoProductionTask(context),
  webhookTask(context),
  renderTask(context, files, { atOnce: renderings }),
];
