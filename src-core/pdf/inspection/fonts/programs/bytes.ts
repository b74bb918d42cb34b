/** Big-endian numbers of a font program. Beyond its end every read throws a RangeError, which tells that it is damaged. */
export class FontBytes {
  private readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  u8(at: number): number {
    return this.view.getUint8(at);
  }

  u16(at: number): number {
    return this.view.getUint16(at);
  }

  i16(at: number): number {
    return this.view.getInt16(at);
  }

  u32(at: number): number {
    return this.view.getUint32(at);
  }

  /** An unsigned number of 1 to 4 bytes. */
  unsigned(at: number, size: number): number {
    let value = 0;
    for (let k = 0; k < size; k++) value = value * 256 + this.u8(at + k);
    return value;
  }

  tag(at: number): string {
    return String.fromCharCode(this.u8(at), this.u8(at + 1), this.u8(at + 2), this.u8(at + 3));
  }

  /** Throws a RangeError when that much is not there. */
  part(at: number, length: number): Uint8Array {
    if (at < 0 || length < 0 || at + length > this.length) throw new RangeError('beyond the end of the font program');
    return this.bytes.subarray(at, at + length);
  }
}
