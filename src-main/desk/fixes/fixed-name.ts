import { basename, extname } from 'node:path';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { cutToBytes } from '../../../src-node/cut-to-bytes.ts';
import { unprovedPath } from '../../../src-node/fixes/write-fixed.ts';

/** Of a name, on every file system. */
const MOST_BYTES = 255;
const ENDING = '.fixed.pdf';

/**
 * `Kim.pdf` and `Kim.fixed.pdf` both become `Kim.fixed.pdf`, a part of it `Kim_cover.fixed.pdf`. One that would be too long for a disk,
 * proved or not, is cut.
 */
export function fixedName(name: string, part: PdfKind | null = null): string {
  const stem = basename(name, extname(name)).replace(/\.fixed$/, '');
  const ending = part === null ? ENDING : `_${part}${ENDING}`;
  const mostStemBytes = MOST_BYTES - Buffer.byteLength(unprovedPath(ending));
  const isTooLong = Buffer.byteLength(stem) > mostStemBytes;
  // Macs write a syllable of Hangul in parts, between which nobody would cut it.
  return (isTooLong ? cutToBytes(stem.normalize('NFC'), mostStemBytes) : stem) + ending;
}
