import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import { surfaceOf, type LayoutDocument, type LayoutFrame } from '../../../../src-core/layout/document.ts';
import { moveFrames, setBox } from '../../../../src-core/layout/operations/frames.ts';
import { panPicture } from '../../../../src-core/layout/operations/inside.ts';
import { moveToSurface, swapPictures } from '../../../../src-core/layout/operations/pictures.ts';
import { cutsOf, moveCut } from '../../../../src-core/layout/operations/live.ts';
import type { LaidCut } from '../../../../src-core/arranging/slicing-tree.ts';
import { isRefusal, type Outcome } from '../../../../src-core/layout/refusal.ts';
import { aroundAll } from '../../../../src-core/layout/spread-geometry.ts';
import type { FrameOf } from '../../../../src-core/layout/surface-change.ts';
import type { Selection } from '../layout-session.ts';
import { snapped, type Held, type MovedSides } from './snapping.ts';
import { surfaceAt, type StageSheet } from './stage-sheet.ts';

/** A hand on the stage: what the document would be with the pointer there, and what it becomes when it is let go. */
export interface Gesture {
  /** `dxMm`, `dyMm`: how far the pointer has come since it went down. */
  readonly at: (move: PointerMove) => { readonly outcome: Outcome; readonly held: Held };
  readonly end: (move: PointerMove) => Ending;
  /** What becomes of it when it is let go over a page of the strip; null: nothing, it ends where it was. */
  readonly onto: ((surfaceId: string) => Ending) | null;
}

interface Ending {
  readonly label: string;
  readonly outcome: Outcome;
  readonly selection: Selection | null;
}

export interface PointerMove {
  readonly dxMm: number;
  readonly dyMm: number;
  /** Where it is on the sheet. */
  readonly xMm: number;
  readonly yMm: number;
  /** Nothing snaps. */
  readonly isFree: boolean;
  /** Sides keep their proportion. */
  readonly keepsShape: boolean;
  /** The frames under it besides the one that it went down on, the topmost first. */
  readonly under: readonly FrameOf[];
}

export const NOTHING_HELD: Held = [];

/** The frames of a selection in the sheet's millimetres. */
export function boxesOf(document: LayoutDocument, sheet: StageSheet, { surfaceId, frameIds }: Selection): BoxMm[] {
  const place = sheet.places.find((one) => one.surfaceId === surfaceId);
  const frames = surfaceOf(document, surfaceId)?.frames;
  if (place === undefined || frames === undefined) return [];
  return frameIds.flatMap((id) => {
    const box = frames[id]?.box;
    return box === undefined ? [] : [{ ...box, xMm: box.xMm + place.xMm, yMm: box.yMm + place.yMm }];
  });
}

/** Around all of them; null: there are none. */
const boxAround = (boxes: readonly BoxMm[]): BoxMm | null => (boxes.length === 0 ? null : aroundAll(boxes));

interface GestureStart {
  readonly document: LayoutDocument;
  readonly sheet: StageSheet;
  readonly selection: Selection;
  /** How far a line pulls, in millimetres at the present scale. */
  readonly reachMm: number;
}

/** Frames follow the pointer; on a live page a picture that is dropped on another changes places with it, whatever lies over that. */
export function movingFrames({ document, sheet, selection, reachMm }: GestureStart): Gesture {
  const around = boxAround(boxesOf(document, sheet, selection));
  const isLive = surfaceOf(document, selection.surfaceId)?.arrangement !== null;
  const moved = ({ dxMm, dyMm, isFree }: PointerMove) => {
    if (around === null) return { byXMm: dxMm, byYMm: dyMm, held: NOTHING_HELD };
    const to = { ...around, xMm: around.xMm + dxMm, yMm: around.yMm + dyMm };
    if (isFree || isLive) return { byXMm: dxMm, byYMm: dyMm, held: NOTHING_HELD };
    const { box, held } = snapped(document, sheet, selection, to, reachMm);
    return { byXMm: box.xMm - around.xMm, byYMm: box.yMm - around.yMm, held };
  };
  return {
    at: (move) => {
      const { byXMm, byYMm, held } = moved(move);
      return { outcome: moveFrames(document, { ...selection, dxMm: byXMm, dyMm: byYMm }), held };
    },
    end: (move) => {
      const [frameId = '', ...others] = selection.frameIds;
      const from = { surfaceId: selection.surfaceId, frameId };
      const isOnePicture = others.length === 0 && isPicture(document, from);
      const over = isLive && isOnePicture ? move.under.find((frame) => isPicture(document, frame)) : undefined;
      if (over !== undefined)
        return {
          label: 'swapPictures',
          outcome: swapPictures(document, { from, to: over }),
          selection: { surfaceId: over.surfaceId, frameIds: [over.frameId] },
        };
      const { byXMm, byYMm } = moved(move);
      const outcome = moveFrames(document, { ...selection, dxMm: byXMm, dyMm: byYMm });
      const onto = isRefusal(outcome) ? null : surfaceUnder(sheet, outcome, selection);
      if (isRefusal(outcome) || onto === null || onto === selection.surfaceId)
        return { label: 'moveFrames', outcome, selection };
      return {
        label: 'moveFrames',
        outcome: movedOnto(outcome, sheet, selection, onto),
        selection: { ...selection, surfaceId: onto },
      };
    },
    // It lies on another spread then, and is not on the stage any more.
    onto: (to) => ({ label: 'moveToSurface', outcome: moveToSurface(document, { ...selection, to }), selection: null }),
  };
}

const isPicture = (document: LayoutDocument, { surfaceId, frameId }: FrameOf): boolean =>
  surfaceOf(document, surfaceId)?.frames[frameId]?.kind === 'picture';

/** The surface on which most of the frames' middle lies now. */
function surfaceUnder(sheet: StageSheet, document: LayoutDocument, selection: Selection): string | null {
  const around = boxAround(boxesOf(document, sheet, selection));
  const crosses = selection.frameIds.some((id) => isAcross(surfaceOf(document, selection.surfaceId)?.frames[id]));
  if (around === null || crosses) return null;
  return surfaceAt(sheet, around.xMm + around.widthMm / 2)?.surfaceId ?? null;
}

const isAcross = (frame: LayoutFrame | undefined): boolean => frame?.kind === 'picture' && frame.across;

/** The frames on another surface, where they are seen to lie. */
function movedOnto(document: LayoutDocument, sheet: StageSheet, selection: Selection, to: string): Outcome {
  const from = sheet.places.find(({ surfaceId }) => surfaceId === selection.surfaceId);
  const target = sheet.places.find(({ surfaceId }) => surfaceId === to);
  const frames = surfaceOf(document, selection.surfaceId)?.frames;
  if (from === undefined || target === undefined || frames === undefined) return document;
  const shifted = moveToSurface(document, { ...selection, to });
  return selection.frameIds.reduce<Outcome>((now, frameId) => {
    const box = frames[frameId]?.box;
    if (isRefusal(now) || box === undefined || surfaceOf(now, to)?.frames[frameId] === undefined) return now;
    const there = { ...box, xMm: box.xMm + from.xMm - target.xMm, yMm: box.yMm + from.yMm - target.yMm };
    return setBox(now, { surfaceId: to, frameId, box: there });
  }, shifted);
}

/** Smaller than this a frame cannot be taken hold of any more. */
const LEAST_MM = 3;

/** Sides of one frame follow the pointer. */
export function resizingFrame(
  { document, sheet, selection, reachMm }: GestureStart,
  frameId: string,
  sides: MovedSides,
): Gesture {
  const [start] = boxesOf(document, sheet, { ...selection, frameIds: [frameId] });
  const place = sheet.places.find(({ surfaceId }) => surfaceId === selection.surfaceId);
  const resized = ({ dxMm, dyMm, isFree, keepsShape }: PointerMove): { outcome: Outcome; held: Held } => {
    if (start === undefined || place === undefined) return { outcome: document, held: NOTHING_HELD };
    const pulled = withSidesMoved(start, sides, dxMm, dyMm, keepsShape);
    const { box, held } =
      isFree || keepsShape
        ? { box: pulled, held: NOTHING_HELD }
        : snapped(document, sheet, { ...selection, frameIds: [frameId] }, pulled, reachMm, sides);
    const onPage = { ...box, xMm: box.xMm - place.xMm, yMm: box.yMm - place.yMm };
    return { outcome: setBox(document, { surfaceId: selection.surfaceId, frameId, box: onPage }), held };
  };
  return { at: resized, end: (move) => ({ label: 'setBox', outcome: resized(move).outcome, selection }), onto: null };
}

export function withSidesMoved(box: BoxMm, sides: MovedSides, dxMm: number, dyMm: number, keepsShape: boolean): BoxMm {
  let left = box.xMm + (sides.has('left') ? Math.min(dxMm, box.widthMm - LEAST_MM) : 0);
  let top = box.yMm + (sides.has('top') ? Math.min(dyMm, box.heightMm - LEAST_MM) : 0);
  let right = box.xMm + box.widthMm + (sides.has('right') ? Math.max(dxMm, LEAST_MM - box.widthMm) : 0);
  let bottom = box.yMm + box.heightMm + (sides.has('bottom') ? Math.max(dyMm, LEAST_MM - box.heightMm) : 0);
  if (keepsShape && sides.size === 2) {
    const factor = Math.max((right - left) / box.widthMm, (bottom - top) / box.heightMm);
    const [widthMm, heightMm] = [box.widthMm * factor, box.heightMm * factor];
    if (sides.has('left')) left = right - widthMm;
    else right = left + widthMm;
    if (sides.has('top')) top = bottom - heightMm;
    else bottom = top + heightMm;
  }
  return { xMm: left, yMm: top, widthMm: right - left, heightMm: bottom - top };
}

/** The picture follows the pointer behind its frame. */
export function panningPicture({ document, selection }: GestureStart, frameId: string): Gesture {
  const panned = ({ dxMm, dyMm }: PointerMove): Outcome =>
    panPicture(document, { surfaceId: selection.surfaceId, frameId, dxMm, dyMm });
  return {
    at: (move) => ({ outcome: panned(move), held: NOTHING_HELD }),
    end: (move) => ({ label: 'panPicture', outcome: panned(move), selection }),
    onto: null,
  };
}

/** A probe wide enough to tell how far a share reaches, and narrow enough to be allowed nearly everywhere. */
const PROBE_SHARE = 0.01;

/** A cut of a live page follows the pointer, and the pictures on both its sides. */
export function movingCut(document: LayoutDocument, surfaceId: string, name: string): Gesture {
  const cut = cutsOf(document, surfaceId).find((one) => one.cut === name);
  const moved = ({ dxMm, dyMm }: PointerMove): Outcome => {
    if (cut === undefined) return document;
    const mmAShare = lengthOfShare(document, surfaceId, cut);
    if (mmAShare === 0) return document;
    const byMm = cut.axis === 'x' ? dxMm : dyMm;
    return moveCut(document, { surfaceId, cut: name, share: cut.share + byMm / mmAShare });
  };
  return {
    at: (move) => ({ outcome: moved(move), held: NOTHING_HELD }),
    end: (move) => ({ label: 'moveCut', outcome: moved(move), selection: null }),
    onto: null,
  };
}

/** Millimetres that a whole share of what the cut parts is long. */
function lengthOfShare(document: LayoutDocument, surfaceId: string, { cut, share, atMm }: LaidCut): number {
  const by = share < 0.5 ? PROBE_SHARE : -PROBE_SHARE;
  const probe = moveCut(document, { surfaceId, cut, share: share + by });
  const there = isRefusal(probe) ? undefined : cutsOf(probe, surfaceId).find((one) => one.cut === cut);
  return there === undefined || there.share === share ? 0 : (there.atMm - atMm) / (there.share - share);
}
