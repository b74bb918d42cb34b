import { z } from 'zod';
import { updateChoiceSchema, updateStateSchema } from '../../desk/updates.ts';
import { type ChannelDefinition, done, nothing } from '../channel-definition.ts';

export const updatesChannels = {
  'updates.state': { input: nothing, output: updateStateSchema, by: 'shell', renewedBy: ['updates'] },
  /** Throws UPDATE_ADDRESS. */
  'updates.choose': { input: updateChoiceSchema.partial(), output: done, by: 'shell' },
  /** Asks the feed now. What came of it stands in the state. */
  'updates.look': { input: nothing, output: done, by: 'shell' },
  /** Fetches the version that was found or refused. What came of it stands in the state. */
  'updates.download': { input: nothing, output: done, by: 'shell' },
  /** This version is neither fetched nor installed, nor told of again; the next one is. */
  'updates.refuse': { input: nothing, output: done, by: 'shell' },
  /** Closes the studio, installs what is ready and opens it again. False: somebody would rather stay. Throws UPDATE_BUSY. */
  'updates.install': { input: nothing, output: z.object({ isClosing: z.boolean() }), by: 'shell' },
} as const satisfies Record<string, ChannelDefinition>;
