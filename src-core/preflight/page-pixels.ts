import type { Side } from '../specs/anatomy.ts';

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
  /** The same within the trim; null on a page of another size than the book's, whose trim nobody knows. */
  readonly trimInkShare: number | null;
  /** How artwork ends on each side; null like `trimInkShare`. */
  readonly ends: Readonly<Record<Side, ArtworkEnd | null>> | null;
  /** Lightness along the left and the right trim, `STRIP_LENGTH` values from top to bottom; null like `trimInkShare`. */
  readonly strips: { readonly left: Uint8Array; readonly right: Uint8Array } | null;
  /** The steepest edge from top to bottom near each fold of a cover, in the order of its folds; null where there is none. */
  readonly folds: readonly (FoldEdge | null)[];
  readonly pictures: readonly PictureLook[];
}

/** What was measured of the rendered pages of one file: with its structure, all that level 3 judges. */
export interface MeasuredPages {
  /** One a page, in page order; null for a page that could not be rendered, which the checks report as not checked. */
  readonly pixels: readonly (PagePixels | null)[];
  /** Pages that the renderer counts, as a second opinion; left out when it was not asked or could not open the file. */
  readonly secondOpinionPageCount?: number;
}

/** The one threshold that measuring follows: by the others the same measurements are only judged differently. */
export const MEASURED_BY = 'totalInkSquareMm';

export const STRIP_LENGTH = 256;

/** A few pixels in ten thousand are specks of a scan, and not what a page shows. */
export const SPECKS_SHARE = 0.0002;

/** Where the look of a page ends in a straight line beside paper white. */
export interface ArtworkEnd {
  /** Beyond the trim; negative inside it. */
  readonly beyondMm: number;
  /** Share of the side's length on which it ends there, 0 to 1. */
  readonly share: number;
}

export interface FoldEdge {
  /** From the fold, to the right. */
  readonly offsetMm: number;
  /** Mean step of lightness across it, 0 to 255. */
  readonly step: number;
}

/**
 * What is wrong with the data of a picture: they end before it does, cannot be unpacked from some place on, or are not those
 * that their checksum was made of.
 */
export type PictureDamage = 'cut' | 'broken' | 'changed';

/** One picture as it lies on the page. */
export interface PictureLook {
  /** `order` of its object on the page. */
  readonly order: number;
  /** Which of neighbouring parts is lighter, a bit each, in hexadecimal digits; null for a picture without anything in it. */
  readonly looks: string | null;
  /** Shares of its pixels, 0 to 1. */
  readonly blackShare: number;
  readonly whiteShare: number;
  /** Share of its own pixels that clearly stand out from black or white where most are that, 0 to 1; 1 where most are neither. */
  readonly standsOutShare: number;
  /** How far nothing but paper is seen from each of its edges inwards. */
  readonly paperMarginsMm: Readonly<Record<Side, number>>;
  /** Most ink in any square of some millimetres, in percent, for pictures in CMYK; null for others. */
  readonly inkPercent: number | null;
  /** Null for sound data, and for those that nobody has asked. */
  readonly damage: PictureDamage | null;
}
