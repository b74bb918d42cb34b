/** A page as rendered: interleaved RGB, 8 bits each, rows from the top left corner of the page as seen. */
export interface PageRaster {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Uint8Array;
}

/** What was measured on the raster of one page, so that the raster itself can go. */
export interface PagePixels {
  readonly pageIndex: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Share of pixels that are not paper white, 0 to 1. */
  readonly inkShare: number;
}
