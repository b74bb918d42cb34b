import type { BoundsMm } from '../../../pdf/inspection/geometry.ts';
import { insideMm, seenSides, type Side } from '../../../specs/anatomy.ts';
import { finding, mm, type InspectedFileCheck } from '../../check.ts';
import { excerptOf, markedAt, pagesOf } from '../../marks/marked-object.ts';
import { sheetsOf, type Sheet } from '../../marks/sheets.ts';
import { visibleMarks, type VisibleMark } from '../../marks/visible-marks.ts';
import type { PagePixels } from '../../page-pixels.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { hasStraightEdges, isSurface, spanAlong } from './artwork.ts';
import { isBelow } from '../../marks/within.ts';

/**
 * Pictures and colour fields that end just inside the trim: neither bleeding nor clear of it, so that the strip beside
 * them comes out uneven (B-004). A picture that is white along its edge ends where its white does, once pages were
 * rendered.
 */
export const almostBleed: InspectedFileCheck = {
  id: 'edge.almostBleed',
  rule: 'B-004',
  run: (file) => {
    const limit = file.thresholds.of('almostBleedMm');
    const fromMm = file.thresholds.of('bleedToleranceMm').value;
    const shortestMm = file.thresholds.of('almostBleedShortestMm').value;
    const found = sheetsOf(file)
      .flatMap((sheet) =>
        edgesNear(sheet, file.pixels?.[sheet.page.index] ?? null, { fromMm, toMm: limit.value, shortestMm }),
      )
      .sort((a, b) => a.distanceMm - b.distanceMm);
    if (found.length === 0) return [];
    const objects = found.map(({ page, mark, distanceMm }) =>
      markedAt(
        page,
        { boundsMm: mark.boundsMm },
        { kind: mark.object.kind, excerpt: excerptOf(mark.object), measured: distanceMm },
      ),
    );
    const pages = pagesOf(objects);
    const worstMm = mm(found[0]?.distanceMm ?? 0);
    return [
      finding(file.kind, {
        ruleId: 'edge.almostBleed',
        severity: 'warning',
        pages,
        measured: worstMm,
        allowed: mm(limit.value),
        params: { objects: objects.length, pages: pages.length, distanceMm: worstMm.value, allowedMm: limit.value },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        objects,
        remedies: [{ key: 'findings.remedy.extendOrMoveIn', params: { allowedMm: limit.value } }],
      }),
    ];
  },
};

interface EdgeLimits {
  readonly fromMm: number;
  readonly toMm: number;
  readonly shortestMm: number;
}

function edgesNear({ page, anatomy }: Sheet, pixels: PagePixels | null, { fromMm, toMm, shortestMm }: EdgeLimits) {
  return visibleMarks(page).flatMap((mark) => {
    if (!isSurface(mark.object) || !hasStraightEdges(mark.object) || isThin(mark.boundsMm)) return [];
    const look = pixels?.pictures.find(({ order }) => order === mark.object.order);
    const near = seenSides(anatomy).flatMap((side) => {
      const edgeMm = insideMm(side, mark.boundsMm, anatomy.trim);
      const distanceMm = edgeMm + (look?.paperMarginsMm[side] ?? 0);
      return isBelow(fromMm, edgeMm) && isBelow(distanceMm, toMm) && lengthAlong(side, mark) >= shortestMm
        ? [distanceMm]
        : [];
    });
    return near.length === 0 ? [] : [{ page, mark, distanceMm: Math.min(...near) }];
  });
}

function lengthAlong(side: Side, { boundsMm }: VisibleMark): number {
  const [from, to] = spanAlong(side, boundsMm);
  return to - from;
}

/** Thinner than this it is a rule, which `edge.frame` looks at. */
const RULE_MM = 2;
const isThin = ({ leftMm, topMm, rightMm, bottomMm }: BoundsMm): boolean =>
  Math.min(rightMm - leftMm, bottomMm - topMm) < RULE_MM;
