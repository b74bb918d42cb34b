import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import { surfaceOf, type LayoutDocument } from '../../../../src-core/layout/document.ts';
import { linesOfOthers, snap, type MovingSide, type SnapLine } from '../../../../src-core/layout/snap.ts';
import type { Selection } from '../layout-session.ts';
import type { StageSheet } from './stage-sheet.ts';

export type MovedSides = ReadonlySet<MovingSide>;
/** The lines at which a frame has come to rest. */
export type Held = readonly SnapLine[];

const ALL_SIDES: MovedSides = new Set<MovingSide>(['left', 'right', 'top', 'bottom']);

/** Where a box comes to rest among the sheet's lines and the frames that do not move. Boxes in the sheet's millimetres. */
export function snapped(
  document: LayoutDocument,
  sheet: StageSheet,
  selection: Selection,
  box: BoxMm,
  reachMm: number,
  sides: MovedSides = ALL_SIDES,
): { readonly box: BoxMm; readonly held: Held } {
  const frames = surfaceOf(document, selection.surfaceId)?.frames;
  const isText = selection.frameIds.every((id) => frames?.[id]?.kind === 'text');
  const lines = [
    ...sheet.linesFor(isText ? 'text' : 'artwork'),
    ...linesOfOthers(others(document, sheet, selection), box),
  ];
  const found = snap({ box, sides }, lines, reachMm);
  return { box: found.box, held: found.lines };
}

function others(document: LayoutDocument, { places }: StageSheet, selection: Selection): BoxMm[] {
  return places.flatMap(({ surfaceId, xMm, yMm }) =>
    Object.entries(surfaceOf(document, surfaceId)?.frames ?? {})
      .filter(([id]) => surfaceId !== selection.surfaceId || !selection.frameIds.includes(id))
      .map(([, { box }]) => ({ ...box, xMm: box.xMm + xMm, yMm: box.yMm + yMm })),
  );
}
