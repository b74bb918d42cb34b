import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';

/** A place on the sheet. */
export type PlaceMm = Pick<BoxMm, 'xMm' | 'yMm'>;

/** In screen pixels, as a style takes them. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A box of the sheet on whole pixels, each edge rounded by itself: within half a pixel of where it is printed, and sharp. Chromium
 * rounds what is clipped, what is turned and what lies above it each in its own way, so that they would come apart by a pixel.
 */
export function onPixels({ xMm, yMm, widthMm, heightMm }: BoxMm, origin: PlaceMm, scale: number): PixelBox {
  const [left, right] = [xMm, xMm + widthMm].map((mm) => Math.round((origin.xMm + mm) * scale)) as [number, number];
  const [top, bottom] = [yMm, yMm + heightMm].map((mm) => Math.round((origin.yMm + mm) * scale)) as [number, number];
  return { left, top, width: right - left, height: bottom - top };
}
