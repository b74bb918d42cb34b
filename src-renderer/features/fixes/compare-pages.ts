import type { FixPreview } from '../../../src-core/ipc/subjects/fixes.ts';
import type { Mm2 } from '../../../src-core/specs/book-geometry.ts';

/** The page of the file before that a page of the repaired file was made of; null for one that was added. Pages from 1. */
export function pageBefore(
  { fix, pageCountBefore, pageCountAfter }: Pick<FixPreview, 'fix' | 'pageCountBefore' | 'pageCountAfter'>,
  page: number,
): number | null {
  const former =
    fix === 'splitSpreads' || fix === 'joinSpreads'
      ? Math.floor(((page - 1) * pageCountBefore) / Math.max(1, pageCountAfter)) + 1
      : page;
  return former <= pageCountBefore ? former : null;
}

/** Pixels a millimetre that let each of the sheets fit the room: one scale for all, or a change of size would not be seen. */
export function commonScale(
  sizes: readonly Mm2[],
  room: { readonly widthPx: number; readonly heightPx: number },
): number {
  const widthMm = Math.max(...sizes.map((size) => size.widthMm));
  const heightMm = Math.max(...sizes.map((size) => size.heightMm));
  return Math.max(SMALLEST_PX_PER_MM, Math.min(room.widthPx / widthMm, room.heightPx / heightMm));
}

/** A window that is far too small still shows something. */
const SMALLEST_PX_PER_MM = 0.05;
