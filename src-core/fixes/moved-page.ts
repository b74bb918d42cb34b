import type { TextRef } from '../text-ref.ts';
import type { PageFacts, PdfRectangle } from '../pdf/boxes.ts';
import { multiply, type Matrix } from '../pdf/inspection/geometry.ts';
import type { PdfValue } from '../pdf/objects.ts';
import type { KeptPart, PlannedPage } from './fix.ts';
import { isProblem, movedAnnotations } from './page-annotations.ts';
import { movedContent } from './page-content.ts';
import { geometryEntries, withEntries, writtenGeometry, type EditablePage, type FixWork } from './page-editor.ts';
import { intersection, placeOf, transformRectangle } from './seen-page.ts';

/** What belongs to the content as it was: a small picture of it, and other programs' own data about it. */
export const STALE_ENTRIES: Readonly<Record<string, PdfValue | undefined>> = {
  Thumb: undefined,
  PieceInfo: undefined,
  LastModified: undefined,
};

/**
 * Puts content and annotations of a page under a matrix and gives it its new geometry; `kept` says what of it has to
 * look as before. Answers the problem when a part of the page cannot be moved.
 */
export function movePage(
  work: FixWork,
  page: EditablePage,
  matrix: Matrix,
  geometry: PageFacts,
  kept: readonly KeptPart[],
): PlannedPage | TextRef {
  const content = movedContent(work, page, matrix);
  if ('key' in content) return content;
  const annotations = movedAnnotations(work, page, matrix);
  if (isProblem(annotations)) return annotations;
  const entries = { ...STALE_ENTRIES, ...geometryEntries(page, geometry), ...content, Annots: annotations };
  work.update.put(page.objectNumber, withEntries(page.dict, entries));
  return { geometry: writtenGeometry(page, geometry), touched: 'content', kept, free: [] };
}

/** An upright page of the given size with its trim so far from the edges, in points, and nothing to turn or to multiply. */
export function plainGeometry(widthPt: number, heightPt: number, insetX: number, insetY = insetX): PageFacts {
  const mediaBox: PdfRectangle = { left: 0, bottom: 0, right: widthPt, top: heightPt };
  const trimBox: PdfRectangle = { left: insetX, bottom: insetY, right: widthPt - insetX, top: heightPt - insetY };
  return { mediaBox, cropBox: null, bleedBox: mediaBox, trimBox, artBox: null, rotate: 0, userUnit: 1 };
}

/** Every box of a page under a matrix. */
export function movedBoxes(
  geometry: PageFacts,
  matrix: Matrix,
): Pick<PageFacts, 'mediaBox' | 'cropBox' | 'bleedBox' | 'trimBox' | 'artBox'> {
  const moved = (box: PdfRectangle | null) => (box === null ? null : transformRectangle(matrix, box));
  return {
    mediaBox: moved(geometry.mediaBox),
    cropBox: moved(geometry.cropBox),
    bleedBox: moved(geometry.bleedBox),
    trimBox: moved(geometry.trimBox),
    artBox: moved(geometry.artBox),
  };
}

/** From the page's own space to a place on a new page: seen first, then scaled by `factor`, then moved. */
export function placedMatrix({ seen }: EditablePage, factor: number, xPt: number, yPt: number): Matrix {
  return multiply(seen.toSeen, [factor, 0, 0, factor, xPt, yPt]);
}

/** What a page shows of `within` (new space, points), when it was placed by `placedMatrix`. */
export function keptWithin(
  page: EditablePage,
  factor: number,
  xPt: number,
  yPt: number,
  within: PdfRectangle,
  newHeightPt: number,
): KeptPart {
  const { widthPt, heightPt } = page.seen;
  const shown = intersection(within, {
    left: xPt,
    bottom: yPt,
    right: xPt + widthPt * factor,
    top: yPt + heightPt * factor,
  });
  const back = transformRectangle([1 / factor, 0, 0, 1 / factor, -xPt / factor, -yPt / factor], shown);
  return { fromPage: page.index, from: placeOf(back, heightPt), to: placeOf(shown, newHeightPt), turned: 0 };
}
