import type { ImageFacts } from '../../pdf/inspection/image-facts.ts';
import type { InspectedPage } from '../../pdf/inspection/inspection.ts';
import { isScalableJpeg } from './page-road.ts';

/** A picture of the file and the most pixels of it that pages show. */
export interface ShownSize {
  readonly image: ImageFacts;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Of every pixel shown the renderer still makes its own mean, and turned pictures are drawn between pixels. */
const PIXELS_A_SHOWN_PIXEL = 1.5;
/** The smallest picture is still more bytes than an engine reads on beyond a dictionary. */
const LEAST_SIDE_PX = 40;
/** A picture that is shown nearly as large as it is costs more to scale than to draw. */
const MOST_SHARE = 0.6;

/**
 * The JPEGs that are shown on these pages at a fraction of their size, by object number. Pictures whose values mean something
 * by themselves (a colour key) have to be drawn as they are.
 */
export function shownSizes(pages: readonly InspectedPage[], pxPerMm: number): ReadonlyMap<number, ShownSize> {
  const sizes = new Map<number, ShownSize>();
  for (const page of pages) {
    if (!tellsAllSizes(page)) continue;
    for (const object of page.objects) {
      if (object.kind !== 'image') continue;
      const [x0, y0, x1, y1, , , x3, y3] = object.quadMm;
      const across = Math.hypot(x1 - x0, y1 - y0) * pxPerMm;
      const down = Math.hypot(x3 - x0, y3 - y0) * pxPerMm;
      enlarge(object.image, across, down);
      if (object.image.softMask !== null) enlarge(object.image.softMask, across, down);
    }
  }
  for (const [objectNumber, { image, widthPx, heightPx }] of sizes) {
    const isSmaller = widthPx <= MOST_SHARE * image.widthPx && heightPx <= MOST_SHARE * image.heightPx;
    if (!isSmaller) sizes.delete(objectNumber);
  }
  return sizes;

  function enlarge(image: ImageFacts, across: number, down: number): void {
    const { objectNumber } = image;
    if (objectNumber === null || image.mask === 'colourKey' || !isScalableJpeg(image)) return;
    const known = sizes.get(objectNumber);
    const pixels = (shown: number) => Math.max(LEAST_SIDE_PX, Math.ceil(shown * PIXELS_A_SHOWN_PIXEL));
    sizes.set(objectNumber, {
      image,
      widthPx: Math.max(known?.widthPx ?? 0, pixels(across)),
      heightPx: Math.max(known?.heightPx ?? 0, pixels(down)),
    });
  }
}

/**
 * Whether the marks of a page say of every picture how large it is shown. What soft masks, patterns and drawn glyphs are made
 * of is looked at once, however often and however large it is shown.
 */
export const tellsAllSizes = ({ inspected, objects }: InspectedPage): boolean =>
  inspected === 'whole' &&
  !objects.some(
    ({ kind, from, state }) => state.hasSoftMask || (kind === 'image' && (from === 'pattern' || from === 'type3')),
  );
