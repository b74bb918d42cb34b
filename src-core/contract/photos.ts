import { z } from 'zod';
import { timestampSchema } from './envelope.ts';

/** A picture uploaded ahead for a book (specification, "Photo"). `size` in bytes, `hash` the MD5 of what was sent. */
export const photoSchema = z
  .object({
    fileName: z.string(),
    originalName: z.string(),
    size: z.int(),
    mimeType: z.string(),
    uploadedAt: timestampSchema,
    hash: z.string(),
  })
  .meta({
    id: 'Photo',
    description: 'A picture uploaded ahead; size in bytes and mimeType of what is kept, hash the MD5 of what was sent',
  });
export type Photo = z.infer<typeof photoSchema>;

/** Answer of an upload: of a content that the book has already, the first one with `isDuplicate` true. */
export const uploadedPhotoSchema = photoSchema.extend({ isDuplicate: z.boolean() }).meta({
  id: 'UploadedPhoto',
  description: 'isDuplicate: the book has this content already, and fileName is that of the first',
});
export type UploadedPhoto = z.infer<typeof uploadedPhotoSchema>;

/** What pictures may come as; what they are stored as follows from it (specification, "Image delivery"). */
export const PICTURE_FORMATS = {
  jpeg: { storedAs: 'image/jpeg', extension: 'JPG' },
  png: { storedAs: 'image/png', extension: 'PNG' },
  gif: { storedAs: 'image/png', extension: 'PNG' },
  webp: { storedAs: 'image/png', extension: 'PNG' },
  bmp: { storedAs: 'image/jpeg', extension: 'JPG' },
  heic: { storedAs: 'image/jpeg', extension: 'JPG' },
} as const;
export type PictureFormat = keyof typeof PICTURE_FORMATS;
export type StoredMimeType = (typeof PICTURE_FORMATS)[PictureFormat]['storedAs'];
