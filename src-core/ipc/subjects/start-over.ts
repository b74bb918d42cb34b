import { z } from 'zod';
import { sandboxContentsSchema } from '../../desk/start-over.ts';
import { type ChannelDefinition, done, nothing } from '../channel-definition.ts';
import { heldWorkSchema } from './connections.ts';

/** A file with everything that was there before the Sandbox was started over. */
export const formerSandboxSchema = z.object({
  /** Of the file, without its place. */
  name: z.string(),
  madeAtMs: z.number(),
  /** When it is removed by itself. */
  untilMs: z.number(),
});
export type FormerSandbox = z.infer<typeof formerSandboxSchema>;

export const startOverViewSchema = z.object({
  goes: sandboxContentsSchema,
  /** In the Sandbox's queue, and confirmed there: while anything is, nothing is started over. */
  onTheirWay: heldWorkSchema,
  /** Waits for a person there, or for the credit, and goes too: books that the queue gave up, and orders that were not placed. */
  notDone: heldWorkSchema,
  /** Something else is being sent, ordered, exported, packed or backed up. */
  isBusy: z.boolean(),
  /** Those that send to the Sandbox, and are paused by it. */
  hotFolders: z.int(),
  /** The newest that is kept. */
  former: formerSandboxSchema.nullable(),
});
export type StartOverView = z.infer<typeof startOverViewSchema>;

/** Starting over with the Sandbox of the built-in service; no other connection has it. */
export const startOverChannels = {
  /** Null: there is no built-in Sandbox. Throws SERVICE_NOT_STARTED, SERVICE_UNREACHABLE. */
  'startOver.look': {
    input: nothing,
    output: startOverViewSchema.nullable(),
    renewedBy: ['connections', 'queue', 'orders', 'orderRun', 'credit', 'packages', 'hotFolders'],
  },
  /** The file of the last time that is still kept; null: none is. */
  'startOver.former': { input: nothing, output: formerSandboxSchema.nullable(), renewedBy: ['packages'] },
  /**
   * Writes the file, then the studio closes and opens again with an empty Sandbox. `goes` is what the operator was told. `isClosing` is false when
   * somebody would rather stay, or stopped the writing: nothing was changed then. Throws START_OVER_BUSY, START_OVER_CHANGED, BACKUP_….
   */
  'startOver.begin': {
    input: z.strictObject({ goes: sandboxContentsSchema }),
    output: z.object({ isClosing: z.boolean() }),
    by: 'shell',
  },
  /** Shows the kept file in its folder. Throws FILE_MISSING when it was removed. */
  'startOver.reveal': { input: z.strictObject({ name: z.string().max(200) }), output: done, by: 'shell' },
} as const satisfies Record<string, ChannelDefinition>;
