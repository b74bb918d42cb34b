import { anatomyOf } from '../specs/anatomy.ts';
import type { SpecGeometry, BoxMm } from '../specs/book-geometry.ts';
import type { PageSketch, PaintItem, SheetLayer, SheetSketch } from './sketch.ts';

/**
 * The PDF pages that contents make: a page a sheet, or for LAYFLAT two pages side by side, of which only the outer edges
 * bleed: what a page lets bleed ends at the fold, where it would lie on the neighbour. What lies across the fold is in
 * the sheet once, over the grounds of both pages and under whatever the left page has above it and the right page has.
 */
export function sheetsOf(spec: SpecGeometry, pages: readonly PageSketch[]): SheetSketch[] {
  const pagesASheet = spec.bindingType === 'LAYFLAT' ? 2 : 1;
  return Array.from({ length: Math.floor(pages.length / pagesASheet) }, (_, index) => {
    const parts = partsOf(spec, pages, index, pagesASheet);
    return {
      layers: parts.some(({ page }) => page.items.some(isAcross))
        ? acrossLayers(parts)
        : parts.map(({ page, ...place }) => layerOf(place, page.items, groundOf(place, page))),
    };
  });
}

interface PagePlace {
  /** The page's share of the sheet. */
  readonly box: BoxMm;
  readonly originXMm: number;
  readonly originYMm: number;
  readonly isSpread: boolean;
}

function partsOf(
  spec: SpecGeometry,
  pages: readonly PageSketch[],
  sheetIndex: number,
  pagesASheet: 1 | 2,
): (PagePlace & { readonly page: PageSketch })[] {
  const { sheet, trim } = anatomyOf(spec, { kind: 'contents', pages: pages.length, pdfPage: sheetIndex });
  const shareMm = sheet.rightMm / pagesASheet;
  return pages.slice(sheetIndex * pagesASheet, (sheetIndex + 1) * pagesASheet).map((page, place) => ({
    page,
    box: { xMm: place * shareMm, yMm: 0, widthMm: shareMm, heightMm: sheet.bottomMm },
    originXMm: trim.leftMm + place * spec.innerTrimWidthMm,
    originYMm: trim.topMm,
    isSpread: pagesASheet === 2,
  }));
}

const isAcross = (item: PaintItem): boolean => item.across === true;

const groundOf = ({ box }: PagePlace, { background }: PageSketch) => ({ box, colour: background });

const layerOf = (
  { box, originXMm, originYMm, isSpread }: PagePlace,
  items: readonly PaintItem[],
  ground: SheetLayer['ground'],
): SheetLayer => ({ within: isSpread ? box : null, ground, originXMm, originYMm, items });

/** The grounds, then the items: those of a page until one crosses the fold, that one, those above it. */
function acrossLayers(parts: readonly (PagePlace & { readonly page: PageSketch })[]): SheetLayer[] {
  const grounds = parts.map(({ page, ...place }) => layerOf(place, [], groundOf(place, page)));
  const above = parts.flatMap(({ page, ...place }) => {
    const layers: SheetLayer[] = [];
    let ownItems: PaintItem[] = [];
    const close = () => {
      if (ownItems.length > 0) layers.push(layerOf(place, ownItems, null));
      ownItems = [];
    };
    for (const item of page.items) {
      if (!isAcross(item)) {
        ownItems.push(item);
        continue;
      }
      close();
      layers.push({ ...layerOf(place, [item], null), within: null });
    }
    close();
    return layers;
  });
  return [...grounds, ...above];
}
