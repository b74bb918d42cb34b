import type { TextRef } from '../text-ref.ts';
import { type PageFacts, type PdfRectangle } from '../pdf/boxes.ts';
import { multiply, type Matrix } from '../pdf/inspection/geometry.ts';
import { sizeDiffers } from './box-fixes.ts';
import type { PlannedPage } from './fix.ts';
import { UNDERLAP_PT, layeredPage } from './layered-page.ts';
import { keptWithin, placedMatrix, plainGeometry } from './moved-page.ts';
import { isProblem, movedAnnotations } from './page-annotations.ts';
import type { Layer } from './page-content.ts';
import { eachPage, writtenGeometry, type EditablePage, type FixMaker, type FixWork, type Side } from './page-editor.ts';
import { wholeOf } from './seen-page.ts';
import { fitsTarget, fitsWithinBleed, targetSheet } from './target-sheet.ts';
import { pointsToMm } from '../units.ts';

/** The outermost stretch of artwork that `bleedByStretch` draws out: too thin to be known again as a repeat. */
const STRETCHED_PT = 0.75;

/** Fills the bleed with the mirror image of what lies inside the trim. */
export const bleedByMirror: FixMaker = (work) => extendBleed(work, 1, 'mirror');

/** Fills the bleed with the outermost stretch of the artwork, drawn out to the edge. */
export const bleedByStretch: FixMaker = (work) =>
  extendBleed(work, targetSheet(work.target).insetPt / STRETCHED_PT, 'stretch');

/**
 * Draws the page's artwork, reflected at the trim, into each strip of bleed that lacks it, beneath the page itself.
 * `stretch` is how much longer it comes out beyond the trim than it is within.
 */
function extendBleed(work: FixWork, stretch: number, how: 'mirror' | 'stretch') {
  const { target } = work;
  const sheet = targetSheet(target);
  const edit = (page: EditablePage): PlannedPage | TextRef | null => {
    const { widthPt, heightPt } = page.seen;
    if (!fitsTarget(target, widthPt, heightPt))
      return fitsWithinBleed(target, widthPt, heightPt) ? grown(work, page, stretch) : sizeDiffers(page);
    const sides = work.looks.sidesWithoutBleed(page.index);
    if (sides === null) return { key: 'fixes.problem.notSeen', params: { page: page.index + 1 } };
    return sides.length === 0 ? null : refilled(work, page, sides, stretch);
  };
  const bleedMm = Math.round(pointsToMm(sheet.insetPt) * 10) / 10;
  return eachPage(work, edit, (pages) => [{ key: 'fixes.edit.bleed', params: { pages, bleedMm, how } }]);
}

/** A page that ends at the trim, or somewhere in the bleed, on the order's larger page. */
function grown(work: FixWork, page: EditablePage, stretch: number): PlannedPage | TextRef {
  const sheet = targetSheet(work.target);
  const { widthPt, heightPt } = page.seen;
  const x = (sheet.widthPt - widthPt) / 2;
  const y = (sheet.heightPt - heightPt) / 2;
  const shown = { left: x, bottom: y, right: x + widthPt, top: y + heightPt };
  return extended(work, page, { x, y, shown, stretch }, plainGeometry(sheet.widthPt, sheet.heightPt, sheet.insetPt));
}

/** A page of full size, whose artwork ends short of these sides: there it is shown up to the trim and no further. */
function refilled(work: FixWork, page: EditablePage, sides: readonly Side[], stretch: number): PlannedPage | TextRef {
  const sheet = targetSheet(work.target);
  const { widthPt, heightPt } = page.seen;
  // The size may be off by the tolerance, and stays: the trim lies in its middle.
  const insetX = (widthPt - sheet.widthPt) / 2 + sheet.insetPt;
  const insetY = (heightPt - sheet.heightPt) / 2 + sheet.insetPt;
  const trim = { left: insetX, bottom: insetY, right: widthPt - insetX, top: heightPt - insetY };
  const edgeOf = (side: Side) => (sides.includes(side) ? trim : wholeOf(widthPt, heightPt))[side];
  const shown = { left: edgeOf('left'), bottom: edgeOf('bottom'), right: edgeOf('right'), top: edgeOf('top') };
  return extended(work, page, { x: 0, y: 0, shown, stretch }, plainGeometry(widthPt, heightPt, insetX, insetY));
}

interface Extension {
  /** Where the page lies on the new one. */
  readonly x: number;
  readonly y: number;
  /** What of the new page shows the old one itself; nothing of that may cover the strips. */
  readonly shown: PdfRectangle;
  readonly stretch: number;
}

function extended(
  work: FixWork,
  page: EditablePage,
  { x, y, shown, stretch }: Extension,
  geometry: PageFacts,
): PlannedPage | TextRef {
  const whole = geometry.mediaBox ?? shown;
  const placed = placedMatrix(page, 1, x, y);
  const layers: Layer[] = stripsOf(shown, whole, stretch).map(({ clip, reflection }) => ({
    page,
    matrix: multiply(placed, reflection),
    clip,
  }));
  const annotations = movedAnnotations(work, page, placed);
  if (isProblem(annotations)) return annotations;
  const dict = layeredPage(work, page, [...layers, { page, matrix: placed, clip: shown }], geometry, page, annotations);
  if ('key' in dict) return dict;
  work.update.put(page.objectNumber, dict);
  return {
    geometry: writtenGeometry(page, geometry),
    touched: 'content',
    kept: [keptWithin(page, 1, x, y, shown, whole.top)],
    free: [],
  };
}

interface Strip {
  readonly clip: PdfRectangle;
  readonly reflection: Matrix;
}

/** The strips and corners between what is shown and the edge, each with the reflection that fills it. */
function stripsOf(shown: PdfRectangle, whole: PdfRectangle, stretch: number): Strip[] {
  const columns = bandsOf(whole.left, shown.left, shown.right, whole.right, stretch);
  const rows = bandsOf(whole.bottom, shown.bottom, shown.top, whole.top, stretch);
  return columns.flatMap((column) =>
    rows.flatMap((row): Strip[] => {
      if (column.scale === 1 && row.scale === 1) return [];
      const clip = { left: column.from, bottom: row.from, right: column.to, top: row.to };
      return [{ clip, reflection: [column.scale, 0, 0, row.scale, column.shift, row.shift] }];
    }),
  );
}

interface Band {
  readonly from: number;
  readonly to: number;
  readonly scale: number;
  readonly shift: number;
}

/** Before, within and behind the shown stretch of an axis; outside x' = edge - stretch (x - edge). */
function bandsOf(start: number, shownFrom: number, shownTo: number, end: number, stretch: number): Band[] {
  const low = shownFrom > start ? shownFrom + UNDERLAP_PT : start;
  const high = shownTo < end ? shownTo - UNDERLAP_PT : end;
  const reflected = (edge: number) => ({ scale: -stretch, shift: edge * (1 + stretch) });
  const bands: Band[] = [
    { from: start, to: low, ...reflected(low) },
    { from: low, to: high, scale: 1, shift: 0 },
    { from: high, to: end, ...reflected(high) },
  ];
  return bands.filter(({ from, to }) => to > from);
}
