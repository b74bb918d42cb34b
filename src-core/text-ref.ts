import { z } from 'zod';

/** What the studio speaks: each has its catalogues in resources/locales. */
export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * A sentence by its key in the locale catalogues (resources/locales/<language>/<subject>.json or <subject>.<part>.json, key
 * `subject.name`),
 * with the values that its ICU message takes. Sentences are put together only by the catalogue, never by code.
 */
export const textRefSchema = z.object({
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type TextRef = z.infer<typeof textRefSchema>;
