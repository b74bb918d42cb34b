import type { FontProgram, OnFollowed, OpenFontProgram } from '../../../../ports.ts';
import { readCff } from './cff.ts';
import { readSfnt } from './sfnt.ts';
import { readType1 } from './type1.ts';

/**
 * Opens an embedded font program by what its first bytes say, since files mix up the kinds and readers do not mind.
 * Widths and outlines are read when they are asked for. Never throws.
 */
export const openFontProgram: OpenFontProgram = (bytes, kind, onFollowed = () => undefined) => {
  try {
    return readerOf(bytes, kind)(bytes, onFollowed);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};

function readerOf(
  bytes: Uint8Array,
  kind: Parameters<OpenFontProgram>[1],
): (bytes: Uint8Array, onFollowed: OnFollowed) => FontProgram {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (start === '\0\u0001\0\0' || start === 'OTTO' || start === 'true' || start === 'ttcf') return readSfnt;
  if (start.startsWith('%!') || start.startsWith('\u0080\u0001')) return readType1;
  if (start.startsWith('\u0001\0')) return readCff;
  return kind === 'type1' ? readType1 : kind === 'cff' ? readCff : readSfnt;
}
