import { z } from 'zod';
import { LIMITS } from './limits.ts';

export const paginationSchema = z
  .object({
    total: z.int().describe('Of all pages'),
    limit: z.int(),
    offset: z.int(),
    hasNext: z.boolean(),
  })
  .meta({ id: 'Pagination', description: 'Where a page of a list stands' });
export type Pagination = z.infer<typeof paginationSchema>;

/** What every success has; `data` comes with each. */
export const successSchema = z
  .object({ success: z.literal(true), message: z.string().describe('For people; may change') })
  .meta({ id: 'Success', description: 'What every success has beside its `data`' });

export const pageSchema = successSchema
  .extend({ pagination: paginationSchema })
  .meta({ id: 'Page', description: 'What every page of a list has beside its `data`' });

/** The envelopes that were made: the OpenAPI document writes what they have in common once. */
export const envelopes = z.registry<{ readonly isPage: boolean }>();

/** `{success, message, data}` around one record. */
export const successOf = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), message: z.string(), data }).register(envelopes, { isPage: false });

/** `{success, message, data[], pagination}` around one page of records. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z
    .object({ success: z.literal(true), message: z.string(), data: z.array(item), pagination: paginationSchema })
    .register(envelopes, { isPage: true });

/** Query of every paginated list; other defaults are a list's own (the photo list: 100). Whole numbers in decimal digits. */
export const paginationQuery = (defaultLimit: number = LIMITS.pageDefaultLimit) => ({
  limit: z.int().min(1).max(LIMITS.pageMaxLimit).default(defaultLimit).describe('Items a page'),
  offset: z.int().min(0).default(0).describe('Items before this page'),
});

const momentSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/**
 * The period of a list, both ends in it: a date stands for its whole day in UTC, a time without an offset is UTC. The
 * names of the specification and those that the public SDKs send (service-facts 5.5 and 7.2); where both are given, both hold.
 */
export const periodQuery = () => ({
  createdFrom: momentSchema.optional().describe('From this date (UTC) or moment on'),
  createdTo: momentSchema.optional().describe('Up to the end of this date (UTC), or to this moment'),
  from: momentSchema.optional().describe('As createdFrom'),
  to: momentSchema.optional().describe('As createdTo'),
});
export type Period = { readonly [bound in keyof ReturnType<typeof periodQuery>]?: string | undefined };

/** ISO 8601, UTC, milliseconds, `Z` (service-facts 1.4). */
export const timestampSchema = z.iso.datetime({ offset: false });
