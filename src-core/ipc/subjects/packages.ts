import { z } from 'zod';
import { openedSchema, packedSchema } from '../../desk/job-package.ts';
import { type ChannelDefinition, ids } from '../channel-definition.ts';

export const packagesChannels = {
  /** Asks where to, then writes books with their files into one file; null when it was cancelled. Throws PACKAGE_…, FILE_CHANGED. */
  'packages.save': { input: z.object({ bookIds: ids.min(1) }), output: packedSchema.nullable(), by: 'shell' },
  /** Asks which; null when it was cancelled. Books that are here already stay as they are. One step. Throws PACKAGE_…. */
  'packages.open': { input: z.strictObject({}), output: openedSchema.nullable(), by: 'shell' },
  /** Only the preload calls this, with the place of a dropped package: the window never sees it. Throws PACKAGE_…. */
  'packages.openPath': { input: z.object({ path: z.string().min(1).max(32_767) }), output: openedSchema },
} as const satisfies Record<string, ChannelDefinition>;
