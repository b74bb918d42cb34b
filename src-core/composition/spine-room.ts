import type { Thresholds } from '../preflight/thresholds.ts';
import { pointsToMm } from '../units.ts';
import { lookOf, type Typeface } from './typefaces.ts';

/** What a spine leaves for its line of text. */
export interface SpineRoom {
  /** Kept clear at both folds. */
  readonly marginMm: number;
  /** Between those margins. */
  readonly widthMm: number;
  /** The type is so large at most, and so small at least. */
  readonly mostMm: number;
  readonly leastMm: number;
}

/** A spine that is computed to be as wide as it has to be is. */
const ROUNDING_MM = 1e-6;

/**
 * From this width on a spine takes text, in tenths of a millimetre as spines are made: the width that preflight asks for (B-011), or that
 * of the smallest type with its margins where that is more.
 */
export function spineTextFromMm(typeface: Typeface, thresholds: Thresholds): number {
  const ofTypeMm = 2 * thresholds.of('spineTextMarginMm').value + heightEm(typeface) * leastTypeMm(thresholds);
  return Math.max(thresholds.of('spineTextFromMm').value, Math.ceil(10 * (ofTypeMm - ROUNDING_MM)) / 10);
}

export const isThin = (spineMm: number, fromMm: number): boolean => spineMm < fromMm - ROUNDING_MM;

/** Null on a spine that is too thin for type that is read: its text is left out, never set smaller. */
export function spineRoom(spineMm: number, typeface: Typeface, thresholds: Thresholds): SpineRoom | null {
  if (isThin(spineMm, spineTextFromMm(typeface, thresholds))) return null;
  const marginMm = thresholds.of('spineTextMarginMm').value;
  const widthMm = spineMm - 2 * marginMm;
  const leastMm = leastTypeMm(thresholds);
  return { marginMm, widthMm, leastMm, mostMm: Math.max(leastMm, widthMm / heightEm(typeface)) };
}

/** Smaller type is not read (T-006). */
const leastTypeMm = (thresholds: Thresholds): number => pointsToMm(thresholds.of('textPtInfo').value);

function heightEm(typeface: Typeface): number {
  const { ascentEm, descentEm } = lookOf(typeface);
  return ascentEm + descentEm;
}
