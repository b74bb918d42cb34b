import type { TextRef } from '../text-ref.ts';
import type { PageFacts, PdfRectangle } from '../pdf/boxes.ts';
import type { PlannedPage } from './fix.ts';
import {
  eachPage,
  geometryEntries,
  keptWhole,
  sameLooks,
  withEntries,
  writtenGeometry,
  type EditablePage,
  type FixMaker,
  type FixWork,
} from './page-editor.ts';
import { intersection, inverse, isSameRectangle, placeOf, seenPage, transformRectangle, wholeOf } from './seen-page.ts';
import { fitsTarget, targetSheet } from './target-sheet.ts';

/**
 * TrimBox and BleedBox where the spec has them: the trim in the middle of the page, the bleed up to its edge.
 * Cures a TrimBox that is missing, equal to the page, or does not lie within the others (ISO 32000-1, 14.11.2).
 */
export const setTrimAndBleed: FixMaker = (work) => {
  const { insetPt } = targetSheet(work.target);
  const edit = (page: EditablePage) => {
    const { seen, geometry } = page;
    if (!fitsTarget(work.target, seen.widthPt, seen.heightPt)) return sizeDiffers(page);
    const trim = trimOf(work, page, insetPt);
    const bleed = seen.visible;
    if (isSameRectangle(geometry.trimBox, trim) && isSameRectangle(geometry.bleedBox, bleed)) return null;
    // PDF/X allows a TrimBox or an ArtBox, not both (ISO 15930-7, 6.11).
    return writeBoxes(work, page, { ...geometry, trimBox: trim, bleedBox: bleed, artBox: null });
  };
  return eachPage(work, edit, (pages) => [{ key: 'fixes.edit.setTrimAndBleed', params: { pages } }]);
};

/** The trim of this spec's size in the middle of the page, in the page's own space. */
function trimOf({ target }: FixWork, { seen }: EditablePage, insetPt: number): PdfRectangle {
  const sheet = targetSheet(target);
  const x = (seen.widthPt - sheet.widthPt) / 2 + insetPt;
  const y = (seen.heightPt - sheet.heightPt) / 2 + insetPt;
  return transformRectangle(inverse(seen.toSeen), {
    left: x,
    bottom: y,
    right: seen.widthPt - x,
    top: seen.heightPt - y,
  });
}

/** Shows the whole sheet again: the CropBox no longer hides a part of the MediaBox, nor reaches beyond it. */
export const resetCropBox: FixMaker = (work) => {
  const edit = (page: EditablePage) => {
    const { geometry, seen } = page;
    const { mediaBox, cropBox } = geometry;
    if (mediaBox === null || cropBox === null || isSameRectangle(cropBox, mediaBox)) return null;
    const opened = { ...geometry, cropBox: null };
    const now = seenPage(opened);
    if (now === null) return null;
    const planned = writeBoxes(work, page, opened);
    const place = transformRectangle(now.toSeen, seen.visible);
    return { ...planned, kept: [keptWhole(page, place, now.heightPt)] };
  };
  return eachPage(work, edit, (pages) => [{ key: 'fixes.edit.resetCropBox', params: { pages } }]);
};

/**
 * Makes what is seen the sheet itself, so that every program takes the same for the page. Where the BleedBox has the
 * size that the order asks for, that is the page: what lies around it are printer's marks.
 */
export const cropToVisible: FixMaker = (work) => {
  const edit = (page: EditablePage) => {
    const { geometry, seen } = page;
    const { mediaBox } = geometry;
    const marked = bleedBoxAsPage(work, page);
    const sheet = marked ?? seen.visible;
    if (
      mediaBox === null ||
      (isSameRectangle(sheet, mediaBox) && (geometry.cropBox === null || isSameRectangle(geometry.cropBox, mediaBox)))
    )
      return null;
    const within = (box: PdfRectangle | null) => (box === null ? null : insideOrNull(box, sheet));
    const cut: PageFacts = {
      ...geometry,
      mediaBox: sheet,
      cropBox: null,
      bleedBox: within(geometry.bleedBox),
      trimBox: within(geometry.trimBox),
      artBox: within(geometry.artBox),
    };
    const now = seenPage(cut);
    if (now === null) return null;
    const planned = writeBoxes(work, page, cut);
    const from = placeOf(transformRectangle(seen.toSeen, sheet), seen.heightPt);
    return {
      ...planned,
      kept: [
        {
          fromPage: page.index,
          from,
          to: placeOf(wholeOf(now.widthPt, now.heightPt), now.heightPt),
          turned: 0 as const,
        },
      ],
    };
  };
  return eachPage(work, edit, (pages) => [{ key: 'fixes.edit.cropToVisible', params: { pages } }]);
};

function bleedBoxAsPage({ target }: FixWork, { geometry, seen }: EditablePage): PdfRectangle | null {
  const { bleedBox } = geometry;
  if (bleedBox === null || fitsTarget(target, seen.widthPt, seen.heightPt)) return null;
  const cut = intersection(bleedBox, seen.visible);
  const asPage = seenPage({ ...geometry, mediaBox: cut, cropBox: null });
  return asPage !== null && fitsTarget(target, asPage.widthPt, asPage.heightPt) ? cut : null;
}

function insideOrNull(box: PdfRectangle, sheet: PdfRectangle): PdfRectangle | null {
  const inside = intersection(box, sheet);
  return inside.left < inside.right && inside.bottom < inside.top ? inside : null;
}

function writeBoxes({ update }: FixWork, page: EditablePage, wanted: PageFacts): PlannedPage {
  update.put(page.objectNumber, withEntries(page.dict, geometryEntries(page, wanted)));
  return sameLooks(page, writtenGeometry(page, wanted));
}

export const sizeDiffers = ({ index }: EditablePage): TextRef => ({
  key: 'fixes.problem.sizeDiffers',
  params: { page: index + 1 },
});
