import { unionOf, type BoundsMm } from '../../../pdf/inspection/geometry.ts';
import type { VisibleMark } from '../../marks/visible-marks.ts';

/** A bar code drawn as bars. */
export interface BarCode {
  readonly boundsMm: BoundsMm;
  /** Left to right. */
  readonly bars: readonly VisibleMark[];
}

/** An EAN-13 has 30 bars, a Code 39 of few letters some 20; rows of rules have fewer. */
const MIN_BARS = 20;
/** At twice the nominal size the widest bar of an EAN is 2.6 mm, and as wide is the widest gap. */
const WIDEST_BAR_MM = 2.8;
const WIDEST_GAP_MM = 2.8;
const LOWEST_BAR_MM = 4;
/** Guard bars go further down than the others. */
const ENDS_WITHIN_MM = 3;

/** Rows of upright bars of one height, close together and of different widths. */
export function barCodesOn(marks: readonly VisibleMark[]): BarCode[] {
  const bars = marks.filter(isBar).sort((a, b) => a.boundsMm.leftMm - b.boundsMm.leftMm);
  const rows: VisibleMark[][] = [];
  for (const bar of bars) {
    const row = rows.find((candidate) => continues(candidate.at(-1), bar));
    if (row === undefined) rows.push([bar]);
    else row.push(bar);
  }
  return rows
    .filter((row) => row.length >= MIN_BARS && hasSeveralWidths(row))
    .map((row) => ({ bars: row, boundsMm: boundsOf(row) }));
}

function isBar({ object, boundsMm: { leftMm, topMm, rightMm, bottomMm } }: VisibleMark): boolean {
  const width = rightMm - leftMm;
  const height = bottomMm - topMm;
  return (
    object.kind === 'path' &&
    object.shape !== 'other' &&
    width <= WIDEST_BAR_MM &&
    height >= LOWEST_BAR_MM &&
    height > 2 * width
  );
}

function continues(last: VisibleMark | undefined, next: VisibleMark): boolean {
  if (last === undefined) return false;
  if (colourOf(last) !== colourOf(next)) return false;
  const gapMm = next.boundsMm.leftMm - last.boundsMm.rightMm;
  return (
    gapMm >= 0 &&
    gapMm <= WIDEST_GAP_MM &&
    Math.abs(next.boundsMm.topMm - last.boundsMm.topMm) <= ENDS_WITHIN_MM &&
    Math.abs(next.boundsMm.bottomMm - last.boundsMm.bottomMm) <= ENDS_WITHIN_MM
  );
}

const colourOf = ({ object }: VisibleMark): string =>
  object.kind === 'path' ? ((object.fill ?? object.stroke)?.values.join() ?? '') : '';

/** Bars and gaps of a code are of several widths; a row of equal stripes is an ornament. */
function hasSeveralWidths(row: readonly VisibleMark[]): boolean {
  const steps = row
    .slice(1)
    .map(({ boundsMm }, index) => Math.round((boundsMm.leftMm - (row[index]?.boundsMm.leftMm ?? 0)) * 10));
  return new Set(steps).size >= 3;
}

function boundsOf(row: readonly VisibleMark[]): BoundsMm {
  const none: BoundsMm = { leftMm: Infinity, topMm: Infinity, rightMm: -Infinity, bottomMm: -Infinity };
  return row.reduce((all, { boundsMm }) => unionOf(all, boundsMm), none);
}
