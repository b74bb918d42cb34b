import { basename, extname } from 'node:path';
import { cutToBytes } from '../../../src-node/cut-to-bytes.ts';
import { unprovedPath } from '../../../src-node/fixes/write-fixed.ts';

/** Of a name, on every file system. */
const MOST_BYTES = 255;
const ENDING = '.fixed.pdf';
const MOST_STEM_BYTES = MOST_BYTES - Buffer.byteLength(unprovedPath(ENDING));

/** `Kim.pdf` and `Kim.fixed.pdf` both become `Kim.fixed.pdf`. One that would be too long for a disk, proved or not, is cut. */
export function fixedName(name: string): string {
  const stem = basename(name, extname(name)).replace(/\.fixed$/, '');
  const isTooLong = Buffer.byteLength(stem) > MOST_STEM_BYTES;
  // Macs write a syllable of Hangul in parts, between which nobody would cut it.
  return (isTooLong ? cutToBytes(stem.normalize('NFC'), MOST_STEM_BYTES) : stem) + ENDING;
}
