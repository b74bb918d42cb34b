import { z } from 'zod';
import { bookSpecSchema } from '../../contract/specs.ts';
import { type ChannelDefinition, nothing } from '../channel-definition.ts';

export const specsChannels = {
  'specs.list': { input: nothing, output: z.array(bookSpecSchema), renewedBy: ['specs'] },
} as const satisfies Record<string, ChannelDefinition>;
