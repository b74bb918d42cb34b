import { z } from 'zod';

/** Of a page, a frame, or an entry: made by the document itself (`nextId`), so that the same steps make the same book. */
export const layoutIdSchema = z.string().regex(/^[a-z][a-z0-9]{0,15}$/);

/** SHA-256 of a picture's bytes, in hexadecimal. */
export const pictureKeySchema = z.string().regex(/^[0-9a-f]{64}$/);
