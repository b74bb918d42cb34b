/** Decoded pixels, upright, rows from the top, 8 bits a sample: red, green, blue and with 4 channels opacity. */
export interface RawPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array<ArrayBuffer>;
  /** The profile that a BMP carries; null also where its container's header has told it already. */
  readonly icc: Uint8Array | null;
}
