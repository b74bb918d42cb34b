import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, leastFirst } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { isText } from './painted-text.ts';
import { roundedPt } from './rounded-pt.ts';
import { inkCountOf, paintsOfText } from './text-inks.ts';

/** Small letters of several inks, which never meet exactly (GWG 2022, R0017; T-007). RGB has no inks before it is converted. */
export const multiInkText: InspectedFileCheck = {
  id: 'text.smallMultiInk',
  rule: 'T-007',
  run: (file) => {
    const limit = file.thresholds.of('multiInkTextPt');
    const leastPt = limit.value - file.thresholds.of('textPtTolerance').value;
    const hits = hitsIn(file, isText, (text) => {
      const measured = roundedPt(text.sizePt);
      return measured < leastPt && paintsOfText(text).some((paint) => inkCountOf(paint) > 1) ? { measured } : null;
    }).sort(leastFirst);
    const least = hits[0]?.measured ?? 0;
    return hitsFinding(file, hits, {
      ruleId: 'text.smallMultiInk',
      severity: 'warning',
      measured: { value: least, unit: 'pt' },
      allowed: { value: limit.value, unit: 'pt' },
      params: { least, allowed: limit.value },
      source: thresholdSource(limit, file),
      origin: limit.origin,
      causeKey: 'text.small',
      remedies: [
        { key: 'findings.remedy.oneInkText' },
        { key: 'findings.remedy.largerText', params: { pt: limit.value } },
      ],
    });
  },
};
