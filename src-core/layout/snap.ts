import type { Thresholds } from '../preflight/thresholds.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import type { CoverGeometry, SpreadGeometry } from './spread-geometry.ts';

// Where a box that is being dragged or resized comes to rest. What decides about the cut or the fold beats what only looks tidy.

/** From the strongest to the weakest; within a rank the nearest wins. */
export const SNAP_RANKS = ['bleed', 'fold', 'trim', 'safe', 'edge', 'gap', 'middle'] as const;
export type SnapRank = (typeof SNAP_RANKS)[number];

export interface SnapLine {
  readonly axis: 'x' | 'y';
  readonly atMm: number;
  readonly rank: SnapRank;
  /** Edges that end in here are pulled whatever the reach is: between "just short of it" and it. */
  readonly catchesMm?: readonly [number, number];
}

export type MovingSide = 'left' | 'right' | 'top' | 'bottom';
export interface Moving {
  readonly box: BoxMm;
  /** The sides that move: all four when it is dragged. */
  readonly sides: ReadonlySet<MovingSide>;
}

export interface Snapped {
  readonly box: BoxMm;
  /** What it came to rest at, one line an axis at most: to be drawn and named. */
  readonly lines: readonly SnapLine[];
}

/** Lines of a spread for a picture or a field, which bleed, or for a text, which keeps to the safe area. */
export function linesOfSpread(
  { pages, foldXMm, bleedMm }: SpreadGeometry,
  thresholds: Thresholds,
  kind: 'artwork' | 'text',
): SnapLine[] {
  const outer = pages.flatMap(({ side, trim, safe }) => {
    const rightMm = trim.xMm + trim.widthMm;
    const outside = side === 'left' ? edgeLines('x', trim.xMm, -1) : edgeLines('x', rightMm, 1);
    const down = [...edgeLines('y', trim.yMm, -1), ...edgeLines('y', trim.yMm + trim.heightMm, 1)];
    return [...outside, ...down, ...safeLines(safe), ...middlesOf(trim)];
  });
  return [...outer, ...(foldXMm === null ? boundEdges() : [foldLine(foldXMm)])];

  function edgeLines(axis: 'x' | 'y', trimMm: number, outwards: 1 | -1): SnapLine[] {
    return cutLines(axis, trimMm, outwards, bleedMm, thresholds, kind);
  }
  /** A page that lies alone is bound as well, where its neighbour would begin. */
  function boundEdges(): SnapLine[] {
    return pages.map(({ side, trim }) => foldLine(side === 'left' ? trim.xMm + trim.widthMm : trim.xMm));
  }
  function foldLine(atMm: number): SnapLine {
    const nearMm = thresholds.of('foldEdgeMm').value;
    return { axis: 'x', atMm, rank: 'fold', catchesMm: [atMm - nearMm, atMm + nearMm] };
  }
}

/** Lines of the cover sheet: its edges, its folds, the safe areas and middles of its panels. */
export function linesOfCover(cover: CoverGeometry, thresholds: Thresholds, kind: 'artwork' | 'text'): SnapLine[] {
  const { sheet, trim, foldsXMm, panels } = cover;
  const ends = (axis: 'x' | 'y', trimMm: number, outwards: 1 | -1, endMm: number) =>
    cutLines(axis, trimMm, outwards, Math.abs(endMm - trimMm), thresholds, kind);
  const nearMm = thresholds.of('foldEdgeMm').value;
  return [
    ...ends('x', trim.xMm, -1, sheet.xMm),
    ...ends('x', trim.xMm + trim.widthMm, 1, sheet.xMm + sheet.widthMm),
    ...ends('y', trim.yMm, -1, sheet.yMm),
    ...ends('y', trim.yMm + trim.heightMm, 1, sheet.yMm + sheet.heightMm),
    ...foldsXMm.map((atMm): SnapLine => ({ axis: 'x', atMm, rank: 'fold', catchesMm: [atMm - nearMm, atMm + nearMm] })),
    ...Object.values(panels).flatMap((panel) => [...safeLines(panel.safe), ...middlesOf(panel.trim)]),
  ];
}

/** A side that is cut: artwork that ends near it goes on to the bleed's end, so that no strip is left and none is short. */
function cutLines(
  axis: 'x' | 'y',
  trimMm: number,
  outwards: 1 | -1,
  bleedMm: number,
  thresholds: Thresholds,
  kind: 'artwork' | 'text',
): SnapLine[] {
  if (kind === 'text') return [{ axis, atMm: trimMm, rank: 'trim' }];
  const endMm = trimMm + outwards * bleedMm;
  const shortMm = trimMm - outwards * thresholds.of('almostBleedMm').value;
  return [
    { axis, atMm: endMm, rank: 'bleed', catchesMm: [Math.min(endMm, shortMm), Math.max(endMm, shortMm)] },
    { axis, atMm: trimMm, rank: 'trim' },
  ];
}

const safeLines = (safe: BoxMm): SnapLine[] => [
  { axis: 'x', atMm: safe.xMm, rank: 'safe' },
  { axis: 'x', atMm: safe.xMm + safe.widthMm, rank: 'safe' },
  { axis: 'y', atMm: safe.yMm, rank: 'safe' },
  { axis: 'y', atMm: safe.yMm + safe.heightMm, rank: 'safe' },
];

const middlesOf = (box: BoxMm): SnapLine[] => [
  { axis: 'x', atMm: box.xMm + box.widthMm / 2, rank: 'middle' },
  { axis: 'y', atMm: box.yMm + box.heightMm / 2, rank: 'middle' },
];

/** Lines of the other boxes: their edges and middles, and where the moving one stands as far from them as they from each other. */
export function linesOfOthers(others: readonly BoxMm[], moving: BoxMm): SnapLine[] {
  return (['x', 'y'] as const).flatMap((axis) => {
    const spans = others.map((box) => spanOf(box, axis)).sort((a, b) => a.from - b.from);
    const lines = spans.flatMap(({ from, to }): SnapLine[] => [
      { axis, atMm: from, rank: 'edge' },
      { axis, atMm: to, rank: 'edge' },
      { axis, atMm: (from + to) / 2, rank: 'middle' },
    ]);
    const own = spanOf(moving, axis);
    return [...lines, ...gapLines(axis, spans, own.to - own.from)];
  });
}

function gapLines(axis: 'x' | 'y', spans: readonly Span[], lengthMm: number): SnapLine[] {
  return spans.slice(1).flatMap((span, index): SnapLine[] => {
    const before = spans[index] as Span;
    const gapMm = span.from - before.to;
    if (gapMm <= 0) return [];
    const line = (atMm: number): SnapLine => ({ axis, atMm, rank: 'gap' });
    const between = gapMm > lengthMm ? [line(before.to + (gapMm - lengthMm) / 2)] : [];
    return [line(span.to + gapMm), line(before.from - gapMm), ...between];
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}
const spanOf = (box: BoxMm, axis: 'x' | 'y'): Span =>
  axis === 'x' ? { from: box.xMm, to: box.xMm + box.widthMm } : { from: box.yMm, to: box.yMm + box.heightMm };

/** The box where it comes to rest. `reachMm`: how far a line pulls, of pixels on the screen at the present zoom. */
export function snap({ box, sides }: Moving, lines: readonly SnapLine[], reachMm: number): Snapped {
  const across = snapAlong(spanOf(box, 'x'), sides.has('left'), sides.has('right'), linesAlong(lines, 'x'), reachMm);
  const down = snapAlong(spanOf(box, 'y'), sides.has('top'), sides.has('bottom'), linesAlong(lines, 'y'), reachMm);
  return {
    box: {
      xMm: across.span.from,
      yMm: down.span.from,
      widthMm: across.span.to - across.span.from,
      heightMm: down.span.to - down.span.from,
    },
    lines: [across.line, down.line].filter((line) => line !== null),
  };
}

const linesAlong = (lines: readonly SnapLine[], axis: 'x' | 'y') => lines.filter((line) => line.axis === axis);

interface Pull {
  readonly line: SnapLine;
  readonly byMm: number;
  readonly end: 'from' | 'to' | 'middle';
}

function snapAlong(
  span: Span,
  movesFrom: boolean,
  movesTo: boolean,
  lines: readonly SnapLine[],
  reachMm: number,
): { readonly span: Span; readonly line: SnapLine | null } {
  const movesWhole = movesFrom && movesTo;
  const anchors: readonly (readonly [Pull['end'], number])[] = [
    ...(movesFrom ? [['from', span.from] as const] : []),
    ...(movesTo ? [['to', span.to] as const] : []),
    ...(movesWhole ? [['middle', (span.from + span.to) / 2] as const] : []),
  ];
  let best: Pull | null = null;
  for (const line of lines)
    for (const [end, atMm] of anchors) {
      if (!mayMeet(end, line.rank) || !isPulled(end, atMm, line, reachMm)) continue;
      const pull = { line, byMm: line.atMm - atMm, end };
      if (best === null || isStronger(pull, best)) best = pull;
    }
  if (best === null) return { span, line: null };
  const { byMm, end, line } = best;
  if (movesWhole) return { span: { from: span.from + byMm, to: span.to + byMm }, line };
  return { span: end === 'from' ? { ...span, from: span.from + byMm } : { ...span, to: span.to + byMm }, line };
}

/** Middles meet middles, and the fold; edges meet everything else. */
const mayMeet = (end: Pull['end'], rank: SnapRank): boolean =>
  end === 'middle' ? rank === 'middle' || rank === 'fold' : rank !== 'middle';

function isPulled(end: Pull['end'], atMm: number, { atMm: lineMm, catchesMm }: SnapLine, reachMm: number): boolean {
  if (Math.abs(lineMm - atMm) <= reachMm) return true;
  return end !== 'middle' && catchesMm !== undefined && atMm >= catchesMm[0] && atMm <= catchesMm[1];
}

function isStronger(a: Pull, b: Pull): boolean {
  const rank = SNAP_RANKS.indexOf(a.line.rank) - SNAP_RANKS.indexOf(b.line.rank);
  return rank < 0 || (rank === 0 && Math.abs(a.byMm) < Math.abs(b.byMm));
}
