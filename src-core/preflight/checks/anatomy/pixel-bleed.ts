import { finding, mm, type RenderedFileCheck } from '../../check.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { bakedEdges, stripBeyond } from './baked-edges.ts';

/** On a shorter part of a side an edge is taken for what the photo shows. */
const LEAST_SHARE = 0.4;
/** Rendered at 100 pixels an inch, an edge is known to within a pixel. */
const PIXEL_MM = 0.26;

/**
 * Pictures that reach over the bleed but are white there themselves: what is seen ends at the trim (B-001, by its
 * pixels). Marks that end short of the bleed are `bleed.missing`.
 */
export const pixelBleed: RenderedFileCheck = {
  id: 'bleed.whiteInPicture',
  rule: 'B-001',
  run: (file) => {
    const bleed = file.thresholds.of('bleedMm');
    const toleranceMm = file.thresholds.of('bleedToleranceMm').value + PIXEL_MM;
    const found = bakedEdges(file)
      .filter(
        ({ share, beyondMm, anatomy, side }) =>
          share >= LEAST_SHARE &&
          beyondMm >= -PIXEL_MM &&
          beyondMm < Math.min(bleed.value, anatomy.beyondMm[side]) - toleranceMm,
      )
      .sort((a, b) => a.beyondMm - b.beyondMm);
    const [worst] = found;
    if (worst === undefined) return [];
    const objects = found.map(({ page, anatomy, side, beyondMm }) =>
      markedAt(
        page,
        { boundsMm: stripBeyond(anatomy, side, beyondMm) },
        { kind: 'area', measured: Math.max(0, beyondMm) },
      ),
    );
    const pages = pagesOf(objects);
    const beyondMm = mm(Math.max(0, worst.beyondMm));
    return [
      finding(file.kind, {
        ruleId: 'bleed.whiteInPicture',
        severity: 'error',
        pages,
        measured: beyondMm,
        allowed: mm(bleed.value),
        tolerance: mm(toleranceMm),
        params: { pages: pages.length, beyondMm: beyondMm.value, bleedMm: bleed.value },
        source: thresholdSource(bleed, file),
        origin: bleed.origin,
        objects,
        causeKey: 'bleed',
        remedies: [
          { key: 'findings.remedy.cropWhiteBorder' },
          { key: 'findings.remedy.extendArtwork', params: { bleedMm: bleed.value } },
        ],
      }),
    ];
  },
};
