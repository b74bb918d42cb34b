import { z } from 'zod';
import { timestampSchema } from './envelope.ts';

export const sizeMmSchema = z
  .object({ width: z.number(), height: z.number() })
  .meta({ id: 'SizeMm', description: 'Millimetres' });
export type SizeMm = z.infer<typeof sizeMmSchema>;

export const coverRangeSchema = z.object({
  minPage: z.int(),
  maxPage: z.int(),
  width: z.number(),
  height: z.number(),
});

export const spineWidthRuleSchema = z.object({ minPage: z.int(), maxPage: z.int(), spineWidthMm: z.number() });

/**
 * One book spec as the wire gives it (specification "Book spec"; field order of service-facts 8.1).
 * Prices are null for a caller who is not signed in. Fields that do not apply to a cover type are absent.
 */
export const bookSpecSchema = z
  .object({
    bookSpecUid: z.string(),
    name: z.string(),
    innerTrimWidthMm: z.number(),
    innerTrimHeightMm: z.number(),
    pageMin: z.int(),
    pageMax: z.int(),
    pageDefault: z.int(),
    pageIncrement: z.int(),
    booksPerBox: z.int(),
    coverType: z.enum(['Softcover', 'Hardcover']),
    bindingType: z.enum(['PUR', 'LAYFLAT']),
    bindingEdge: z.enum(['left', 'right']),
    priceCurrency: z.string(),
    priceBase: z.number().nullable(),
    pricePerIncrement: z.number().nullable(),
    sandboxPriceBase: z.number().nullable(),
    sandboxPricePerIncrement: z.number().nullable(),
    paper: z.object({
      cover: z.object({ paper: z.string() }),
      inner: z.object({ paper: z.string() }),
      lamination: z.string(),
    }),
    bleedMm: z.number(),
    coverThicknessMm: z.number().optional(),
    pageThicknessMm: z.number().optional(),
    caseWrapMarginMm: z.number().optional(),
    hingeGapMm: z.number().optional(),
    spineWidthRules: z.array(spineWidthRuleSchema).optional(),
    pdfSize: z.object({ inner: sizeMmSchema, cover: z.union([sizeMmSchema, z.array(coverRangeSchema)]) }).optional(),
    pdfToleranceMm: z.number().optional(),
  })
  .meta({
    id: 'BookSpec',
    description:
      'Sizes, page rule and prices. Prices are null without a key; what does not apply to a cover type is absent',
  });
export type BookSpec = z.infer<typeof bookSpecSchema>;

/** Answer of `calculated-size`: the authority for sizes (contract-decisions). Millimetres. */
export const calculatedSizeSchema = z
  .object({
    bookSpecUid: z.string(),
    pages: z.int(),
    unit: z.literal('mm'),
    coverWidthMm: z.number(),
    coverHeightMm: z.number(),
    innerWidthMm: z.number(),
    innerHeightMm: z.number(),
    spineWidthMm: z.number(),
    pdfToleranceMm: z.number(),
  })
  .meta({ id: 'CalculatedSize', description: 'What cover and contents have to measure for this page count' });
export type CalculatedSize = z.infer<typeof calculatedSizeSchema>;

/** A way to have a book spec made, which a book may name when it is created. Its shape is ours: none is public. */
export const specProfileSchema = z
  .object({
    specProfileUid: z.string(),
    name: z.string(),
    description: z.string(),
    bookSpecUid: z.string(),
    /** What the cover is finished with in place of the spec's own lamination. */
    lamination: z.string(),
    status: z.enum(['active']),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'SpecProfile', description: 'A way to have a book spec made; lamination in place of that of the spec' });
export type SpecProfile = z.infer<typeof specProfileSchema>;
