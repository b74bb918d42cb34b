import { intersect } from '../../../pdf/inspection/geometry.ts';
import type { ImageObject } from '../../../pdf/inspection/page-objects.ts';
import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage, mostFirst, type Hit } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';

const STEPS = [
  ['stretchErrorPercent', 'error'],
  ['stretchWarningPercent', 'warning'],
] as const;
/** Fields of one colour are stretched on purpose. */
const LEAST_PX = 32;

/** Pictures wider or higher than they were taken, or leaning: by how far both axes' scales differ (I-005). */
export const stretched: InspectedFileCheck = {
  id: 'images.stretched',
  rule: 'I-005',
  run: (file) => {
    const hits = hitsIn(file, isImage, (object) =>
      object.image.isStencil || object.image.widthPx < LEAST_PX || object.image.heightPx < LEAST_PX
        ? null
        : { measured: distortionPercent(object) },
    )
      .filter(reachesTrim)
      .sort(mostFirst);
    let below = Infinity;
    return STEPS.flatMap(([name, severity]) => {
      const limit = file.thresholds.of(name);
      const beyond = hits.filter(({ measured }) => (measured ?? 0) > limit.value && (measured ?? 0) <= below);
      below = limit.value;
      const worst = Math.round((beyond[0]?.measured ?? 0) * 10) / 10;
      return hitsFinding(file, beyond, {
        ruleId: 'images.stretched',
        severity,
        measured: { value: worst, unit: 'percent' },
        allowed: { value: limit.value, unit: 'percent' },
        params: { worst, allowed: limit.value },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        remedies: [{ key: 'findings.remedy.placeInProportion' }],
      });
    });
  },
};

/** What lies in the bleed alone is cut off, and is often stretched there on purpose to make the bleed. */
function reachesTrim({ page: { trimMm }, boundsMm }: Hit): boolean {
  const shared = trimMm === null ? boundsMm : intersect(trimMm, boundsMm);
  return shared !== null && Math.min(shared.rightMm - shared.leftMm, shared.bottomMm - shared.topMm) > TRIM_SLACK_MM;
}

const TRIM_SLACK_MM = 0.1;

/** Of the placed quad: the difference of the axes' scales, and how far its sides are from a right angle. */
function distortionPercent({ quadMm: [x0, y0, x1, y1, x2, y2], image }: ImageObject): number {
  const across = Math.hypot(x1 - x0, y1 - y0) / image.widthPx;
  const up = Math.hypot(x2 - x1, y2 - y1) / image.heightPx;
  if (across === 0 || up === 0) return 0;
  const stretch = Math.max(across, up) / Math.min(across, up) - 1;
  const lean = Math.abs((x1 - x0) * (x2 - x1) + (y1 - y0) * (y2 - y1)) / (across * image.widthPx * up * image.heightPx);
  // Pictures are reduced to whole pixels: half a pixel on either axis distorts nothing.
  if (stretch <= 0.5 / image.widthPx + 0.5 / image.heightPx && lean < stretch) return 0;
  // Binary fractions are no distortion.
  return Number((Math.max(stretch, lean) * 100).toFixed(6));
}
