import { z } from 'zod';
import { queueMoveSchema } from '../../desk/queue-order.ts';
import { momentSchema, pauseEndSchema } from '../../desk/timed-pause.ts';
import { QUEUE_STATES } from '../../desk/queue-turn.ts';
import { sendLimitSchema } from '../../desk/send-limit.ts';
import { uploadStateSchema } from '../../desk/upload-machine.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, done, ids, listInput, listOf, nothing } from '../channel-definition.ts';
import { maybeUndoable } from './steps.ts';
import { printTakenSchema } from './checks.ts';
import { actionStateSchema } from './library.ts';

export const queueStatusSchema = z.object({
  state: z.enum(QUEUE_STATES),
  /** Why the queue holds (key refused, other environment, rate limit), for people. */
  heldReason: textRefSchema.nullable(),
  done: z.int(),
  total: z.int(),
  failed: z.int(),
  bytesPerSecond: z.number(),
  etaMs: z.number().nullable(),
  /** What bounds the estimate. */
  etaBound: z.enum(['bandwidth', 'rate', 'limit']).nullable(),
  /** Books that wait for a time that the operator chose, and the first of these times. The estimate is without them. */
  later: z.object({ count: z.int(), atMs: z.number() }).nullable(),
  /** The limit that holds now, and until when; null for none. */
  limit: z.object({ mbitPerSecond: z.number(), untilMs: z.number().nullable() }).nullable(),
  /** When it goes on by itself: after a pause for a time, or as the service asked. */
  resumesAtMs: z.number().nullable(),
});

export const uploadJobSchema = z.object({
  jobId: z.string(),
  bookId: z.string(),
  title: z.string(),
  /** Grows in the order in which jobs are sent. */
  turn: z.int(),
  /** The time that the operator chose; it waits for it while that lies ahead. */
  sendAtMs: z.number().nullable(),
  state: uploadStateSchema,
  /** Bytes of all files of this book. */
  sentBytes: z.number(),
  totalBytes: z.number(),
  bytesPerSecond: z.number(),
  attempts: z.int(),
  nextTryAtMs: z.number().nullable(),
  problem: textRefSchema.nullable(),
  /** The service's own words (`errors`), shown as they come. */
  serviceText: z.string().nullable(),
  /** The service refused the book, and our check passes it as it is now. */
  differs: z.boolean(),
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
  'queue.changes': { input: listInput, output: listOf(uploadJobSchema), renewedBy: ['queue', 'library'] },
  'queue.progress': { input: nothing, output: queueProgressSchema, renewedBy: ['progress', 'queue', 'status'] },
  /**
   * Queues every ready book of the selection that prints as it was seen or better, or of all ready books when the list is empty; the `left` ones
   * stay. `sendAtMs`: they wait until then; fails with TIME_UNUSABLE. `notes`: of those that newer versions have replaced, as an order's review tells it.
   */
  'queue.upload': {
    input: z.object({ bookIds: ids, print: printTakenSchema, sendAtMs: momentSchema.optional() }),
    output: z.object({ queued: z.int(), left: z.int(), notes: z.array(textRefSchema) }),
  },
  /** Without an end, or until it goes on by itself, over restarts too. Fails with TIME_UNUSABLE. */
  'queue.pause': {
    input: z.object({ how: z.enum(['afterThisFile', 'now']), until: pauseEndSchema.optional() }),
    output: done,
  },
  'queue.resume': { input: nothing, output: done },
  /** Lets those of the jobs that wait begin at a time, or at once for null. Fails with TIME_UNUSABLE. */
  'queue.sendAt': { input: z.object({ jobIds: ids, atMs: momentSchema.nullable() }), output: done },
  'queue.limit': { input: nothing, output: sendLimitSchema, renewedBy: ['status'] },
  /** Of all uploads together, whatever connection they go to. What is being sent goes on at the new speed. */
  'queue.setLimit': { input: sendLimitSchema, output: done },
  /** Puts those of the jobs that wait elsewhere among the others; what is being sent is not interrupted. `undoId`: null where nothing moved. */
  'queue.move': {
    input: z.object({ jobIds: ids, to: queueMoveSchema }),
    output: z.object({ moved: z.int(), undoId: z.string().nullable() }),
  },
  'queue.retry': { input: z.object({ jobIds: ids }), output: done },
  'queue.cancel': { input: z.object({ jobIds: ids }), output: maybeUndoable },
} as const satisfies Record<string, ChannelDefinition>;
