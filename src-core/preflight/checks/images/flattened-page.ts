import { contains, unionOf, type BoundsMm } from '../../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import type { ImageObject } from '../../../pdf/inspection/page-objects.ts';
import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, leastFirst, type Hit } from '../../marks/hits.ts';
import { trimOf } from '../../marks/trim-of.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { wholePpi } from './effective-ppi.ts';

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
    const worst = hits[0]?.measured ?? 0;
    const severity = worst < limit.value ? 'warning' : 'info';
    return hitsFinding(file, hits, {
      ...parts(worst),
      severity,
      remedies: [{ key: 'findings.remedy.exportLiveText' }],
    });
  },
};

/** The page's marks are one picture over the trim, or the strips and tiles that a program cut it into. */
function onlyPicture(page: InspectedPage, insetMm: number): Hit<ImageObject>[] {
  const pieces = visibleMarks(page).flatMap(({ object, boundsMm }) =>
    object.kind === 'image' ? [{ page, object, boundsMm, measured: wholePpi(object.ppiX, object.ppiY) }] : [],
  );
  const [first] = pieces;
  if (first === undefined || pieces.length !== visibleMarks(page).length) return [];
  const all = pieces.map(({ boundsMm }) => boundsMm).reduce(unionOf);
  const covered = pieces.reduce((sum, { boundsMm }) => sum + areaOf(boundsMm), 0);
  const isOneRaster = pieces.every(({ measured }) => Math.abs(measured - first.measured) <= SAME_RASTER_PPI);
  const isWhole = Math.abs(covered / areaOf(all) - 1) <= TILES_OVERLAP && contains(all, trimOf(page, insetMm), 0.5);
  return isOneRaster && isWhole ? [first] : [];
}

/** Tiles of one raster differ by what rounding does to them. */
const SAME_RASTER_PPI = 3;
/** Of the page: tiles may overlap by a pixel, and leave no gap. */
const TILES_OVERLAP = 0.02;

const areaOf = ({ leftMm, topMm, rightMm, bottomMm }: BoundsMm) => (rightMm - leftMm) * (bottomMm - topMm);
