import { seenSides, type Side } from '../../../specs/anatomy.ts';
import { finding, mm, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import type { MarkedObject } from '../../finding.ts';
import { excerptOf, markedAt, pagesOf } from '../../marks/marked-object.ts';
import { sheetsOf } from '../../marks/sheets.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { shortArtwork, type ShortArtwork } from './artwork.ts';

/**
 * Artwork that ends at the trim, or beyond it but short of the bleed: where the knife is off by a hair, white paper shows
 * (B-001). The bound side of single pages is glued and not seen; hard covers have their wrap (`wrap.unfilled`).
 */
export const missingBleed: InspectedFileCheck = {
  id: 'bleed.missing',
  rule: 'B-001',
  run: (file) => {
    const found = sheetsOf(file).flatMap(({ page, anatomy }) => {
      if (anatomy.trimIs !== 'cut') return [];
      const limits = limitsOf(file);
      return seenSides(anatomy).flatMap((side) =>
        shortArtwork(visibleMarks(page), anatomy, side, limits).map((short) => ({ ...short, page })),
      );
    });
    if (found.length === 0) return [];
    const sorted = found.sort((a, b) => a.beyondMm - b.beyondMm);
    const objects = sorted.map(({ page, mark, beyondMm }) =>
      markedAt(
        page,
        { boundsMm: mark.boundsMm },
        { kind: mark.object.kind, excerpt: excerptOf(mark.object), measured: beyondMm },
      ),
    );
    const bleed = file.thresholds.of('bleedMm');
    const pages = pagesOf(objects);
    return [
      finding(file.kind, {
        ruleId: 'bleed.missing',
        severity: 'error',
        pages,
        measured: mm(sorted[0]?.beyondMm ?? 0),
        allowed: mm(bleed.value),
        tolerance: mm(file.thresholds.of('bleedToleranceMm').value),
        params: {
          pages: pages.length,
          beyondMm: mm(sorted[0]?.beyondMm ?? 0).value,
          bleedMm: bleed.value,
          ...pagesBySide(sorted, objects),
        },
        source: thresholdSource(bleed, file),
        origin: bleed.origin,
        objects,
        causeKey: 'bleed',
        remedies: [{ key: 'findings.remedy.extendArtwork', params: { bleedMm: bleed.value } }],
        fixes: ['bleedByMirror', 'bleedByStretch', 'bleedByScale'],
      }),
    ];
  },
};

const limitsOf = ({ thresholds }: InspectedFileCase) => ({
  neededMm: thresholds.of('bleedMm').value,
  toleranceMm: thresholds.of('bleedToleranceMm').value,
  shortestMm: thresholds.of('bleedShortestMm').value,
});

/** How many pages are short on each side: `left`, `top`, `right`, `bottom`. */
export function pagesBySide(found: readonly ShortArtwork[], objects: readonly MarkedObject[]): Record<Side, number> {
  const on = (wanted: Side) =>
    new Set(found.flatMap(({ side }, index) => (side === wanted ? [objects[index]?.page] : []))).size;
  return { left: on('left'), top: on('top'), right: on('right'), bottom: on('bottom') };
}
