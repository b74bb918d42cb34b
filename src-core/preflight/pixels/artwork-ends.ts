import type { SheetAnatomy, Side } from '../../specs/anatomy.ts';
import type { ArtworkEnd } from '../page-pixels.ts';
import type { RasterView } from './raster-view.ts';

/** How far inside the trim artwork may end to be looked for. */
const INSIDE_MM = 3;
/** Artwork goes on that far inwards; less is a rule or a letter. */
const DEPTH_MM = 2;
const STEP_MM = 0.1;
/** Ends within this belong to one straight line. */
const LINE_MM = 0.3;

/**
 * How the look of a page ends on one side: from the edge of the sheet inwards over paper, up to the first ink with more
 * behind it. Null where it reaches the edge of the sheet, or ends nowhere near the trim.
 */
export function artworkEnd(view: RasterView, anatomy: SheetAnatomy, side: Side): ArtworkEnd | null {
  const { trim, beyondMm } = anatomy;
  const isUpright = side === 'left' || side === 'right';
  const [from, to] = isUpright
    ? [view.row(trim.topMm), view.row(trim.bottomMm)]
    : [view.column(trim.leftMm), view.column(trim.rightMm)];
  const distances = Array.from(
    { length: Math.round((beyondMm[side] + INSIDE_MM) / STEP_MM) },
    (_, i) => beyondMm[side] - (i + 0.5) * STEP_MM,
  );
  const ends: number[] = [];
  for (let along = from; along <= to; along++) {
    const isInk = (beyond: number) => {
      const placeMm =
        side === 'left'
          ? trim.leftMm - beyond
          : side === 'right'
            ? trim.rightMm + beyond
            : side === 'top'
              ? trim.topMm - beyond
              : trim.bottomMm + beyond;
      return isUpright ? !view.isPaper(view.column(placeMm), along) : !view.isPaper(along, view.row(placeMm));
    };
    const end = distances.find(isInk);
    if (end === undefined || end === distances[0]) continue;
    if ([0.25, 0.5, 0.75, 1].every((share) => isInk(end - share * DEPTH_MM))) ends.push(end);
  }
  return straightestOf(ends, to - from + 1);
}

/** The line on which most of them lie. */
function straightestOf(ends: readonly number[], length: number): ArtworkEnd | null {
  const sorted = [...ends].sort((a, b) => a - b);
  let best: ArtworkEnd | null = null;
  for (let from = 0, to = 0; from < sorted.length; from++) {
    while (to < sorted.length && (sorted[to] as number) - (sorted[from] as number) <= LINE_MM) to++;
    const share = (to - from) / length;
    if (best === null || share > best.share) best = { beyondMm: sorted[(from + to) >> 1] ?? 0, share };
  }
  return best;
}
