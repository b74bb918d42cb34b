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

/** Query of every paginated list; other defaults are a list's own (the photo list: 100). */
export const paginationQuery = (defaultLimit: number = LIMITS.pageDefaultLimit) => ({
  limit: z.coerce.number().int().min(1).max(LIMITS.pageMaxLimit).default(defaultLimit),
  offset: z.coerce.number().int().min(0).default(0),
});

/** ISO 8601, UTC, milliseconds, `Z` (service-facts 1.4). */
export const timestampSchema = z.iso.datetime({ offset: false });
