import type { BoundsMm } from '../../pdf/inspection/geometry.ts';
import type { PageRaster } from '../page-pixels.ts';

/** Paper: what differs less from white nobody sees, and JPEGs leave as a haze. */
const PAPER_FROM = 246;

/** A raster with its size on paper, asked by place. */
export class RasterView {
  readonly pxPerMmX: number;
  readonly pxPerMmY: number;

  constructor(
    readonly raster: PageRaster,
    widthMm: number,
    heightMm: number,
  ) {
    this.pxPerMmX = raster.widthPx / widthMm;
    this.pxPerMmY = raster.heightPx / heightMm;
  }

  isPaper(x: number, y: number): boolean {
    return isPaperAt(this.raster.rgb, 3 * (y * this.raster.widthPx + x));
  }

  lightness(x: number, y: number): number {
    return lightnessAt(this.raster.rgb, 3 * (y * this.raster.widthPx + x));
  }

  column(xMm: number): number {
    return clamp(Math.floor(xMm * this.pxPerMmX), this.raster.widthPx - 1);
  }

  row(yMm: number): number {
    return clamp(Math.floor(yMm * this.pxPerMmY), this.raster.heightPx - 1);
  }

  /** The pixels of a place, the last column and row included. */
  area({ leftMm, topMm, rightMm, bottomMm }: BoundsMm): {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  } {
    return { left: this.column(leftMm), top: this.row(topMm), right: this.column(rightMm), bottom: this.row(bottomMm) };
  }

  inkShare(bounds: BoundsMm): number {
    const { left, top, right, bottom } = this.area(bounds);
    const { rgb, widthPx } = this.raster;
    let inked = 0;
    for (let y = top; y <= bottom; y++) {
      const end = 3 * (y * widthPx + right);
      for (let at = 3 * (y * widthPx + left); at <= end; at += 3) if (!isPaperAt(rgb, at)) inked++;
    }
    return inked / ((right - left + 1) * (bottom - top + 1));
  }
}

const isPaperAt = (rgb: Uint8Array, at: number): boolean =>
  (rgb[at] as number) >= PAPER_FROM && (rgb[at + 1] as number) >= PAPER_FROM && (rgb[at + 2] as number) >= PAPER_FROM;

/** 0 black to 255 white, as the eye weighs colours (ITU-R BT.601). */
export const lightnessAt = (rgb: Uint8Array, at: number): number =>
  0.299 * (rgb[at] as number) + 0.587 * (rgb[at + 1] as number) + 0.114 * (rgb[at + 2] as number);

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
