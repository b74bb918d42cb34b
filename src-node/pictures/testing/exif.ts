const FIRST_TABLE = 8;
const SECOND_TABLE = 26;
const JPEG_AT = 56;

/** A bare TIFF structure whose second table names a JPEG behind it, as cameras write it. */
export function exifWithThumbnail(jpeg: Uint8Array, isLittle: boolean, orientation = 1): Uint8Array {
  const bytes = new Uint8Array(JPEG_AT + jpeg.length);
  const view = new DataView(bytes.buffer);
  const long = (at: number, value: number) => view.setUint32(at, value, isLittle);
  const short = (at: number, value: number) => view.setUint16(at, value, isLittle);
  const entry = (at: number, tag: number, type: 3 | 4, value: number) => {
    short(at, tag);
    short(at + 2, type);
    long(at + 4, 1);
    if (type === 3) short(at + 8, value);
    else long(at + 8, value);
  };
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
  short(2, 42);
  long(4, FIRST_TABLE);
  short(FIRST_TABLE, 1);
  entry(FIRST_TABLE + 2, 0x0112, 3, orientation);
  long(FIRST_TABLE + 14, SECOND_TABLE);
  short(SECOND_TABLE, 2);
  entry(SECOND_TABLE + 2, 0x0201, 4, JPEG_AT);
  entry(SECOND_TABLE + 14, 0x0202, 4, jpeg.length);
  bytes.set(jpeg, JPEG_AT);
  return bytes;
}
