import { z } from 'zod';
import { namingRulesSchema } from '../../imports/naming-rules.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, done, id, nothing } from '../channel-definition.ts';
import { maybeUndoable } from './steps.ts';

export const importReportSchema = z.object({
  importId: z.string(),
  folderName: z.string(),
  state: z.enum(['scanning', 'done', 'cancelled']),
  pdfsFound: z.int(),
  paired: z.int(),
  guessed: z.int(),
  alone: z.int(),
  /** Pictures that lie among them: a book can be laid out of them (`layouts.addImported`). */
  pictures: z.int(),
  /** Files left out, each with why. */
  ignored: z.array(z.object({ name: z.string(), reason: textRefSchema })),
  /** Files whose names collide: rows of the library, as files without a partner are. */
  conflicts: z.array(z.object({ name: z.string(), reason: textRefSchema })),
  /** Books that were there already and were brought up to date instead of doubled. */
  updated: z.int(),
  /** Files without a partner that somebody has left out before: they stay out. */
  leftOut: z.int(),
  /** Lists of books that lay among them. */
  manifests: z.array(z.object({ manifestId: z.string(), name: z.string() })),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const importsChannels = {
  /** Opens the folder dialog; null when it was cancelled. */
  'imports.pickFolder': { input: nothing, output: z.object({ importId: z.string() }).nullable(), by: 'shell' },
  'imports.pickFiles': { input: nothing, output: z.object({ importId: z.string() }).nullable(), by: 'shell' },
  /** Only the preload calls this, with the paths of dropped files: the window never sees them. */
  'imports.addPaths': {
    input: z.object({ paths: z.array(z.string().max(32_767)).min(1).max(10_000) }),
    output: z.object({ importId: id }),
  },
  'imports.addSamples': { input: nothing, output: z.object({ importId: z.string() }) },
  'imports.report': { input: z.object({ importId: id }), output: importReportSchema, renewedBy: ['imports'] },
  'imports.cancel': { input: z.object({ importId: id }), output: done },
  /** Takes a whole import out of the library again. */
  'imports.undo': { input: z.object({ importId: id }), output: z.object({ removed: z.int() }) },
  /** By which names files become books. */
  'imports.namingRules': { input: nothing, output: namingRulesSchema, renewedBy: ['preferences'] },
  /** For imports from now on: books that are there stay as they are. */
  'imports.setNamingRules': { input: namingRulesSchema, output: maybeUndoable },
  /** Names with their folders that rules can be tried on: of the last import that brought files, or of files without a partner. */
  'imports.namesToTry': {
    input: z.object({ of: z.enum(['lastImport', 'leftOver']) }),
    output: z.array(z.string()),
    renewedBy: [],
  },
} as const satisfies Record<string, ChannelDefinition>;
