import type { StoredMimeType } from '../../src-core/contract/photos.ts';

const EXTENSIONS: Readonly<Record<StoredMimeType, string>> = { 'image/jpeg': 'JPG', 'image/png': 'PNG' };

/** Names that `photoFileName` makes. */
export const PHOTO_FILE_NAME = /^photo\d{15}\.(JPG|PNG)$/;

/** `photo` + yyMMddHHmmssfff + `.JPG` or `.PNG` (service-facts 1.5): the moment in UTC, or the next millisecond that no photo has. */
export function photoFileName(nowMs: number, mimeType: StoredMimeType, taken: ReadonlySet<string>): string {
  for (let ms = nowMs; ; ms += 1) {
    const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2);
    const name = `photo${digits}.${EXTENSIONS[mimeType]}`;
    if (!taken.has(name)) return name;
  }
}
