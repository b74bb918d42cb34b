import { finding, mm, type RenderedFileCheck } from '../../check.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { bakedEdges, stripBeyond } from './baked-edges.ts';

/** Only along most of a side does a page look as if its artwork were meant to reach the edge. */
const LEAST_SHARE = 0.6;
/** Rendered at 100 pixels an inch; nearer to the trim an edge is taken to lie on it (`bleed.whiteInPicture`). */
const PIXEL_MM = 0.26;

/** A white strip between artwork and the trim that is too thin to be meant (B-002), inside a picture that itself is large enough. */
export const pixelSliver: RenderedFileCheck = {
  id: 'edge.whiteSliver',
  rule: 'B-002',
  run: (file) => {
    const limit = file.thresholds.of('sliverMm');
    const found = bakedEdges(file)
      .filter(({ share, beyondMm }) => share >= LEAST_SHARE && beyondMm < -PIXEL_MM && beyondMm >= -limit.value)
      .sort((a, b) => b.beyondMm - a.beyondMm);
    const [worst] = found;
    if (worst === undefined) return [];
    const objects = found.map(({ page, anatomy, side, beyondMm }) =>
      markedAt(page, { boundsMm: stripBeyond(anatomy, side, beyondMm) }, { kind: 'area', measured: -beyondMm }),
    );
    const pages = pagesOf(objects);
    const measured = mm(-worst.beyondMm);
    return [
      finding(file.kind, {
        ruleId: 'edge.whiteSliver',
        severity: 'error',
        pages,
        measured,
        allowed: mm(limit.value),
        params: { pages: pages.length, sliverMm: measured.value },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        objects,
        causeKey: 'bleed',
        remedies: [{ key: 'findings.remedy.cropWhiteBorder' }],
      }),
    ];
  },
};
