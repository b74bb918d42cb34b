import type { Colour, LaidItem } from './sketch.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import { CSS_PX_PER_MM } from '../units.ts';

export const mmOfPx = (px: number): number => px / CSS_PX_PER_MM;
export const pxOfMm = (mm: number): number => mm * CSS_PX_PER_MM;

/** `#AARRGGBB`, which the template's schema has checked. */
export function colourOf(argb: string): Colour {
  const byte = (at: number) => Number.parseInt(argb.slice(at, at + 2), 16);
  return { alpha: byte(1), red: byte(3), green: byte(5), blue: byte(7) };
}

export const movedBox = (box: BoxMm, xMm: number, yMm: number): BoxMm => ({
  ...box,
  xMm: box.xMm + xMm,
  yMm: box.yMm + yMm,
});

/** What both cover; of none its lengths are 0. */
export function overlapOf(a: BoxMm, b: BoxMm): BoxMm {
  const xMm = Math.max(a.xMm, b.xMm);
  const yMm = Math.max(a.yMm, b.yMm);
  return {
    xMm,
    yMm,
    widthMm: Math.max(0, Math.min(a.xMm + a.widthMm, b.xMm + b.widthMm) - xMm),
    heightMm: Math.max(0, Math.min(a.yMm + a.heightMm, b.yMm + b.heightMm) - yMm),
  };
}

/** What is left of a page, a spread or a panel once it is cut and bound. */
export interface TrimBox extends BoxMm {
  /** Of a spread, where its pages meet. */
  readonly foldXMm?: number;
}

/** A picture that knows what of its frame is left once what lies beyond `trim` is cut off or bent away, and where a fold crosses it. */
export function seenWithin(item: LaidItem, trim: TrimBox): LaidItem {
  if (item.kind !== 'picture') return item;
  const { box } = item;
  const { foldXMm } = trim;
  const seen = overlapOf(box, trim);
  if (Math.min(seen.widthMm, seen.heightMm) <= 0) return item;
  const isFolded = foldXMm !== undefined && box.xMm < foldXMm && foldXMm < box.xMm + box.widthMm;
  return isFolded ? { ...item, seen, foldXMm } : { ...item, seen };
}

/** The same thing elsewhere. The lines of turned text belong to their box and move with it. */
export function moved(item: LaidItem, xMm: number, yMm: number): LaidItem {
  const box = movedBox(item.box, xMm, yMm);
  if (item.kind !== 'text') return { ...item, box };
  if (item.rotation !== 0) return { ...item, box };
  return {
    ...item,
    box,
    lines: item.lines.map((line) => ({ ...line, xMm: line.xMm + xMm, baselineMm: line.baselineMm + yMm })),
  };
}

/** The same thing smaller or larger, from the origin. */
export function scaled(item: LaidItem, factor: number): LaidItem {
  const { box } = item;
  const scaledBox = {
    xMm: box.xMm * factor,
    yMm: box.yMm * factor,
    widthMm: box.widthMm * factor,
    heightMm: box.heightMm * factor,
  };
  switch (item.kind) {
    case 'text':
      return {
        ...item,
        box: scaledBox,
        sizeMm: item.sizeMm * factor,
        lines: item.lines.map((line) => ({ ...line, xMm: line.xMm * factor, baselineMm: line.baselineMm * factor })),
      };
    case 'graphic':
      return { ...item, box: scaledBox };
    default:
      return { ...item, box: scaledBox, cornerRadiusMm: item.cornerRadiusMm * factor };
  }
}
