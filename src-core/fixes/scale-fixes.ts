import { sizeDiffers } from './box-fixes.ts';
import { keptWithin, movePage, placedMatrix, plainGeometry } from './moved-page.ts';
import { eachPage, type EditablePage, type FixMaker, type FixWork } from './page-editor.ts';
import { wholeOf } from './seen-page.ts';
import { fitsTarget, fitsWithinBleed, targetSheet } from './target-sheet.ts';
import { mmToPoints, pointsToMm } from '../units.ts';

const SAME_FACTOR_WITHIN = 1e-6;

/**
 * Enlarges or reduces pages of the right shape and the wrong size evenly until they cover the page that the order asks
 * for. What goes over the edge is at most what the knife takes anyway; pages of another shape are refused.
 */
export const scaleToFit: FixMaker = (work) => {
  const sheet = targetSheet(work.target);
  const edit = (page: EditablePage) => {
    const { widthPt, heightPt } = page.seen;
    if (fitsTarget(work.target, widthPt, heightPt)) return null;
    const factor = Math.max(sheet.widthPt / widthPt, sheet.heightPt / heightPt);
    const lostPt = Math.max(widthPt * factor - sheet.widthPt, heightPt * factor - sheet.heightPt) / 2;
    if (lostPt > mmToPoints(work.target.spec.bleedMm)) {
      return {
        key: 'fixes.problem.otherShape',
        params: { page: page.index + 1, lostMm: Math.round(pointsToMm(lostPt) * 10) / 10 },
      };
    }
    return scaled(work, page, factor);
  };
  return eachPage(work, edit, (pages) => [
    { key: 'fixes.edit.scaleToFit', params: { pages, percent: percentOf(work) } },
  ]);
};

/**
 * Enlarges pages without bleed about their middle until the artwork reaches over the trim on every side. The picture
 * loses as much at its edges as the bleed is wide.
 */
export const bleedByScale: FixMaker = (work) => {
  const sheet = targetSheet(work.target);
  const edit = (page: EditablePage) => {
    const { widthPt, heightPt } = page.seen;
    if (!fitsTarget(work.target, widthPt, heightPt)) {
      const isShort = fitsWithinBleed(work.target, widthPt, heightPt);
      return isShort
        ? scaled(work, page, Math.max(sheet.widthPt / widthPt, sheet.heightPt / heightPt))
        : sizeDiffers(page);
    }
    const sides = work.looks.sidesWithoutBleed(page.index);
    if (sides === null) return { key: 'fixes.problem.notSeen', params: { page: page.index + 1 } };
    if (sides.length === 0) return null;
    const trimWidth = sheet.widthPt - 2 * sheet.insetPt;
    const trimHeight = sheet.heightPt - 2 * sheet.insetPt;
    return scaled(work, page, Math.max(sheet.widthPt / trimWidth, sheet.heightPt / trimHeight));
  };
  return eachPage(work, edit, (pages) => [{ key: 'fixes.edit.bleedByScale', params: { pages } }]);
};

/** The page scaled about the middle of the order's page, and cut to it. */
function scaled(work: FixWork, page: EditablePage, factor: number) {
  const sheet = targetSheet(work.target);
  const { widthPt, heightPt } = page.seen;
  if (Math.abs(factor - 1) < SAME_FACTOR_WITHIN) return null;
  const x = (sheet.widthPt - widthPt * factor) / 2;
  const y = (sheet.heightPt - heightPt * factor) / 2;
  const whole = wholeOf(sheet.widthPt, sheet.heightPt);
  const kept = keptWithin(page, factor, x, y, whole, sheet.heightPt);
  return movePage(
    work,
    page,
    placedMatrix(page, factor, x, y),
    plainGeometry(sheet.widthPt, sheet.heightPt, sheet.insetPt),
    [kept],
  );
}

function percentOf({ target, pages }: FixWork): number {
  const sheet = targetSheet(target);
  const first = pages.find(({ seen }) => !fitsTarget(target, seen.widthPt, seen.heightPt))?.seen;
  return first === undefined
    ? 100
    : Math.round(Math.max(sheet.widthPt / first.widthPt, sheet.heightPt / first.heightPt) * 1000) / 10;
}
