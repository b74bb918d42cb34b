const SOI_BYTES = 2;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
/** A segment's length counts its own two bytes. */
const SEGMENT_MAX_BYTES = 0xffff - 2;
const EXIF_MARK = Buffer.from('Exif\0\0', 'latin1');
const ICC_MARK = Buffer.from('ICC_PROFILE\0', 'latin1');

/**
 * A JPEG with EXIF (its bare TIFF structure) and a colour profile put in, behind the JFIF segment that has to come first.
 * EXIF above 64 KB is left out: no JPEG can hold it.
 */
export function withSegments(
  jpeg: Buffer,
  { exif, icc }: { readonly exif: Uint8Array | null; readonly icc: Uint8Array | null },
): Buffer {
  const segments: Buffer[] = [];
  if (exif !== null && exif.length + EXIF_MARK.length <= SEGMENT_MAX_BYTES)
    segments.push(segment(APP1, [EXIF_MARK, exif]));
  if (icc !== null) segments.push(...profileSegments(icc));
  const at = jpeg[SOI_BYTES + 1] === APP0 ? SOI_BYTES + 2 + jpeg.readUInt16BE(SOI_BYTES + 2) : SOI_BYTES;
  return Buffer.concat([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)]);
}

/** ICC.1:2022, B.4: the profile in pieces, each with its number and their count. */
function profileSegments(icc: Uint8Array): Buffer[] {
  const pieceBytes = SEGMENT_MAX_BYTES - ICC_MARK.length - 2;
  const count = Math.ceil(icc.length / pieceBytes);
  if (count > 255) return [];
  return Array.from({ length: count }, (_, index) =>
    segment(APP2, [
      ICC_MARK,
      Buffer.from([index + 1, count]),
      icc.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    ]),
  );
}

function segment(marker: number, parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
