import { MM_PER_POINT } from '../units.ts';
import type { GuideKind } from './guides.ts';

/** How wide the lines of a template are, in points: seen on a whole cover, and no wider than what is laid along them can bear. */
export const GUIDE_LINE_PT = 0.75;

/** How much of its colour a band is filled with, 0 to 1: it must not hide what is laid under it. */
export const BAND_TINT = 0.18;

/** On and off by turns, in points; the same rhythm as on the screen. A kind that is not here has a whole line. */
const DASHES_PT: Readonly<Partial<Record<GuideKind, readonly number[]>>> = {
  trim: [9, 5],
  safe: [1.5, 3],
  fold: [7, 3, 1.5, 3],
};

export const dashesPtOf = (kind: GuideKind): readonly number[] => DASHES_PT[kind] ?? [];

export const dashesMmOf = (kind: GuideKind): readonly number[] => dashesPtOf(kind).map((pt) => pt * MM_PER_POINT);
