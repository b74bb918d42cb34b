import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, mostFirst } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { isText } from './painted-text.ts';
import { paintsOfText, processInksOf } from './text-inks.ts';

/** Black letters printed with all four inks: their edges get coloured seams (GWG 2022, R0015; T-008). */
export const richBlackText: InspectedFileCheck = {
  id: 'text.richBlack',
  rule: 'T-008',
  run: (file) => {
    const limit = file.thresholds.of('richBlackInkPercent');
    const leastBlack = file.thresholds.of('richBlackLeastBlackPercent').value;
    const hits = hitsIn(file, isText, (text) => {
      const sums = paintsOfText(text).flatMap((paint) => {
        const inks = processInksOf(paint);
        return inks !== null && percent(inks[3] ?? 0) >= leastBlack
          ? [percent(inks.reduce((sum, ink) => sum + ink, 0))]
          : [];
      });
      const measured = Math.max(0, ...sums);
      return measured > limit.value ? { measured } : null;
    }).sort(mostFirst);
    const most = hits[0]?.measured ?? 0;
    return hitsFinding(file, hits, {
      ruleId: 'text.richBlack',
      severity: 'warning',
      measured: { value: most, unit: 'percent' },
      allowed: { value: limit.value, unit: 'percent' },
      params: { most, allowed: limit.value },
      source: thresholdSource(limit, file),
      origin: limit.origin,
      remedies: [{ key: 'findings.remedy.oneInkText' }],
    });
  },
};

const percent = (part: number): number => Math.round(part * 1000) / 10;
