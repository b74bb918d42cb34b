import { intersect, type BoundsMm } from '../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../pdf/inspection/inspection.ts';
import type { ImageObject } from '../../pdf/inspection/page-objects.ts';
import type { SheetAnatomy } from '../../specs/anatomy.ts';
import { visibleMarks } from '../marks/visible-marks.ts';
import { artworkEnd } from './artwork-ends.ts';
import { STRIP_LENGTH, type FoldEdge, type PagePixels, type PageRaster } from '../page-pixels.ts';
import { paperMargins, standsOutShare } from './picture-ground.ts';
import { looksOf } from './picture-looks.ts';
import { RasterView } from './raster-view.ts';

/** Smaller pictures are ornaments. */
const LEAST_PICTURE_MM = 20;
const MAX_PICTURES = 24;
/** Of the trim, left out at both ends when the edge of a fold is looked for: titles and frames end there. */
const FOLD_MARGIN_SHARE = 0.05;
const FOLD_REACH_MM = 2;
/** Rows in which the step has to be the same way for an edge from top to bottom. */
const FOLD_ROWS_SHARE = 0.9;
/** A smaller step of lightness is no edge that is seen. */
const FOLD_STEP = 20;

/** A picture as it lies on the page, with the part of it that is seen. */
export interface SeenPicture {
  readonly picture: ImageObject;
  readonly boundsMm: BoundsMm;
}

/** Pictures of some size that are seen, the largest first. */
export function seenPictures(page: InspectedPage): readonly SeenPicture[] {
  const area = ({ boundsMm: { leftMm, topMm, rightMm, bottomMm } }: SeenPicture) =>
    (rightMm - leftMm) * (bottomMm - topMm);
  return visibleMarks(page)
    .flatMap(({ object, boundsMm }) =>
      object.kind === 'image' && !object.image.isStencil ? [{ picture: object, boundsMm }] : [],
    )
    .filter(
      ({ boundsMm }) =>
        Math.min(boundsMm.rightMm - boundsMm.leftMm, boundsMm.bottomMm - boundsMm.topMm) >= LEAST_PICTURE_MM,
    )
    .sort((a, b) => area(b) - area(a))
    .slice(0, MAX_PICTURES);
}

/** Everything that the checks ask of a rendered page. `anatomy` is null for a page of another size than the book's. */
export function measurePage(raster: PageRaster, page: InspectedPage, anatomy: SheetAnatomy | null): PagePixels {
  const view = new RasterView(raster, page.widthMm, page.heightMm);
  const sheet: BoundsMm = { leftMm: 0, topMm: 0, rightMm: page.widthMm, bottomMm: page.heightMm };
  return {
    pageIndex: page.index,
    widthPx: raster.widthPx,
    heightPx: raster.heightPx,
    inkShare: view.inkShare(sheet),
    trimInkShare: anatomy === null ? null : view.inkShare(intersect(anatomy.trim, sheet) ?? sheet),
    ends:
      anatomy === null
        ? null
        : {
            left: artworkEnd(view, anatomy, 'left'),
            top: artworkEnd(view, anatomy, 'top'),
            right: artworkEnd(view, anatomy, 'right'),
            bottom: artworkEnd(view, anatomy, 'bottom'),
          },
    strips:
      anatomy === null
        ? null
        : { left: strip(view, anatomy, anatomy.trim.leftMm), right: strip(view, anatomy, anatomy.trim.rightMm) },
    folds:
      anatomy === null || anatomy.cover === null ? [] : anatomy.foldsXMm.map((xMm) => foldEdge(view, anatomy, xMm)),
    pictures: seenPictures(page).map(({ picture, boundsMm }) => {
      const looks = looksOf(view, boundsMm);
      const onTop = () => visibleMarks(page).filter(({ object }) => object.order > picture.order);
      return {
        order: picture.order,
        ...looks,
        standsOutShare: standsOutShare(view, boundsMm, looks, onTop),
        paperMarginsMm: paperMargins(view, boundsMm),
        inkPercent: null,
        damage: null,
      };
    }),
  };
}

function strip(view: RasterView, { trim }: SheetAnatomy, xMm: number): Uint8Array {
  const x = view.column(xMm);
  return Uint8Array.from({ length: STRIP_LENGTH }, (_, i) =>
    Math.round(view.lightness(x, view.row(trim.topMm + ((i + 0.5) / STRIP_LENGTH) * (trim.bottomMm - trim.topMm)))),
  );
}

function foldEdge(view: RasterView, { trim }: SheetAnatomy, foldMm: number): FoldEdge | null {
  const margin = FOLD_MARGIN_SHARE * (trim.bottomMm - trim.topMm);
  const top = view.row(trim.topMm + margin);
  const bottom = view.row(trim.bottomMm - margin);
  let steepest: FoldEdge | null = null;
  const to = view.column(foldMm + FOLD_REACH_MM);
  for (let x = Math.max(1, view.column(foldMm - FOLD_REACH_MM)); x < Math.min(to, view.raster.widthPx - 1); x++) {
    let sum = 0;
    let rising = 0;
    for (let y = top; y <= bottom; y++) {
      const step = view.lightness(x + 1, y) - view.lightness(x - 1, y);
      sum += step;
      if (step > 0) rising++;
    }
    const rows = bottom - top + 1;
    const share = Math.max(rising, rows - rising) / rows;
    const step = Math.abs(sum / rows);
    if (share >= FOLD_ROWS_SHARE && step >= FOLD_STEP && step > (steepest?.step ?? 0))
      steepest = { offsetMm: (x + 0.5) / view.pxPerMmX - foldMm, step };
  }
  return steepest;
}
