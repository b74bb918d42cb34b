import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage, leastFirst } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { wholePpi } from './effective-ppi.ts';

const STEPS = [
  ['imagePpiError', 'error'],
  ['imagePpiWarning', 'warning'],
  ['imagePpiInfo', 'info'],
] as const;

/**
 * Effective resolution of pictures: the smaller of both axes under the transformation (GWG 2022, D0018; I-001). Each
 * picture is told once, at the worst step that it misses.
 */
export const resolution: InspectedFileCheck = {
  id: 'images.resolution',
  rule: 'I-001',
  run: (file) => {
    const leastPixels = file.thresholds.of('imageLeastPixels').value;
    const hits = hitsIn(file, isImage, ({ image, ppiX, ppiY }) =>
      image.bitsPerComponent === 1 || image.widthPx <= leastPixels || image.heightPx <= leastPixels
        ? null
        : { measured: wholePpi(ppiX, ppiY) },
    ).sort(leastFirst);
    let reached = 0;
    return STEPS.flatMap(([name, severity]) => {
      const limit = file.thresholds.of(name);
      const missing = hits.filter(({ measured }) => (measured ?? 0) < limit.value && (measured ?? 0) >= reached);
      reached = Math.max(reached, limit.value);
      const worst = missing[0]?.measured ?? 0;
      return hitsFinding(file, missing, {
        ruleId: 'images.resolution',
        severity,
        measured: { value: worst, unit: 'ppi' },
        allowed: { value: limit.value, unit: 'ppi' },
        params: { worst, allowed: limit.value, worstPage: (missing[0]?.page.index ?? 0) + 1 },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        remedies: [{ key: 'findings.remedy.largerPicture' }, { key: 'findings.remedy.smallerOnPage' }],
      });
    });
  },
};
