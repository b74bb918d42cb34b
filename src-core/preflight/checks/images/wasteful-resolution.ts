import { LIMITS } from '../../../contract/limits.ts';
import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage, mostFirst } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';

/** From this share of the largest file that the service takes, what is wasted is worth a doubt. */
const NEAR_LIMIT = 0.9;

/** More pixels than any press can show make the file large and the upload long (I-004). Small logos may be as fine as they like. */
export const wastefulResolution: InspectedFileCheck = {
  id: 'images.wasteful',
  rule: 'I-004',
  run: (file) => {
    const limit = file.thresholds.of('wastefulPpi');
    const leastBytes = file.thresholds.of('wastefulLeastBytes').value;
    const hits = hitsIn(file, isImage, ({ image, ppiX, ppiY }) => {
      const measured = Math.min(ppiX, ppiY);
      return image.bitsPerComponent > 1 &&
        image.lengthBytes >= leastBytes &&
        Number.isFinite(measured) &&
        measured > limit.value
        ? { measured }
        : null;
    }).sort(mostFirst);
    const worst = Math.round(hits[0]?.measured ?? 0);
    return hitsFinding(file, hits, {
      ruleId: 'images.wasteful',
      severity: file.facts.sizeBytes > LIMITS.pdfMaxBytes * NEAR_LIMIT ? 'warning' : 'info',
      measured: { value: worst, unit: 'ppi' },
      allowed: { value: limit.value, unit: 'ppi' },
      params: { worst, allowed: limit.value },
      source: thresholdSource(limit, file),
      origin: limit.origin,
      remedies: [{ key: 'findings.remedy.exportAtResolution', params: { ppi: 300 } }],
    });
  },
};
