const ORIENTATION = 0x0112;
const SHORT = 3;
const UPRIGHT = 1;
const ENTRY_BYTES = 12;

/** The same EXIF (a TIFF structure) with its orientation set to upright, for pixels that were turned. */
export function asUpright(exif: Uint8Array): Uint8Array {
  const copy = new Uint8Array(exif);
  const view = new DataView(copy.buffer);
  if (view.byteLength < 8) return copy;
  const isLittleEndian = view.getUint16(0) === 0x4949;
  const ifdAt = view.getUint32(4, isLittleEndian);
  if (ifdAt + 2 > view.byteLength) return copy;
  const entries = view.getUint16(ifdAt, isLittleEndian);
  for (
    let at = ifdAt + 2, index = 0;
    index < entries && at + ENTRY_BYTES <= view.byteLength;
    at += ENTRY_BYTES, index += 1
  ) {
    if (view.getUint16(at, isLittleEndian) === ORIENTATION && view.getUint16(at + 2, isLittleEndian) === SHORT)
      view.setUint16(at + 8, UPRIGHT, isLittleEndian);
  }
  return copy;
}
