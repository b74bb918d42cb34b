import { z } from 'zod';
import { type ChannelDefinition, id } from '../channel-definition.ts';

export const activityEntrySchema = z.object({
  id: z.int(),
  atMs: z.number(),
  method: z.string(),
  path: z.string(),
  status: z.int().nullable(),
  tookMs: z.number(),
  errorCode: z.string().nullable(),
  bookId: z.string().nullable(),
  /** The command that repeats the request, without the key. */
  curl: z.string(),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

export const activityChannels = {
  'activity.list': {
    input: z.object({ bookId: id.optional() }),
    output: z.array(activityEntrySchema),
    renewedBy: ['activity'],
  },
} as const satisfies Record<string, ChannelDefinition>;
