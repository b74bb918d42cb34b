import type { BoundsMm } from '../../../pdf/inspection/geometry.ts';
import type { PathObject } from '../../../pdf/inspection/page-objects.ts';
import { insideMm, seenSides, type SheetAnatomy, type Side } from '../../../specs/anatomy.ts';
import { finding, mm, type InspectedFileCheck } from '../../check.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { sheetsOf, type Sheet } from '../../marks/sheets.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { spanAlong } from './artwork.ts';
import { isBelow } from '../../marks/within.ts';

/**
 * Frames and rules that run along the trim: the eye compares their distance to the edge, and a cut that is off by a
 * millimetre shows (B-005). A frame on two sides or more is a warning, a single rule a note.
 */
export const trimFrames: InspectedFileCheck = {
  id: 'edge.frame',
  rule: 'B-005',
  run: (file) => {
    const limit = file.thresholds.of('frameMm');
    const found = sheetsOf(file)
      .flatMap((sheet) => rulesNear(sheet, limit.value))
      .sort((a, b) => a.distanceMm - b.distanceMm);
    if (found.length === 0) return [];
    const sidesOfPage = new Map<number, Set<Side>>();
    for (const { page, side } of found)
      sidesOfPage.set(page.index, (sidesOfPage.get(page.index) ?? new Set<Side>()).add(side));
    const isFrame = [...sidesOfPage.values()].some((sides) => sides.size > 1);
    const objects = found.map(({ page, boundsMm, distanceMm }) =>
      markedAt(page, { boundsMm }, { kind: 'path', measured: distanceMm }),
    );
    const pages = pagesOf(objects);
    const worstMm = mm(found[0]?.distanceMm ?? 0);
    return [
      finding(file.kind, {
        ruleId: isFrame ? 'edge.frame' : 'edge.rule',
        severity: isFrame ? 'warning' : 'info',
        pages,
        measured: worstMm,
        allowed: mm(limit.value),
        params: { pages: pages.length, distanceMm: worstMm.value, allowedMm: limit.value },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        objects,
        remedies: [{ key: 'findings.remedy.moveFrameIn', params: { allowedMm: limit.value } }],
      }),
    ];
  },
};

interface RuleNearTrim extends Pick<Sheet, 'page'> {
  readonly side: Side;
  readonly boundsMm: BoundsMm;
  readonly distanceMm: number;
}

/** Beyond the trim a rule is cut off with the bleed; this near to it, it may stay (manufacturing shift, IngramSpark 1/16 in). */
const SHIFT_MM = 1.6;
/** Along less of the side nobody compares distances. */
const MIN_PART_OF_SIDE = 0.5;
const THICKEST_RULE_MM = 3;

function rulesNear({ page, anatomy }: Sheet, limitMm: number): RuleNearTrim[] {
  return visibleMarks(page).flatMap(({ object, boundsMm }) => {
    if (object.kind !== 'path') return [];
    return seenSides(anatomy).flatMap((side) => {
      if (!runsAlong(object, boundsMm, side, anatomy)) return [];
      const distanceMm = insideMm(side, boundsMm, anatomy.trim);
      return distanceMm > -SHIFT_MM && isBelow(distanceMm, limitMm) ? [{ page, side, boundsMm, distanceMm }] : [];
    });
  });
}

function runsAlong({ shape, stroke, fill }: PathObject, bounds: BoundsMm, side: Side, { trim }: SheetAnatomy): boolean {
  const [from, to] = spanAlong(side, bounds);
  const [trimFrom, trimTo] = spanAlong(side, trim);
  if (to - from < MIN_PART_OF_SIDE * (trimTo - trimFrom)) return false;
  const thicknessMm =
    side === 'left' || side === 'right' ? bounds.rightMm - bounds.leftMm : bounds.bottomMm - bounds.topMm;
  if (thicknessMm <= THICKEST_RULE_MM) return stroke !== null || fill !== null;
  // A frame is drawn as the outline of a rectangle; a filled one is a field, whose edge `edge.almostBleed` looks at.
  return shape === 'rectangle' && stroke !== null && fill === null;
}
