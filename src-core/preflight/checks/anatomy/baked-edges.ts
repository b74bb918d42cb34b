import { insideMm, seenSides, type SheetAnatomy, type Side } from '../../../specs/anatomy.ts';
import type { RenderedFileCase } from '../../check.ts';
import { sheetsOf, type Sheet } from '../../marks/sheets.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';

/** An edge beside paper white that lies inside a picture, where no mark ends. */
export interface BakedEdge extends Sheet {
  readonly side: Side;
  /** Beyond the trim; negative inside it. */
  readonly beyondMm: number;
  readonly share: number;
}

/** A mark that ends this near to the edge is its reason, and the rules on marks have looked at it. */
const SAME_EDGE_MM = 0.6;

/**
 * Straight edges of what pages look like that come from within pictures: a scan with a white border, a screenshot with
 * its frame. Only on sides that are cut, of pages whose trim is known.
 */
export function bakedEdges(file: RenderedFileCase): BakedEdge[] {
  return sheetsOf(file).flatMap((sheet) => {
    const { page, anatomy } = sheet;
    const ends = file.pixels[page.index]?.ends;
    if (!ends || anatomy.trimIs !== 'cut') return [];
    return seenSides(anatomy).flatMap((side) => {
      const end = ends[side];
      return end === null || isEndOfMark(sheet, side, end.beyondMm) ? [] : [{ page, anatomy, side, ...end }];
    });
  });
}

const isEndOfMark = ({ page, anatomy }: Sheet, side: Side, beyondMm: number): boolean =>
  visibleMarks(page).some(
    ({ boundsMm }) => Math.abs(-insideMm(side, boundsMm, anatomy.trim) - beyondMm) <= SAME_EDGE_MM,
  );

/** The strip between such an edge and the edge of the sheet, to be marked. */
export function stripBeyond({ sheet, trim }: SheetAnatomy, side: Side, beyondMm: number) {
  switch (side) {
    case 'left':
      return { ...trim, leftMm: sheet.leftMm, rightMm: trim.leftMm - beyondMm };
    case 'top':
      return { ...trim, topMm: sheet.topMm, bottomMm: trim.topMm - beyondMm };
    case 'right':
      return { ...trim, rightMm: sheet.rightMm, leftMm: trim.rightMm + beyondMm };
    case 'bottom':
      return { ...trim, bottomMm: sheet.bottomMm, topMm: trim.bottomMm + beyondMm };
  }
}
