import { z } from 'zod';
import { type ChannelDefinition, nothing } from '../channel-definition.ts';

export const lastBackupSchema = z.object({
  /** Of the file, without its place. */
  name: z.string(),
  atMs: z.number(),
});
export type LastBackup = z.infer<typeof lastBackupSchema>;

export const backupsChannels = {
  /** The last backup that was made of this library; null: none was. */
  'backups.last': { input: nothing, output: lastBackupSchema.nullable(), renewedBy: ['packages'] },
  /**
   * Asks where to, then writes everything of the studio but its keys into one file; null when it was cancelled, in the dialog or on
   * its way (`packages.work`, `packages.cancel`). Throws BACKUP_….
   */
  'backups.save': {
    input: z.strictObject({}),
    output: z.object({ books: z.int(), orders: z.int() }).nullable(),
    by: 'shell',
  },
  /**
   * Asks which, and once more whether; unpacks it, then the studio closes and opens again with it. `isClosing` is false when somebody
   * would rather stay: nothing of it is here then. Throws BACKUP_….
   */
  'backups.restore': { input: z.strictObject({}), output: z.object({ isClosing: z.boolean() }), by: 'shell' },
} as const satisfies Record<string, ChannelDefinition>;
