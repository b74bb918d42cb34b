import { z } from 'zod';

/** Of every address that begins with a book. */
export const bookParams = z.object({ bookUid: z.string() });
