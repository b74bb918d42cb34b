import { z } from 'zod';
import { uploadStateSchema } from '../../desk/upload-machine.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, done, ids, listInput, listOf, nothing } from '../channel-definition.ts';
import { printTakenSchema } from './checks.ts';
import { actionStateSchema } from './library.ts';

export const queueStatusSchema = z.object({
  state: z.enum(['idle', 'running', 'pausing', 'paused', 'held']),
  /** Why the queue holds (key refused, other environment, rate limit), for people. */
  heldReason: textRefSchema.nullable(),
  done: z.int(),
  total: z.int(),
  failed: z.int(),
  bytesPerSecond: z.number(),
  etaMs: z.number().nullable(),
  /** What bounds the estimate. */
  etaBound: z.enum(['bandwidth', 'rate']).nullable(),
  resumesAtMs: z.number().nullable(),
});

export const uploadJobSchema = z.object({
  jobId: z.string(),
  bookId: z.string(),
  title: z.string(),
  /** Grows in the order in which jobs were queued. */
  place: z.int(),
  state: uploadStateSchema,
  /** Bytes of all files of this book. */
  sentBytes: z.number(),
  totalBytes: z.number(),
  bytesPerSecond: z.number(),
  attempts: z.int(),
  nextTryAtMs: z.number().nullable(),
  problem: textRefSchema.nullable(),
  /** The service's own words (`errors[0]`), shown as they come. */
  serviceText: z.string().nullable(),
  actions: z.object({ retry: actionStateSchema, cancel: actionStateSchema }),
});
export type UploadJobView = z.infer<typeof uploadJobSchema>;

/** What moves several times a second while files are sent: the totals, and the jobs being sent just now. */
export const queueProgressSchema = z.object({
  queue: queueStatusSchema,
  jobs: z.array(uploadJobSchema.pick({ jobId: true, sentBytes: true, bytesPerSecond: true })),
});
export type QueueProgress = z.infer<typeof queueProgressSchema>;

export const queueChannels = {
  'queue.changes': { input: listInput, output: listOf(uploadJobSchema), renewedBy: ['queue'] },
  'queue.progress': { input: nothing, output: queueProgressSchema, renewedBy: ['progress', 'queue', 'status'] },
  /**
   * Queues every ready book of the selection that prints as it was seen or better, or of all ready books when the list is empty; the `left` ones
   * stay. `notes`: of those that newer versions have replaced, as an order's review tells it.
   */
  'queue.upload': {
    input: z.object({ bookIds: ids, print: printTakenSchema }),
    output: z.object({ queued: z.int(), left: z.int(), notes: z.array(textRefSchema) }),
  },
  'queue.pause': { input: z.object({ how: z.enum(['afterThisFile', 'now']) }), output: done },
  'queue.resume': { input: nothing, output: done },
  'queue.retry': { input: z.object({ jobIds: ids }), output: done },
  'queue.cancel': { input: z.object({ jobIds: ids }), output: done },
} as const satisfies Record<string, ChannelDefinition>;
