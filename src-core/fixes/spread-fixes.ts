import type { TextRef } from '../text-ref.ts';
import type { PageFacts } from '../pdf/boxes.ts';
import type { PdfDict, PdfRef } from '../pdf/objects.ts';
import { NOTHING_TO_DO, refused, type FixPlan, type PlanResult, type PlannedPage } from './fix.ts';
import { sizeDiffers } from './box-fixes.ts';
import { UNDERLAP_PT, layeredPage } from './layered-page.ts';
import { STALE_ENTRIES, keptWithin, placedMatrix, plainGeometry } from './moved-page.ts';
import { annotationsOf } from './page-annotations.ts';
import { movedContent } from './page-content.ts';
import {
  dropPageLabels,
  geometryEntries,
  withEntries,
  writtenGeometry,
  type EditablePage,
  type FixMaker,
  type FixWork,
} from './page-editor.ts';
import { replacePages, type PagePlace } from './page-tree-edit.ts';
import { wholeOf } from './seen-page.ts';
import { fitsOtherBinding, fitsTarget } from './target-sheet.ts';
import { mmToPoints } from '../units.ts';

interface MadePage {
  readonly reference: PdfRef;
  readonly planned: PlannedPage;
}

/**
 * Spreads into single pages. Each page takes what lies beyond the fold as its bleed there, which is the artwork's own
 * going on. Pages that are single already stay, so a book whose first page stands alone comes out right too.
 */
export const splitSpreads: FixMaker = (work) => {
  const { target, pages } = work;
  if (target.kind === 'cover' || target.spec.bindingType === 'LAYFLAT') return refused(NOTHING_TO_DO);
  const isSpread = ({ seen }: EditablePage) => fitsOtherBinding(target, seen.widthPt, seen.heightPt);
  const odd = pages.find((page) => !isSpread(page) && !fitsTarget(target, page.seen.widthPt, page.seen.heightPt));
  if (odd !== undefined) return refused(sizeDiffers(odd));
  const spreads = pages.filter(isSpread);
  if (spreads.length === 0) return refused(NOTHING_TO_DO);
  const [first, second] = sidesAsRead(work);
  return rebuilt(
    work,
    (page, place) =>
      isSpread(page)
        ? [half(work, page, first, place), half(work, page, second, place)]
        : [carriedOver(work, page, place)],
    (made) => [{ key: 'fixes.edit.splitSpreads', params: { spreads: spreads.length, pages: made } }],
  );
};

type Side = 'left' | 'right';

/** The halves of an open book as its pages follow each other: one that is bound on the right is read from there. */
const sidesAsRead = ({ target }: FixWork): readonly [first: Side, second: Side] =>
  target.spec.bindingEdge === 'left' ? ['left', 'right'] : ['right', 'left'];

function half(work: FixWork, page: EditablePage, side: Side, place: PagePlace): MadePage | TextRef {
  const bleed = mmToPoints(work.target.spec.bleedMm);
  const { widthPt, heightPt } = page.seen;
  const width = widthPt / 2 + bleed;
  const x = side === 'left' ? 0 : bleed - widthPt / 2;
  const content = movedContent(work, page, placedMatrix(page, 1, x, 0));
  if ('key' in content) return content;
  const geometry = plainGeometry(width, heightPt, bleed);
  const resources = { Resources: page.dict.get('Resources') ?? page.inherited.resources };
  const entries = {
    ...STALE_ENTRIES,
    ...geometryEntries(place, geometry),
    ...resources,
    ...content,
    Annots: undefined,
    Parent: place.parent,
  };
  const dict = withEntries(page.dict, entries);
  // The first page goes on under the spread's number, so that what pointed to the spread points to it.
  const reference = side === sidesAsRead(work)[0] ? changed(work, page, dict) : work.update.add(dict);
  const kept = [keptWithin(page, 1, x, 0, wholeOf(width, heightPt), heightPt)];
  return { reference, planned: { geometry: writtenGeometry(place, geometry), touched: 'content', kept, free: [] } };
}

/** Single pages into the spreads of a lay-flat book, two by two; each gives up the bleed that it had at the fold. */
export const joinSpreads: FixMaker = (work) => {
  const { target, pages } = work;
  if (target.kind === 'cover' || target.spec.bindingType !== 'LAYFLAT') return refused(NOTHING_TO_DO);
  if (pages.every(({ seen }) => fitsTarget(target, seen.widthPt, seen.heightPt))) return refused(NOTHING_TO_DO);
  const odd = pages.find(({ seen }) => !fitsOtherBinding(target, seen.widthPt, seen.heightPt));
  if (odd !== undefined) return refused(sizeDiffers(odd));
  if (pages.length % 2 !== 0) return refused({ key: 'fixes.problem.oddPageCount', params: { pages: pages.length } });
  return rebuilt(
    work,
    (page, place) => {
      const next = pages[page.index + 1];
      return page.index % 2 === 1 || next === undefined ? [] : [joined(work, page, next, place)];
    },
    (spreads) => [{ key: 'fixes.edit.joinSpreads', params: { spreads, pages: pages.length } }],
  );
};

function joined(work: FixWork, first: EditablePage, second: EditablePage, place: PagePlace): MadePage | TextRef {
  const [left, right] = sidesAsRead(work)[0] === 'left' ? [first, second] : [second, first];
  const bleed = mmToPoints(work.target.spec.bleedMm);
  const trimWidth = mmToPoints(work.target.spec.innerTrimWidthMm);
  const foldAt = (left.seen.widthPt + trimWidth) / 2;
  const rightX = foldAt - (right.seen.widthPt - trimWidth) / 2;
  const width = rightX + right.seen.widthPt;
  const height = Math.max(left.seen.heightPt, right.seen.heightPt);
  const leftY = (height - left.seen.heightPt) / 2;
  const rightY = (height - right.seen.heightPt) / 2;
  const leftHalf = { left: 0, bottom: 0, right: foldAt, top: height };
  const rightHalf = { left: foldAt, bottom: 0, right: width, top: height };
  const geometry = plainGeometry(width, height, bleed);
  const layers = [
    { page: left, matrix: placedMatrix(left, 1, 0, leftY), clip: { ...leftHalf, right: foldAt + UNDERLAP_PT } },
    { page: right, matrix: placedMatrix(right, 1, rightX, rightY), clip: rightHalf },
  ];
  const dict = layeredPage(work, first, layers, geometry, place);
  if ('key' in dict) return dict;
  const kept = [
    keptWithin(left, 1, 0, leftY, leftHalf, height),
    keptWithin(right, 1, rightX, rightY, rightHalf, height),
  ];
  const reference = changed(work, first, withEntries(dict, { Parent: place.parent }));
  return { reference, planned: { geometry: writtenGeometry(place, geometry), touched: 'content', kept, free: [] } };
}

/** A page that stays, with everything said that it had from nodes which are no longer above it. */
function carriedOver(work: FixWork, page: EditablePage, place: PagePlace): MadePage {
  const resources = page.dict.get('Resources') ?? page.inherited.resources;
  const dict = withEntries(page.dict, {
    ...geometryEntries(place, page.geometry),
    Resources: resources,
    Parent: place.parent,
  });
  const geometry: PageFacts = writtenGeometry(place, page.geometry);
  return { reference: changed(work, page, dict), planned: { geometry, touched: 'nothing', kept: [], free: [] } };
}

function changed({ update }: FixWork, page: EditablePage, dict: PdfDict): PdfRef {
  update.put(page.objectNumber, dict);
  return update.referenceTo(page.objectNumber);
}

/** A new flat page tree of what each old page becomes. */
function rebuilt(
  work: FixWork,
  make: (page: EditablePage, place: PagePlace) => readonly (MadePage | TextRef)[],
  tell: (made: number) => FixPlan['edits'],
): PlanResult {
  // Annotations would have to be cut at the fold, or lie on two pages.
  const annotated = work.pages.find((page) => annotationsOf(work, page).length > 0);
  if (annotated !== undefined)
    return refused({ key: 'fixes.problem.annotationsInTheWay', params: { page: annotated.index + 1 } });
  const made: MadePage[] = [];
  let problem: TextRef | undefined;
  const isDone = replacePages(work, (place) => {
    for (const page of work.pages.flatMap((each) => make(each, place))) {
      if ('key' in page) problem ??= page;
      else made.push(page);
    }
    return made.map(({ reference }) => reference);
  });
  if (problem !== undefined) return refused(problem);
  if (!isDone) return refused({ key: 'fixes.problem.oddPageTree', params: { page: 1 } });
  dropPageLabels(work);
  return { ok: true, plan: { edits: tell(made.length), pages: made.map(({ planned }) => planned) } };
}
