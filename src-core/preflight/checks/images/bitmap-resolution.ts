import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage, leastFirst } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { wholePpi } from './effective-ppi.ts';

const STEPS = [
  ['bitmapPpiError', 'error'],
  ['bitmapPpiWarning', 'warning'],
] as const;

/** Pictures of one bit a pixel have hard edges and need more of them (GWG 2022, R0032; I-002). */
export const bitmapResolution: InspectedFileCheck = {
  id: 'images.bitmapResolution',
  rule: 'I-002',
  run: (file) => {
    const leastPixels = file.thresholds.of('imageLeastPixels').value;
    const hits = hitsIn(file, isImage, ({ image, from, ppiX, ppiY }) =>
      // Glyphs of bitmap fonts are the text section's.
      image.bitsPerComponent !== 1 || from === 'type3' || image.widthPx <= leastPixels || image.heightPx <= leastPixels
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
        ruleId: 'images.bitmapResolution',
        severity,
        measured: { value: worst, unit: 'ppi' },
        allowed: { value: limit.value, unit: 'ppi' },
        params: { worst, allowed: limit.value },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        remedies: [{ key: 'findings.remedy.largerPicture' }],
      });
    });
  },
};
