import { z } from 'zod';
import { printRuleSchema, takenBySchema } from '../../desk/print-gate.ts';
import { printVerdictSchema } from '../../preflight/verdicts.ts';
import { quantitySchema, thresholdOriginSchema } from '../../preflight/finding.ts';
import { type ChannelDefinition, MOST, MOST_IDS, done, groupKey, id, nothing } from '../channel-definition.ts';
import { maybeUndoable, undoable } from './steps.ts';

/** A threshold as the studio sees it in the settings. */
export const thresholdViewSchema = z.object({
  name: z.string(),
  /** `structure`, `geometry`, `anatomy`, `images`, `text`, `colour`, `objects`, `order`. */
  section: z.string(),
  value: z.number(),
  unit: quantitySchema.shape.unit,
  origin: thresholdOriginSchema,
  builtIn: z.number(),
  standard: z.string(),
});
export type ThresholdView = z.infer<typeof thresholdViewSchema>;

/** What a person has seen of the books before they are sent or ordered, each as it was known then; null: go however they print. */
export const printTakenSchema = z.object({
  seen: z
    .array(z.object({ bookId: id, print: printVerdictSchema }))
    .max(MOST_IDS)
    .nullable(),
  by: takenBySchema.nullable(),
});
export type PrintTaken = z.infer<typeof printTakenSchema>;

export const checksChannels = {
  /** Takes the warnings of one group on, by name and with a reason, for the files and the spec as they are now. */
  'checks.signOff': {
    input: takenBySchema.extend({ bookId: id, groupKey }),
    output: undoable,
  },
  'checks.withdrawSignOff': { input: z.object({ bookId: id, groupKey }), output: maybeUndoable },
  /** The name that was signed with last. */
  'checks.lastName': { input: nothing, output: z.string().nullable(), renewedBy: [] },
  /** With which print verdicts nothing is sent or ordered without a name and a reason. */
  'checks.printRule': { input: nothing, output: printRuleSchema, renewedBy: ['status'] },
  'checks.setPrintRule': { input: printRuleSchema, output: done },
  'checks.thresholds': { input: nothing, output: z.array(thresholdViewSchema), renewedBy: ['library', 'connections'] },
  /** Sets one of the studio's own, or what the print house of the connection in use asks for. Null takes it back. */
  'checks.setThreshold': {
    input: z.object({
      name: z.string().max(200),
      value: z.number().nonnegative().max(MOST).nullable(),
      layer: z.enum(['studio', 'printHouse']).default('studio'),
    }),
    output: z.array(thresholdViewSchema),
  },
} as const satisfies Record<string, ChannelDefinition>;
