import type { PageFacts, PageRotation } from '../pdf/boxes.ts';
import { multiply, type Matrix } from '../pdf/inspection/geometry.ts';
import type { PdfValue } from '../pdf/objects.ts';
import type { KeptPart } from './fix.ts';
import { sizeDiffers } from './box-fixes.ts';
import { movePage, movedBoxes } from './moved-page.ts';
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
import { placeOf, transformRectangle, wholeOf } from './seen-page.ts';
import { fitsTarget } from './target-sheet.ts';

/** Content turned for good and /Rotate gone: the page is seen as before, by programs that know no /Rotate too. */
export const bakeRotation: FixMaker = (work) =>
  eachPage(
    work,
    (page) => (page.geometry.rotate === 0 ? null : bake(work, page, turnMatrix(page.geometry.rotate), { rotate: 0 })),
    (pages) => [{ key: 'fixes.edit.bakeRotation', params: { pages } }],
  );

/** Content and boxes in points and /UserUnit gone: every program takes the page for the same size. */
export const bakeUserUnit: FixMaker = (work) =>
  eachPage(
    work,
    (page) => {
      const unit = page.geometry.userUnit;
      return unit === 1 ? null : bake(work, page, [unit, 0, 0, unit, 0, 0], { userUnit: 1 });
    },
    (pages) => [{ key: 'fixes.edit.bakeUserUnit', params: { pages } }],
  );

/** The sheet's lower left corner at 0, 0, and every box written from its lower left to its upper right corner. */
export const moveOrigin: FixMaker = (work) =>
  eachPage(
    work,
    (page) => {
      const { mediaBox } = page.geometry;
      if (mediaBox === null) return null;
      if (mediaBox.left !== 0 || mediaBox.bottom !== 0) return bake(work, page, [1, 0, 0, 1, 0, 0], {});
      if (!isWrittenBackwards(work, page)) return null;
      work.update.put(page.objectNumber, withEntries(page.dict, geometryEntries(page, page.geometry)));
      return sameLooks(page, writtenGeometry(page, page.geometry));
    },
    (pages) => [{ key: 'fixes.edit.moveOrigin', params: { pages } }],
  );

/**
 * Pages whose width and height are swapped, turned by 90 degrees. Where a /Rotate did it, that is taken away and the
 * content stays untouched; otherwise the content is turned clockwise.
 */
export const turnPages: FixMaker = (work) => {
  const edit = (page: EditablePage) => {
    const { seen, geometry } = page;
    if (fitsTarget(work.target, seen.widthPt, seen.heightPt)) return null;
    if (!fitsTarget(work.target, seen.heightPt, seen.widthPt)) return sizeDiffers(page);
    if (geometry.rotate === 90 || geometry.rotate === 270) {
      const upright: PageFacts = { ...geometry, rotate: 0 };
      work.update.put(page.objectNumber, withEntries(page.dict, geometryEntries(page, upright)));
      const turned = geometry.rotate === 90 ? 270 : 90;
      return { ...sameLooks(page, writtenGeometry(page, upright)), kept: [keptTurned(page, turned)] };
    }
    // A page of 180 degrees goes on to 270.
    const planned = bake(work, page, turnMatrix(geometry.rotate === 0 ? 90 : 270), { rotate: 0 });
    return 'key' in planned ? planned : { ...planned, kept: [keptTurned(page, 90)] };
  };
  return eachPage(work, edit, (pages) => [{ key: 'fixes.edit.turnPages', params: { pages } }]);
};

/**
 * Pages whose text, or else whose pictures against all other pages, stands on its head, turned by 180 degrees. Where a /Rotate turned them it is changed and the content stays
 * untouched; otherwise the content is turned.
 */
export const turnUpright: FixMaker = (work) => {
  const edit = (page: EditablePage) => {
    if (work.looks.isUpsideDown(page.index) !== true) return null;
    const { rotate } = page.geometry;
    if (rotate === 0) {
      const planned = bake(work, page, turnMatrix(180), {});
      return 'key' in planned ? planned : { ...planned, kept: [keptOnItsHead(page)] };
    }
    const upright: PageFacts = { ...page.geometry, rotate: ((rotate + 180) % 360) as PageRotation };
    work.update.put(page.objectNumber, withEntries(page.dict, geometryEntries(page, upright)));
    return { ...sameLooks(page, writtenGeometry(page, upright)), kept: [keptOnItsHead(page)] };
  };
  return eachPage(work, edit, (pages) => [{ key: 'fixes.edit.turnUpright', params: { pages } }]);
};

/** Everything under the matrix, and the sheet moved to 0, 0. */
function bake(
  work: FixWork,
  page: EditablePage,
  matrix: Matrix,
  flags: Partial<Pick<PageFacts, 'rotate' | 'userUnit'>>,
) {
  const sheet = transformRectangle(matrix, page.geometry.mediaBox ?? page.seen.visible);
  const all = multiply(matrix, [1, 0, 0, 1, -sheet.left, -sheet.bottom]);
  const geometry: PageFacts = { ...page.geometry, ...movedBoxes(page.geometry, all), ...flags };
  const { widthPt, heightPt } = page.seen;
  return movePage(work, page, all, geometry, [keptWhole(page, wholeOf(widthPt, heightPt), heightPt)]);
}

/** Clockwise about the origin. */
function turnMatrix(degrees: PageRotation): Matrix {
  switch (degrees) {
    case 0:
      return [1, 0, 0, 1, 0, 0];
    case 90:
      return [0, -1, 1, 0, 0, 0];
    case 180:
      return [-1, 0, 0, -1, 0, 0];
    case 270:
      return [0, 1, -1, 0, 0, 0];
  }
}

function keptTurned({ index, seen }: EditablePage, turned: 90 | 270): KeptPart {
  const from = placeOf(wholeOf(seen.widthPt, seen.heightPt), seen.heightPt);
  return { fromPage: index, from, to: placeOf(wholeOf(seen.heightPt, seen.widthPt), seen.widthPt), turned };
}

function keptOnItsHead({ index, seen }: EditablePage): KeptPart {
  const whole = placeOf(wholeOf(seen.widthPt, seen.heightPt), seen.heightPt);
  return { fromPage: index, from: whole, to: whole, turned: 180 };
}

/** A box whose corners stand in another order than left, bottom, right, top. */
function isWrittenBackwards({ opened: { document } }: FixWork, { dict, inherited }: EditablePage): boolean {
  const values: (PdfValue | undefined)[] = [
    dict.get('MediaBox') ?? inherited.mediaBox,
    dict.get('CropBox') ?? inherited.cropBox,
    dict.get('BleedBox'),
    dict.get('TrimBox'),
    dict.get('ArtBox'),
  ];
  return values.some((value) => {
    const box = document.resolve(value);
    if (!Array.isArray(box)) return false;
    const [x1, y1, x2, y2] = box.map((corner) => document.number(corner) ?? 0);
    return (x1 ?? 0) > (x2 ?? 0) || (y1 ?? 0) > (y2 ?? 0);
  });
}
