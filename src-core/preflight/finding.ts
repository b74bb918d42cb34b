import { z } from 'zod';
import { pdfKindSchema } from '../contract/books.ts';
import { textRefSchema } from '../text-ref.ts';

/**
 * How a finding bears on the book. `block`: the service refuses the file or the book (verdict A). The others are
 * verdict B, how it will print. `error`: visibly wrong. `warning`: likely a flaw, a person decides. `info`: worth
 * knowing. `notChecked`: a check could not run, which is never a pass.
 */
export const severitySchema = z.enum(['block', 'error', 'warning', 'info', 'notChecked']);
export type Severity = z.infer<typeof severitySchema>;

export const quantitySchema = z.object({
  value: z.number(),
  unit: z.enum(['mm', 'pages', 'bytes', 'degrees', 'factor', 'ppi', 'pt', 'percent', 'count']),
});
export type Quantity = z.infer<typeof quantitySchema>;

/** What on a page a finding is about, to be marked there. */
export const markedObjectSchema = z.object({
  /** PDF page from 1. */
  page: z.int(),
  /** Corners as x, y pairs, millimetres from the top left corner of the page as seen. */
  quadMm: z.array(z.number()).length(8),
  kind: z.enum(['image', 'text', 'path', 'shading', 'annotation', 'area']),
  /** The words, the font, the picture's size in pixels: enough to know it again. */
  excerpt: z.string().nullable(),
  /** This object's own value, in the unit of the finding's `measured`. */
  measured: z.number().nullable(),
});
export type MarkedObject = z.infer<typeof markedObjectSchema>;

/** Marks that a finding carries at most; `objectCount` tells how many there are. */
export const MAX_MARKED_OBJECTS = 200;

/** Where a threshold was set. The first that sets it wins, in this order. */
export const thresholdOriginSchema = z.enum(['specification', 'spec', 'printHouse', 'studio', 'builtIn']);
export type ThresholdOrigin = z.infer<typeof thresholdOriginSchema>;

/** Repairs that can be offered; `fixes/` says of each what it does and when it is refused. */
export const fixNameSchema = z.enum([
  'dropLeadingBytes',
  'rebuildTable',
  'takeCoverOut',
  'setTrimAndBleed',
  'resetCropBox',
  'cropToVisible',
  'turnPages',
  'bakeRotation',
  'turnUpright',
  'bakeUserUnit',
  'moveOrigin',
  'addBlankPages',
  'dropTrailingBlanks',
  'splitSpreads',
  'joinSpreads',
  'scaleToFit',
  'bleedByMirror',
  'bleedByStretch',
  'bleedByScale',
  'flattenFields',
  'removeAnnotations',
  'removeActions',
  'removeEmbeddedFiles',
  'stopWhiteOverprint',
  'thickenLines',
]);
export type FixName = z.infer<typeof fixNameSchema>;

/**
 * One thing that a check found. Its sentences are `findings.<ruleId>.title` and `findings.<ruleId>.detail` of the
 * catalogues, with `params`.
 */
export const findingSchema = z.object({
  ruleId: z.string(),
  severity: severitySchema,
  /** Which file it is about; null when it is about the book as a whole. */
  kind: pdfKindSchema.nullable(),
  /** PDF pages from 1, in order; null when it is about the whole file. */
  pages: z.array(z.int()).nullable(),
  measured: quantitySchema.nullable(),
  allowed: quantitySchema.nullable(),
  /** Allowed deviation each way, inclusive. */
  tolerance: quantitySchema.nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** What is behind it, when that can be named ("cover made for 24 to 64 pages"). */
  cause: textRefSchema.nullable(),
  /** What to do, best first, at most three. */
  remedies: z.array(textRefSchema),
  /** Where the rule comes from ("SQUAREBOOK_HC, 66 pages", "GWG 2022, R0031"). */
  source: textRefSchema,
  /** Where its threshold was set; null for a rule that has none. */
  origin: thresholdOriginSchema.nullable().default(null),
  /** At most MAX_MARKED_OBJECTS, worst first. */
  objects: z.array(markedObjectSchema).default([]),
  objectCount: z.int().default(0),
  /** The page box that was measured, where a box was. */
  box: z.enum(['media', 'crop', 'bleed', 'trim', 'art', 'visible']).nullable().default(null),
  /** Findings of one cause are one decision: equal keys are shown as one group. */
  causeKey: z.string().default(''),
  /** Repairs that would take it away, best first. */
  fixes: z.array(fixNameSchema).default([]),
});
export type Finding = z.infer<typeof findingSchema>;
