import { contains } from '../../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import type { ImageObject } from '../../../pdf/inspection/page-objects.ts';
import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, leastFirst, type Hit } from '../../marks/hits.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { thresholdSource } from '../../threshold-source.ts';

/**
 * A page that is one picture: whatever text it has is pixels too, which no rule about text can see (GWG 2022, R0033;
 * I-003). A doubt below the resolution that small text needs, else worth knowing.
 */
export const flattenedPage: InspectedFileCheck = {
  id: 'images.flattenedPage',
  rule: 'I-003',
  run: (file) => {
    const limit = file.thresholds.of('flatPagePpi');
    const insetMm = file.spec.bleedMm;
    const hits = file.inspection.pages.flatMap((page) => onlyPicture(page, insetMm)).sort(leastFirst);
    const parts = (worst: number) => ({
      ruleId: 'images.flattenedPage',
      measured: { value: worst, unit: 'ppi' } as const,
      allowed: { value: limit.value, unit: 'ppi' } as const,
      params: { worst, allowed: limit.value },
      source: thresholdSource(limit, file),
      origin: limit.origin,
    });
    // A photo book is full of pages that are one photo: only files of nothing else were flattened.
    const isFlattened = hits.length > 0 && hits.length === file.inspection.pages.length;
    if (!isFlattened) return [];
    const worst = Math.round(hits[0]?.measured ?? 0);
    const severity = worst < limit.value ? 'warning' : 'info';
    return hitsFinding(file, hits, { ...parts(worst), severity, remedies: [{ key: 'findings.remedy.exportLiveText' }] });
  },
};

function onlyPicture(page: InspectedPage, insetMm: number): Hit<ImageObject>[] {
  const marks = visibleMarks(page);
  const [only] = marks;
  if (marks.length !== 1 || only?.object.kind !== 'image') return [];
  const trim = page.trimMm ?? { leftMm: insetMm, topMm: insetMm, rightMm: page.widthMm - insetMm, bottomMm: page.heightMm - insetMm };
  if (!contains(only.boundsMm, trim, 0.5)) return [];
  return [{ page, object: only.object, boundsMm: only.boundsMm, measured: Math.min(only.object.ppiX, only.object.ppiY) }];
}
