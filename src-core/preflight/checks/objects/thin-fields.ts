import type { PageObject, PathObject } from '../../../pdf/inspection/page-objects.ts';
import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, leastFirst } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';

const POINTS_PER_MM = 72 / 25.4;
/** A speck is no line: a line is at least this many times longer than wide. */
const LINE_RATIO = 8;
const isFilled = (object: PageObject): object is PathObject => object.kind === 'path' && object.shape === 'rectangle' && object.fill !== null && object.stroke === null;

/** Filled rectangles so thin that they are lines, which no stroke width tells of (GWG 2022, D0017; L-002). */
export const thinFields: InspectedFileCheck = {
  id: 'objects.thinField',
  rule: 'L-002',
  run: (file) => {
    const limit = file.thresholds.of('thinLinePt');
    const hits = hitsIn(file, isFilled, ({ boundsMm }) => {
      const width = boundsMm.rightMm - boundsMm.leftMm;
      const height = boundsMm.bottomMm - boundsMm.topMm;
      const thin = Math.min(width, height) * POINTS_PER_MM;
      const isLine = Math.max(width, height) >= LINE_RATIO * Math.min(width, height) && Math.max(width, height) > 0;
      return isLine && thin < limit.value ? { measured: thin } : null;
    }).sort(leastFirst);
    const least = Math.round((hits[0]?.measured ?? 0) * 100) / 100;
    return hitsFinding(file, hits, {
      ruleId: 'objects.thinField',
      severity: 'warning',
      measured: { value: least, unit: 'pt' },
      allowed: { value: limit.value, unit: 'pt' },
      params: { least, allowed: limit.value },
      source: thresholdSource(limit, file),
      origin: limit.origin,
      causeKey: 'objects.thinLine',
      remedies: [{ key: 'findings.remedy.thickerLine' }],
    });
  },
};
