import type { PictureFormat } from '../../src-core/contract/photos.ts';

/** So many bytes from the start of a file tell its format: enough for a box of brands that names several dozen. */
export const FORMAT_HEAD_BYTES = 256;

const startsWith = (head: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => head[at + index] === byte);
const textAt = (head: Uint8Array, at: number, length: number) => String.fromCharCode(...head.subarray(at, at + length));

/**
 * What a file is by its magic bytes, whatever its name and declared type say (specification, "Image delivery").
 * Null for everything that is not taken: SVG, TIFF, PDF, AI, PSD, AVIF and what is no picture.
 */
export function pictureFormatOf(head: Uint8Array): PictureFormat | null {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (['GIF87a', 'GIF89a'].includes(textAt(head, 0, 6))) return 'gif';
  if (textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 4) === 'WEBP') return 'webp';
  if (textAt(head, 0, 2) === 'BM') return 'bmp';
  if (textAt(head, 4, 4) === 'ftyp') return isHeif(brandsOf(head)) ? 'heic' : null;
  return null;
}

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs'];
const HEIF_BRANDS = ['mif1', 'msf1'];
const AVIF_BRANDS = ['avif', 'avis'];

/** A container that names AVIF anywhere is AVIF; the general brands alone leave open what is inside, so it is tried. */
function isHeif(brands: readonly string[]): boolean {
  const [major] = brands;
  if (major === undefined || brands.some((brand) => AVIF_BRANDS.includes(brand))) return false;
  return HEIC_BRANDS.includes(major) || HEIF_BRANDS.includes(major);
}

/** ISO 14496-12, 4.3: size, `ftyp`, the major brand, its version, then the compatible ones. */
function brandsOf(head: Uint8Array): string[] {
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  const end = Math.min(size, head.length);
  const brands = [textAt(head, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(head, at, 4));
  return brands;
}
