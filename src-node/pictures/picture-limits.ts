/** What a picture may cost. The specification limits only its bytes; these keep a small file from unfolding into gigabytes. */
export const PICTURE_LIMITS = {
  /** The largest sensor of a telephone camera makes 200 megapixels. */
  maxPixels: 205_000_000,
  /** Of a picture that has to lie in memory whole: one that is converted, or is written in several passes. */
  maxPixelsHeldWhole: 105_000_000,
  maxSidePx: 30_000,
  /** Pictures that are decoded at the same time share this many pixels. */
  maxPixelsAtOnce: 205_000_000,
  decodingSeconds: 60,
  thumbnailLongSidePx: 800,
} as const;
