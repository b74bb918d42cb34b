import type { FavouritesSource } from '../../../src-core/layout/favourites.ts';

export const LIST_FILES = ['.txt', '.csv', '.xmp'] as const;

/** No customer's list is larger, and no sidecar; a film that was dropped by mistake is. */
const LARGEST_LIST_BYTES = 8 * 1024 * 1024;

/** Null: it is no list, too large for one, or could not be read. */
export async function readListFile(file: File): Promise<FavouritesSource | null> {
  const name = file.name.normalize('NFC');
  if (!LIST_FILES.some((ending) => name.toLowerCase().endsWith(ending)) || file.size > LARGEST_LIST_BYTES) return null;
  try {
    return { name, text: textOf(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    return null;
  }
}

/** UTF-16 by its mark, UTF-8 where it is whole, else CP949, in which Excel and Notepad write on Korean Windows. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('euc-kr').decode(bytes);
  }
}
