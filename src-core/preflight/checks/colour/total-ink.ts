import type { PageObject, PathObject } from '../../../pdf/inspection/page-objects.ts';
import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, mostFirst } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { modelOf } from './painted-colours.ts';

const isField = (object: PageObject): object is PathObject => object.kind === 'path' && object.fill !== null;

const STEPS = [
  ['heavyInkPercent', 'warning'],
  ['totalInkPercent', 'info'],
] as const;

/**
 * Fields of one colour with more ink than dries, as the file writes it (GWG 2022, R0026; C-001). Pictures are measured
 * where pages are rendered; what fades through a mask has less; RGB has no amount of ink before it is converted.
 */
export const totalInk: InspectedFileCheck = {
  id: 'colour.totalInk',
  rule: 'C-001',
  run: (file) => {
    const squareMm = file.thresholds.of('totalInkSquareMm').value;
    const hits = hitsIn(file, isField, ({ fill, clippedMm, state }) => {
      if (
        fill === null ||
        fill.pattern !== null ||
        modelOf(fill.space) !== 'cmyk' ||
        clippedMm === null ||
        state.hasSoftMask
      )
        return null;
      if (clippedMm.rightMm - clippedMm.leftMm < squareMm || clippedMm.bottomMm - clippedMm.topMm < squareMm)
        return null;
      return { measured: Math.round(fill.values.reduce((sum, one) => sum + one, 0) * state.fillAlpha * 100) };
    }).sort(mostFirst);
    let below = Infinity;
    return STEPS.flatMap(([name, severity]) => {
      const limit = file.thresholds.of(name);
      const beyond = hits.filter(({ measured }) => (measured ?? 0) > limit.value && (measured ?? 0) <= below);
      below = Math.min(below, limit.value);
      const most = beyond[0]?.measured ?? 0;
      return hitsFinding(file, beyond, {
        ruleId: 'colour.totalInk',
        severity,
        measured: { value: most, unit: 'percent' },
        allowed: { value: limit.value, unit: 'percent' },
        params: { most, allowed: limit.value },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        remedies: [{ key: 'findings.remedy.lessInk' }],
      });
    });
  },
};
