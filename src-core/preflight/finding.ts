import { z } from 'zod';
import { pdfKindSchema } from '../contract/books.ts';
import { textRefSchema } from '../ipc/text-ref.ts';

/**
 * How a finding bears on the book. `block`: the service refuses the file or the book (verdict A).
 * `warning`: it is accepted, but a person should look. `info`: worth knowing. `notChecked`: a check could not run.
 */
export const severitySchema = z.enum(['block', 'warning', 'info', 'notChecked']);
export type Severity = z.infer<typeof severitySchema>;

export const quantitySchema = z.object({ value: z.number(), unit: z.enum(['mm', 'pages', 'bytes', 'degrees', 'factor']) });
export type Quantity = z.infer<typeof quantitySchema>;

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
  /** Where the threshold comes from ("SQUAREBOOK_HC, 66 pages"). */
  source: textRefSchema,
});
export type Finding = z.infer<typeof findingSchema>;
