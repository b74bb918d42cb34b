import { z } from 'zod';
import { LIMITS } from './limits.ts';

export const paginationSchema = z.object({
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  hasNext: z.boolean(),
});
export type Pagination = z.infer<typeof paginationSchema>;

/** `{success, message, data}` around one record. */
export const successOf = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), message: z.string(), data });

/** `{success, message, data[], pagination}` around one page of records. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ success: z.literal(true), message: z.string(), data: z.array(item), pagination: paginationSchema });

/** Query of every paginated list; other defaults are a list's own (the photo list: 100). Whole numbers in decimal digits. */
export const paginationQuery = (defaultLimit: number = LIMITS.pageDefaultLimit) => ({
  limit: z.int().min(1).max(LIMITS.pageMaxLimit).default(defaultLimit),
  offset: z.int().min(0).default(0),
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
