import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage, leastFirst } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';

const STEPS = [
  ['jpegQualityError', 'error'],
  ['jpegQualityWarning', 'warning'],
] as const;
/** What a small ornament was compressed with nobody sees. */
const LEAST_PX = 200;

/** JPEGs squeezed so hard that blocks and fringes show, by their quantisation table (I-012). */
export const compression: InspectedFileCheck = {
  id: 'images.compression',
  rule: 'I-012',
  run: (file) => {
    const hits = hitsIn(file, isImage, ({ image }) => {
      const quality = image.jpeg?.quality ?? null;
      return quality === null || image.widthPx < LEAST_PX || image.heightPx < LEAST_PX ? null : { measured: quality };
    }).sort(leastFirst);
    let reached = 0;
    return STEPS.flatMap(([name, severity]) => {
      const limit = file.thresholds.of(name);
      const below = hits.filter(({ measured }) => (measured ?? 0) < limit.value && (measured ?? 0) >= reached);
      reached = Math.max(reached, limit.value);
      const worst = below[0]?.measured ?? 0;
      return hitsFinding(file, below, {
        ruleId: 'images.compression',
        severity,
        measured: { value: worst, unit: 'count' },
        allowed: { value: limit.value, unit: 'count' },
        params: { worst, allowed: limit.value },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        remedies: [{ key: 'findings.remedy.exportFinerJpeg' }],
      });
    });
  },
};
