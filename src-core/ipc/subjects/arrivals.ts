import { z } from 'zod';
import { placeSchema } from '../../desk/deep-link.ts';
import { openedSchema } from '../../desk/job-package.ts';
import { type ChannelDefinition, id, nothing } from '../channel-definition.ts';

/** What came of something that was opened outside of the window: a double click on a file, a link in a mail. */
export const arrivalSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('package'), opened: openedSchema }),
  z.object({ kind: z.literal('layout'), bookId: z.string() }),
  z.object({ kind: z.literal('place'), place: placeSchema }),
]);
export type ShownArrival = z.infer<typeof arrivalSchema>;

export const arrivalsChannels = {
  /** What was opened outside of the window and has not been shown in it, in that order. */
  'arrivals.waiting': { input: nothing, output: z.array(z.string()), by: 'shell', renewedBy: ['arrivals'] },
  /** Opens it, once. Null: it was taken already, or stopped on its way. Throws PACKAGE_…, LAYOUT_ELSEWHERE. */
  'arrivals.take': { input: z.object({ arrivalId: id }), output: arrivalSchema.nullable(), by: 'shell' },
} as const satisfies Record<string, ChannelDefinition>;
