import type { TextMeasure } from '../composition/sketch.ts';
import { lettersLacking } from '../composition/printable.ts';
import { spineTextFromMm } from '../composition/spine-room.ts';
import { isBelow } from '../preflight/marks/within.ts';
import { wholePpi } from '../preflight/checks/images/effective-ppi.ts';
import type { Thresholds } from '../preflight/thresholds.ts';
import type { BoxMm, Mm2 } from '../specs/book-geometry.ts';
import type { TextRef } from '../text-ref.ts';
import { mmToPoints } from '../units.ts';
import {
  printThresholds,
  surfaceOf,
  textRulesOf,
  type LayoutDocument,
  type LayoutFrame,
  type LayoutPicture,
  type PictureFrame,
  type SurfaceId,
  type TextFrame,
} from './document.ts';
import { effectivePpi, sharpUpTo } from './inside.ts';
import { pageItems, panelItems, spineLine } from './sketches.ts';
import { coverGeometry, spreadGeometry, type PageGeometry } from './spread-geometry.ts';
import { spreadAt } from './spreads.ts';
import { framesInOrder, movedBox } from './surface-change.ts';
import { letterBoxes, layLines } from './text-lines.ts';

/** What is wrong with a frame while it is drawn, by preflight's own numbers; preflight has the last word on what is exported. */
export interface Guard {
  readonly kind:
    | 'emptyFrame'
    | 'undrawnFields'
    | 'otherPress'
    | 'ppi'
    | 'almostBleed'
    | 'lostGutter'
    | 'textCut'
    | 'textSafety'
    | 'textFold'
    | 'textOverflow'
    | 'textGlyphs'
    | 'spineText'
    | 'spineCut'
    | 'spineSize';
  readonly surfaceId: SurfaceId;
  readonly frameId: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly text: TextRef;
  /** What was measured and what is asked for, in the unit of the threshold: millimetres or pixels an inch; of what is cut, characters; of what is set in another size, points. */
  readonly measured: number | null;
  readonly allowed: number | null;
  /** Of a coarse picture: how large its frame may be, as it is cropped. */
  readonly sharpUpTo: Mm2 | null;
}

interface GuardedPlace {
  readonly document: LayoutDocument;
  readonly surfaceId: SurfaceId;
  readonly thresholds: Thresholds;
  readonly measure: TextMeasure;
}

/** The guards of the pages that lie open together. */
export function guardsOfSpread(
  document: LayoutDocument,
  index: number,
  thresholds: Thresholds,
  measure: TextMeasure,
): Guard[] {
  const { pages, bound } = spreadGeometry(document, index, thresholds);
  const { right } = spreadAt(document, index);
  return pages.flatMap((page) => {
    const at: GuardedPlace = { document, surfaceId: page.surfaceId, thresholds, measure };
    const originMm = page.trim.xMm;
    const local: PageGeometry = {
      ...page,
      trim: movedBox(page.trim, -originMm, 0),
      safe: movedBox(page.safe, -originMm, 0),
    };
    const items = new Map(
      pageItems(document, page.surfaceId, measure).map(({ frameId, item }) => [frameId, item] as const),
    );
    return framesOf(at).flatMap(([frameId, frame]) => {
      const found: (Guard | null)[] = [...frameGuards(at, frameId, frame)];
      if (frame.kind !== 'text') found.push(almostBleed(at, frameId, frame.box, outerGaps(frame.box, local)));
      if (frame.kind === 'picture' && frame.across && bound === 'glued' && right !== null)
        found.push(lostGutter(at, frameId, frame.box, document.spec.innerTrimWidthMm));
      const item = items.get(frameId);
      if (item?.kind === 'text') found.push(textGuard(at, frameId, letterBoxes(item, measure), local, bound));
      return found.filter((guard) => guard !== null);
    });
  });
}

/** The guards of the cover. */
export function guardsOfCover(document: LayoutDocument, thresholds: Thresholds, measure: TextMeasure): Guard[] {
  const { panels, spineWidthMm, trim } = coverGeometry(document, thresholds);
  return (['back', 'spine', 'front'] as const).flatMap((panel) => {
    const at: GuardedPlace = { document, surfaceId: panel, thresholds, measure };
    const items = new Map(panelItems(document, panel, measure).map(({ frameId, item }) => [frameId, item] as const));
    const { safe, trim: own } = panels[panel];
    return framesOf(at).flatMap(([frameId, frame]) => {
      const found: (Guard | null)[] = [...frameGuards(at, frameId, frame)];
      const item = items.get(frameId);
      if (frame.kind === 'text' && panel === 'spine') {
        found.push(...spineGuards(at, frameId, frame, spineWidthMm));
        if (item?.kind === 'text')
          found.push(
            nearTrim(
              at,
              frameId,
              gapTo(letterBoxes(item, measure), { ...trim, xMm: own.xMm, widthMm: own.widthMm }, ['top', 'bottom']),
            ),
          );
      } else if (item?.kind === 'text') {
        const inset = Math.min(...SIDES.map((side) => gapTo(letterBoxes(item, measure), safe, [side])));
        found.push(nearTrim(at, frameId, inset + thresholds.of('textSafetyMm').value));
      } else if (frame.kind !== 'text' && item !== undefined && panel !== 'spine') {
        found.push(almostBleed(at, frameId, item.box, gapsOf(item.box, trim)));
      }
      return found.filter((guard) => guard !== null);
    });
  });
}

function framesOf({ document, surfaceId }: GuardedPlace): readonly (readonly [string, LayoutFrame])[] {
  const surface = surfaceOf(document, surfaceId);
  return surface === undefined ? [] : framesInOrder(surface);
}

/** What does not depend on where the frame lies. */
function frameGuards(at: GuardedPlace, frameId: string, frame: LayoutFrame): Guard[] {
  if (frame.kind === 'text') return textInFrame(at, frameId, frame);
  if (frame.kind === 'field') return [];
  const picture = frame.picture === null ? undefined : at.document.pictures[frame.picture];
  if (picture === undefined)
    return [guard(at, frameId, { kind: 'emptyFrame', severity: 'warning', text: { key: 'layout.guard.emptyFrame' } })];
  return [...pageGuards(at, frameId, picture), ...ppiGuards(at, frameId, frame, picture)];
}

/** Names that are told of a page's fields; the others are counted. */
const MOST_NAMED_FIELDS = 5;

/** What of a page of a PDF is not printed as its file shows it. */
function pageGuards(at: GuardedPlace, frameId: string, { name, page }: LayoutPicture): Guard[] {
  const { undrawnFields = [], madeFor } = page ?? {};
  const otherPress = { key: 'layout.guard.otherPress', params: { name, press: madeFor ?? '' } };
  const found =
    madeFor === undefined ? [] : [guard(at, frameId, { kind: 'otherPress', severity: 'info', text: otherPress })];
  if (undrawnFields.length === 0) return found;
  const fields = undrawnFields.slice(0, MOST_NAMED_FIELDS).join(', ');
  const params = { name, fields, count: undrawnFields.length, more: undrawnFields.length - MOST_NAMED_FIELDS };
  return [
    ...found,
    guard(at, frameId, {
      kind: 'undrawnFields',
      severity: 'warning',
      text: { key: 'layout.guard.undrawnFields', params: { ...params, more: Math.max(0, params.more) } },
    }),
  ];
}

function ppiGuards(at: GuardedPlace, frameId: string, frame: PictureFrame, picture: LayoutPicture): Guard[] {
  const [error, warning] = [at.thresholds.of('imagePpiError'), at.thresholds.of('imagePpiWarning')];
  const exact = effectivePpi(frame, picture);
  const ppi = wholePpi(exact, exact);
  if (ppi >= warning.value) return [];
  const sharp = sharpUpTo(frame, picture, warning.value);
  return [
    guard(at, frameId, {
      kind: 'ppi',
      severity: ppi < error.value ? 'error' : 'warning',
      measured: ppi,
      allowed: ppi < error.value ? error.value : warning.value,
      sharpUpTo: sharp,
      text: {
        key: 'layout.guard.ppi',
        params: {
          ppi,
          neededPpi: warning.value,
          widthMm: Math.floor(sharp.widthMm),
          heightMm: Math.floor(sharp.heightMm),
        },
      },
    }),
  ];
}

/** What does not fit its box, and letters that no face has. */
function textInFrame(at: GuardedPlace, frameId: string, frame: TextFrame): Guard[] {
  if (frame.text.trim() === '') return [];
  const missing = lettersLacking(frame.text, frame.typeface, at.measure);
  const { overflowMm } =
    at.surfaceId === 'spine' ? { overflowMm: 0 } : layLines(frame, frame.box, at.measure, textRulesOf(at.document));
  return [
    ...(missing.length === 0
      ? []
      : [
          guard(at, frameId, {
            kind: 'textGlyphs',
            severity: 'error',
            text: { key: 'layout.guard.textGlyphs', params: { letters: missing.slice(0, 5).join(' ') } },
          }),
        ]),
    ...(overflowMm <= 0.01
      ? []
      : [
          guard(at, frameId, {
            kind: 'textOverflow',
            severity: 'warning',
            measured: overflowMm,
            text: { key: 'layout.guard.textOverflow', params: { overMm: overflowMm } },
          }),
        ]),
  ];
}

const SIDES = ['left', 'top', 'right', 'bottom'] as const;
type Side = (typeof SIDES)[number];
type Gaps = Readonly<Record<Side, number>>;

/** From each side of the trim inwards; negative where it is crossed. */
const gapsOf = (box: BoxMm, trim: BoxMm): Gaps => ({
  left: box.xMm - trim.xMm,
  top: box.yMm - trim.yMm,
  right: trim.xMm + trim.widthMm - box.xMm - box.widthMm,
  bottom: trim.yMm + trim.heightMm - box.yMm - box.heightMm,
});

/** Without the side that is bound: nothing is cut there. */
function outerGaps(box: BoxMm, { trim, side }: PageGeometry): Gaps {
  const inner: Side = side === 'left' ? 'right' : 'left';
  return { ...gapsOf(box, trim), [inner]: Infinity };
}

const gapTo = (boxes: readonly BoxMm[], trim: BoxMm, sides: readonly Side[]): number =>
  Math.min(...boxes.flatMap((box) => sides.map((side) => gapsOf(box, trim)[side])));

/** Ends just inside the trim, or beyond it and short of the bleed's end: either way a strip of paper shows when the cut is off. */
function almostBleed(at: GuardedPlace, frameId: string, box: BoxMm, gaps: Gaps): Guard | null {
  const limit = at.thresholds.of('almostBleedMm');
  const tolerance = at.thresholds.of('bleedToleranceMm').value;
  const bleedMm = at.surfaceId === 'back' || at.surfaceId === 'front' ? 0 : at.thresholds.of('bleedMm').value;
  const shortest = at.thresholds.of('almostBleedShortestMm').value;
  const near = SIDES.filter((side) => {
    const alongMm = side === 'left' || side === 'right' ? box.heightMm : box.widthMm;
    return alongMm >= shortest && gaps[side] > -bleedMm + tolerance && isBelow(gaps[side], limit.value);
  });
  const [worst] = near.toSorted((a, b) => gaps[a] - gaps[b]);
  if (worst === undefined || gaps[worst] <= -limit.value) return null;
  return guard(at, frameId, {
    kind: 'almostBleed',
    severity: 'warning',
    measured: gaps[worst],
    allowed: limit.value,
    text: {
      key: gaps[worst] >= 0 ? 'layout.guard.almostBleed' : 'layout.guard.shortBleed',
      params: { side: worst, gapMm: Math.abs(gaps[worst]), allowedMm: gaps[worst] >= 0 ? limit.value : bleedMm },
    },
  });
}

/** A picture over two glued pages: what lies in the gutter of either is not seen. */
function lostGutter(at: GuardedPlace, frameId: string, box: BoxMm, foldMm: number): Guard | null {
  const gutterMm = spreadGeometry(at.document, 1, at.thresholds).gutterMm;
  const crosses = box.xMm < foldMm && box.xMm + box.widthMm > foldMm;
  if (!crosses) return null;
  return guard(at, frameId, {
    kind: 'lostGutter',
    severity: 'info',
    measured: 2 * gutterMm,
    text: { key: 'layout.guard.lostGutter', params: { lostMm: 2 * gutterMm } },
  });
}

function textGuard(
  at: GuardedPlace,
  frameId: string,
  letters: readonly BoxMm[],
  { trim, side }: PageGeometry,
  bound: 'folded' | 'glued',
): Guard | null {
  if (letters.length === 0) return null;
  const inner: Side = side === 'left' ? 'right' : 'left';
  const outer = SIDES.filter((other) => other !== inner);
  const near = nearTrim(at, frameId, gapTo(letters, trim, outer));
  if (near?.severity === 'error') return near;
  const gutterMm = spreadGeometry(at.document, 0, at.thresholds).gutterMm;
  const gapMm = gapTo(letters, trim, [inner]);
  if (!isBelow(gapMm, gutterMm)) return near;
  return guard(at, frameId, {
    kind: 'textFold',
    severity: gapMm < 0 ? 'error' : 'warning',
    measured: gapMm,
    allowed: gutterMm,
    text: {
      key: bound === 'folded' ? 'layout.guard.textFold' : 'layout.guard.textGutter',
      params: { gapMm: Math.max(0, gapMm), allowedMm: gutterMm },
    },
  });
}

function nearTrim(at: GuardedPlace, frameId: string, gapMm: number): Guard | null {
  const limit = at.thresholds.of('textSafetyMm');
  if (!isBelow(gapMm, limit.value)) return null;
  const isCut = isBelow(gapMm, 0);
  return guard(at, frameId, {
    kind: isCut ? 'textCut' : 'textSafety',
    severity: isCut ? 'error' : 'warning',
    measured: gapMm,
    allowed: limit.value,
    text: {
      key: isCut ? 'layout.guard.textCut' : 'layout.guard.textSafety',
      params: { gapMm: Math.abs(gapMm), allowedMm: limit.value },
    },
  });
}

/** The line of a spine that is left out, loses its end, or is set in another size than it is asked for. */
function spineGuards(at: GuardedPlace, frameId: string, frame: TextFrame, spineMm: number): Guard[] {
  if (frame.text.trim() === '') return [];
  const line = spineLine(at.document, frame, at.measure);
  if (line === null) {
    const fromMm = spineTextFromMm(frame.typeface, printThresholds(at.document));
    return [
      guard(at, frameId, {
        kind: 'spineText',
        severity: 'error',
        measured: spineMm,
        allowed: fromMm,
        text: { key: 'layout.guard.spineText', params: { spineMm, fromMm } },
      }),
    ];
  }
  const { fit, item } = line;
  if (fit?.kind === 'cut') {
    const { characters, room, printed, setPt } = fit;
    const key = item === null ? 'layout.guard.spineNoRoom' : 'layout.guard.spineCut';
    return [
      guard(at, frameId, {
        kind: 'spineCut',
        severity: 'warning',
        measured: characters,
        allowed: room,
        text: { key, params: { characters, room, printed, setPt } },
      }),
    ];
  }
  const setPt = item === null ? frame.sizePt : mmToPoints(item.sizeMm);
  if (Math.abs(setPt - frame.sizePt) < at.thresholds.of('textPtTolerance').value) return [];
  return [
    guard(at, frameId, {
      kind: 'spineSize',
      severity: 'info',
      measured: frame.sizePt,
      allowed: setPt,
      text: {
        key: setPt > frame.sizePt ? 'layout.guard.spineSizeRaised' : 'layout.guard.spineSize',
        params: { askedPt: frame.sizePt, setPt },
      },
    }),
  ];
}

const guard = (
  { surfaceId }: GuardedPlace,
  frameId: string,
  found: Pick<Guard, 'kind' | 'severity' | 'text'> & Partial<Guard>,
): Guard => ({ surfaceId, frameId, measured: null, allowed: null, sharpUpTo: null, ...found });
