import { z } from 'zod';
import { pageMetaSchema } from './books.ts';

/** A book page's side: with PUR binding page 1 is on the right, with LAYFLAT on the left (service-facts 4.6). */
export const pageSideSchema = z.enum(['left', 'right']).meta({ id: 'PageSide' });
export type PageSide = z.infer<typeof pageSideSchema>;

/** Where a contents entry may begin: on a new page, in a new column, or where the one before it ended. */
export const breakBeforeSchema = z.enum(['page', 'column', 'none']).meta({
  id: 'BreakBefore',
  description: 'Where an entry may begin: on a new page, in a new column, or where the one before it ended',
});
export type BreakBefore = z.infer<typeof breakBeforeSchema>;

/** What is not printed as the template draws it, a line each. Left out when there is nothing to say. */
const warningsSchema = z.array(z.string()).optional().meta({
  description:
    'Texts that are set smaller than the template draws them, are left out of a thin spine or printed without their end, and pictures that are shown whole, have a face at the fold of a spread, lose more than 12 % of themselves or have too few pixels for their place; left out when there are none',
});

/** Answer of POST /books/{bookUid}/cover. */
export const coverResultSchema = z
  .object({ result: z.enum(['inserted']), pageMeta: pageMetaSchema, warnings: warningsSchema })
  .meta({ id: 'CoverResult', description: 'The cover does not count in currentPageCount' });
export type CoverResult = z.infer<typeof coverResultSchema>;

/** Answer of GET /books/{bookUid}/cover: as POST answered it, and the template. The public SDKs call it; its shape is ours. */
export const coverEntrySchema = coverResultSchema
  .omit({ warnings: true })
  .extend({ templateUid: z.string() })
  .meta({ id: 'CoverEntry', description: 'The cover as POST answered it, and its template' });
export type CoverEntry = z.infer<typeof coverEntrySchema>;

/** Answer of DELETE /books/{bookUid}/cover. */
export const deletedCoverSchema = z
  .object({ result: z.literal('deleted'), pageMeta: pageMetaSchema })
  .meta({ id: 'DeletedCover' });
export type DeletedCover = z.infer<typeof deletedCoverSchema>;

/** Answer of POST /books/{bookUid}/contents: `updated` when the entry joined a page that was there. */
export const contentsResultSchema = z
  .object({
    result: z.enum(['inserted', 'updated']),
    breakBefore: breakBeforeSchema,
    pageNum: z.int().min(1),
    pageSide: pageSideSchema,
    pageMeta: pageMetaSchema,
    warnings: warningsSchema,
  })
  .meta({
    id: 'ContentsResult',
    description: 'Where the entry came to stand: inserted on a page of its own, or updated on one that was there',
  });
export type ContentsResult = z.infer<typeof contentsResultSchema>;

/** Answer of DELETE /books/{bookUid}/contents (service-facts 4.3). */
export const contentsResetSchema = z
  .object({ deletedPages: z.int(), message: z.string() })
  .meta({ id: 'ContentsReset' });
