import { z } from 'zod';
import { openedSchema, packedSchema } from '../../desk/job-package.ts';
import { packageWorkSchema } from '../../desk/package-work.ts';
import { type ChannelDefinition, id, ids, nothing } from '../channel-definition.ts';

export const packagesChannels = {
  /**
   * Asks where to, then writes books with their files into one file; null when it was cancelled, in the dialog or on its way.
   * Throws PACKAGE_…, FILE_CHANGED.
   */
  'packages.save': { input: z.object({ bookIds: ids.min(1) }), output: packedSchema.nullable(), by: 'shell' },
  /**
   * Asks which; null when it was cancelled, in the dialog or on its way. Books that are here already stay as they are. One step.
   * Throws PACKAGE_….
   */
  'packages.open': { input: z.strictObject({}), output: openedSchema.nullable(), by: 'shell' },
  /** Only the preload calls this, with the place of a dropped package: the window never sees it. Null: it was cancelled. Throws PACKAGE_…. */
  'packages.openPath': { input: z.object({ path: z.string().min(1).max(32_767) }), output: openedSchema.nullable() },
  /** What is being written and opened, and how far it is. */
  'packages.work': { input: nothing, output: z.array(packageWorkSchema), renewedBy: ['packages'] },
  /** Answers once it has ended: true when nothing of it stays, false when it was done by then. */
  'packages.cancel': { input: z.object({ workId: id }), output: z.object({ isStopped: z.boolean() }) },
} as const satisfies Record<string, ChannelDefinition>;
