import { z } from 'zod';
import { bookSpecSchema, specProfileSchema } from '../contract/specs.ts';

/**
 * One book spec as it lies in the catalogue: a wire spec with its prices and its tolerance, without what is computed.
 * `origin` says whether the values are recorded from the public service or chosen by us.
 */
export const catalogueSpecSchema = bookSpecSchema
  .omit({ pdfSize: true })
  .extend({
    priceBase: z.number(),
    pricePerIncrement: z.number(),
    sandboxPriceBase: z.number(),
    sandboxPricePerIncrement: z.number(),
    pdfToleranceMm: z.number().positive(),
    origin: z.enum(['recorded', 'ours']),
  })
  .superRefine((spec, ctx) => {
    const needed =
      spec.coverType === 'Softcover'
        ? (['coverThicknessMm', 'pageThicknessMm'] as const)
        : (['caseWrapMarginMm', 'hingeGapMm', 'spineWidthRules'] as const);
    for (const field of needed) {
      if (spec[field] === undefined)
        ctx.addIssue({ code: 'custom', path: [field], message: `a ${spec.coverType} needs ${field}` });
    }
  });
export type CatalogueSpec = z.infer<typeof catalogueSpecSchema>;

/** The whole catalogue: a changed file is a new version (contract-decisions, "Catalogue"). */
export const catalogueSchema = z.object({ version: z.string(), specs: z.array(catalogueSpecSchema).min(1) });
export type Catalogue = z.infer<typeof catalogueSchema>;

/** The spec profiles on offer, as their file lists them. */
export const specProfilesSchema = z.array(specProfileSchema);
