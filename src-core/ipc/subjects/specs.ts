import { z } from 'zod';
import { bookSpecSchema } from '../../contract/specs.ts';
import { type ChannelDefinition, id, nothing } from '../channel-definition.ts';

export const specsChannels = {
  'specs.list': { input: nothing, output: z.array(bookSpecSchema), renewedBy: ['specs'] },
  /** Asks where to, then writes a template PDF of cover or contents with the guides on a layer of their own. */
  'specs.saveTemplate': {
    input: z.object({ specUid: id, pages: z.int().min(1).max(10_000), kind: z.enum(['cover', 'contents']) }),
    output: z.object({ saved: z.boolean() }),
    by: 'shell',
  },
} as const satisfies Record<string, ChannelDefinition>;
