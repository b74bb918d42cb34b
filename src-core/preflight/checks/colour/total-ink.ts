import type { PageObject, PathObject } from '../../../pdf/inspection/page-objects.ts';
import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, mostFirst } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { modelOf } from './painted-colours.ts';

const isField = (object: PageObject): object is PathObject => object.kind === 'path' && object.fill !== null;

/**
 * Fields of one colour with more ink than dries, as the file writes it (GWG 2022, R0026; C-001). Pictures are measured
 * where pages are rendered; RGB has no amount of ink before it is converted.
 */
export const totalInk: InspectedFileCheck = {
  id: 'colour.totalInk',
  rule: 'C-001',
  run: (file) => {
    const limit = file.thresholds.of('totalInkPercent');
    const squareMm = file.thresholds.of('totalInkSquareMm').value;
    const hits = hitsIn(file, isField, ({ fill, clippedMm }) => {
      if (fill === null || fill.pattern !== null || modelOf(fill.space) !== 'cmyk' || clippedMm === null) return null;
      if (clippedMm.rightMm - clippedMm.leftMm < squareMm || clippedMm.bottomMm - clippedMm.topMm < squareMm) return null;
      const measured = Math.round(fill.values.reduce((sum, one) => sum + one, 0) * 100);
      return measured > limit.value ? { measured } : null;
    }).sort(mostFirst);
    const most = hits[0]?.measured ?? 0;
    return hitsFinding(file, hits, {
      ruleId: 'colour.totalInk',
      severity: 'warning',
      measured: { value: most, unit: 'percent' },
      allowed: { value: limit.value, unit: 'percent' },
      params: { most, allowed: limit.value },
      source: thresholdSource(limit, file),
      origin: limit.origin,
      remedies: [{ key: 'findings.remedy.lessInk' }],
    });
  },
};
