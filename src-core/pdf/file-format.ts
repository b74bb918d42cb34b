import { ascii, indexOfBytes, latin1 } from './bytes.ts';

/** What a file that is no PDF is, as its first bytes tell. `zeros`: none of them was ever written. */
export type FileFormat =
  | 'zip'
  | 'word'
  | 'excel'
  | 'powerPoint'
  | 'hangul'
  | 'oldOffice'
  | 'rar'
  | 'sevenZip'
  | 'gzip'
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'tiff'
  | 'webp'
  | 'heic'
  | 'bmp'
  | 'photoshop'
  | 'inDesign'
  | 'postScript'
  | 'webPage'
  | 'text'
  | 'zeros'
  | 'unknown';

/** Signatures at the first byte, in hexadecimal. */
const SIGNATURES: readonly (readonly [string, FileFormat])[] = [
  ['d0cf11e0a1b11ae1', 'oldOffice'],
  ['526172211a07', 'rar'],
  ['377abcaf271c', 'sevenZip'],
  ['1f8b', 'gzip'],
  ['ffd8ff', 'jpeg'],
  ['89504e470d0a1a0a', 'png'],
  ['47494638', 'gif'],
  ['49492a00', 'tiff'],
  ['4d4d002a', 'tiff'],
  ['424d', 'bmp'],
  ['38425053', 'photoshop'],
  ['0606edf5d81d46e5bd31efe7fe74b71d', 'inDesign'],
  ['25215053', 'postScript'],
];

/** Names that the first entries of an archive bear, by the program whose document it is. */
const INSIDE_ARCHIVES: readonly (readonly [string, FileFormat])[] = [
  ['word/', 'word'],
  ['xl/', 'excel'],
  ['ppt/', 'powerPoint'],
  ['application/hwp+zip', 'hangul'],
];

/** Names the format of a file by its first bytes (a thousand are plenty). */
export function formatOf(start: Uint8Array): FileFormat {
  if (start.length > 0 && start.every((byte) => byte === 0)) return 'zeros';
  const bySignature = SIGNATURES.find(([signature]) => startsWith(start, signature))?.[1];
  if (bySignature !== undefined) return bySignature;
  if (startsWith(start, '504b0304') || startsWith(start, '504b0506')) return archiveOf(start);
  const brand = latin1(start, 4, Math.min(12, start.length));
  if (brand.startsWith('ftyp')) return /^ftyp(?:hei|hev|mif|msf)/.test(brand) ? 'heic' : 'unknown';
  if (startsWith(start, '52494646') && latin1(start, 8, Math.min(12, start.length)) === 'WEBP') return 'webp';
  return textOf(latin1(start, 0, start.length));
}

const archiveOf = (start: Uint8Array): FileFormat =>
  INSIDE_ARCHIVES.find(([name]) => indexOfBytes(start, ascii(name)) >= 0)?.[1] ?? 'zip';

/** A download that failed is often the page that says so. */
function textOf(start: string): FileFormat {
  if (/^(?:\xef\xbb\xbf)?\s*(?:<!doctype html|<html)/i.test(start)) return 'webPage';
  return start !== '' && !/[\x00-\x08\x0e-\x1f]/.test(start) ? 'text' : 'unknown';
}

const startsWith = (bytes: Uint8Array, signature: string): boolean =>
  bytes.length * 2 >= signature.length &&
  signature.match(/../g)?.every((pair, index) => bytes[index] === Number.parseInt(pair, 16)) === true;
