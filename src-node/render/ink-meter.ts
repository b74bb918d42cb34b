import type { ImageFacts } from '../../src-core/pdf/inspection/image-facts.ts';
import type { ImageObject } from '../../src-core/pdf/inspection/page-objects.ts';
import { isScalableJpeg } from '../../src-core/preflight/pixels/page-road.ts';
import { mostInkPercent } from '../../src-core/preflight/pixels/picture-looks.ts';
import { MM_PER_INCH } from '../../src-core/units.ts';
import type { Samples } from './scaled-jpeg.ts';

/** Ink is averaged over squares of many millimetres: a pixel each is enough. */
const MM_PER_INK_PIXEL = 1;
const MAX_INK_SIDE_PX = 2000;
/** Each takes as long as decoding all of the picture. A book has a picture at one or two. */
const MAX_SIZES = 4;

interface Measured {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly mostPercent: number | null;
}

/** How much ink pictures in CMYK put on paper. */
export class InkMeter {
  private readonly known = new Map<ImageFacts, Measured[]>();

  constructor(
    private readonly decode: (image: ImageFacts, widthPx: number, heightPx: number) => Promise<Samples | null>,
    private readonly squareMm: number,
    private readonly signal?: AbortSignal,
  ) {}

  /**
   * The most ink of any square of the picture as it is placed, in percent: of one placed smaller the same square is another
   * part. After some sizes the most alike of them answers. Null for other pictures, and for one that cannot be decoded.
   * Rejects before it decodes when the signal says so.
   */
  async mostInk(picture: ImageObject): Promise<number | null> {
    const { image } = picture;
    if (image.jpeg?.components !== 4 || !isScalableJpeg(image)) return null;
    const [widthPx, heightPx] = inkSizeOf(picture);
    const sizes = this.known.get(image) ?? [];
    this.known.set(image, sizes);
    const farFrom = (size: Measured) =>
      Math.abs(Math.log(size.widthPx / widthPx)) + Math.abs(Math.log(size.heightPx / heightPx));
    const [nearest] = sizes.toSorted((a, b) => farFrom(a) - farFrom(b));
    if (nearest !== undefined && (farFrom(nearest) === 0 || sizes.length >= MAX_SIZES)) return nearest.mostPercent;

    this.signal?.throwIfAborted();
    const mostPercent = await this.measure(image, widthPx, heightPx).catch(() => null);
    sizes.push({ widthPx, heightPx, mostPercent });
    return mostPercent;
  }

  private async measure(image: ImageFacts, widthPx: number, heightPx: number): Promise<number | null> {
    const samples = await this.decode(image, widthPx, heightPx);
    return samples === null
      ? null
      : mostInkPercent({ ...samples, cmyk: samples.data }, Math.round(this.squareMm / MM_PER_INK_PIXEL));
  }
}

function inkSizeOf({ image, ppiX, ppiY }: ImageObject): readonly [widthPx: number, heightPx: number] {
  const side = (pixels: number, ppi: number) =>
    Math.min(MAX_INK_SIDE_PX, pixels, Math.max(1, Math.round(((pixels / ppi) * MM_PER_INCH) / MM_PER_INK_PIXEL)));
  return [side(image.widthPx, ppiX), side(image.heightPx, ppiY)];
}
