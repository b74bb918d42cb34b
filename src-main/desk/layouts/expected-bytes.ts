import { picturesWrittenAnew, WHOLE } from '../../../src-core/composition/embedded-parts.ts';
import type { PaintItem } from '../../../src-core/composition/sketch.ts';
import { measureByWidths } from '../../../src-core/composition/text-measure.ts';
import type { ExportChoices } from '../../../src-core/ipc/subjects/layouts.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { sketchesOf } from '../../../src-core/layout/sketches.ts';
import { isSrgb } from '../../../src-core/pdf/inspection/colour-spaces.ts';

/** Subsets of the faces, the profile, the tables. */
const FIXED_BYTES = 200_000;
const BYTES_A_PAGE = 2_000;
/** The less of a picture's pixels are left, the more each of them tells: bytes go down with this power of their number. */
const DETAIL = 0.8;

/** Texts weigh nothing beside pictures: where their lines break is of no account here. */
const ANY_MEASURE = measureByWidths(() => 0.5);

/**
 * What the two files weigh about: pictures that go in as they are to a few per cent, those that are written anew to a third, since
 * how well their camera packed them is not known.
 */
export function expectedBytes(
  document: LayoutDocument,
  { maxPpi, colours }: ExportChoices,
): { readonly cover: number; readonly contents: number } {
  const { cover, pages } = sketchesOf(document, ANY_MEASURE);
  const weigh = (sketches: readonly { readonly items: readonly PaintItem[] }[]) => {
    const anew = picturesWrittenAnew(sketches, { maxPpi, hidden: 'cut' });
    let bytes = FIXED_BYTES;
    for (const key of keysIn(sketches)) {
      const picture = document.pictures[key];
      if (picture === undefined) continue;
      const { sizeBytes, widthPx, heightPx, profile } = picture;
      const isTranslated = colours === 'sRGB' && profile !== null && !isSrgb(profile);
      const { part = WHOLE, longSidePx = null } = anew.get(key) ?? {};
      const scale = longSidePx === null ? 1 : longSidePx / Math.max(widthPx, heightPx);
      bytes +=
        anew.has(key) || isTranslated ? sizeBytes * part.width * part.height * (scale * scale) ** DETAIL : sizeBytes;
    }
    return Math.round(bytes);
  };
  return { cover: weigh([cover]), contents: weigh(pages) + pages.length * BYTES_A_PAGE };
}

const keysIn = (sketches: readonly { readonly items: readonly PaintItem[] }[]): ReadonlySet<string> =>
  new Set(
    sketches.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'picture' ? [item.picture.blobKey] : []))),
  );
