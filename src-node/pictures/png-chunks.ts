import { crc32 } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** Length, name and checksum around a chunk's content. */
const FRAME_BYTES = 12;

/** A PNG with EXIF (its bare TIFF structure) put in behind the header chunk (PNG Third Edition, 11.3.4.5). */
export function withExifChunk(png: Buffer, exif: Uint8Array): Buffer {
  const at = SIGNATURE_BYTES + FRAME_BYTES + png.readUInt32BE(SIGNATURE_BYTES);
  const chunk = Buffer.alloc(FRAME_BYTES + exif.length);
  chunk.writeUInt32BE(exif.length, 0);
  chunk.write('eXIf', 4, 'latin1');
  chunk.set(exif, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + exif.length)), 8 + exif.length);
  return Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)]);
}
