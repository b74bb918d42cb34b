import type { PageObject, PathObject } from '../../../pdf/inspection/page-objects.ts';
import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, leastFirst, type Hit } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { POINTS_PER_MM } from '../../../units.ts';

/** A speck is no line: a line is at least this many times longer than wide. */
const LINE_RATIO = 8;
const isFilled = (object: PageObject): object is PathObject =>
  object.kind === 'path' && object.shape === 'rectangle' && object.fill !== null && object.stroke === null;

/**
 * Filled rectangles so thin that they are lines, which no stroke width tells of (GWG 2022, D0017; L-002). Slices that lie
 * against one another are a field: programs draw gradients so.
 */
export const thinFields: InspectedFileCheck = {
  id: 'objects.thinField',
  rule: 'L-002',
  run: (file) => {
    const limit = file.thresholds.of('thinLinePt');
    const thinFieldsOf = hitsIn(file, isFilled, ({ boundsMm }) => {
      const width = boundsMm.rightMm - boundsMm.leftMm;
      const height = boundsMm.bottomMm - boundsMm.topMm;
      const thin = Number((Math.min(width, height) * POINTS_PER_MM).toFixed(3));
      const isLine = Math.max(width, height) >= LINE_RATIO * Math.min(width, height) && Math.max(width, height) > 0;
      return isLine && thin < limit.value ? { measured: thin } : null;
    });
    const hits = thinFieldsOf
      .filter((hit, index) => !isSlice(hit, thinFieldsOf[index - 1]) && !isSlice(hit, thinFieldsOf[index + 1]))
      .sort(leastFirst);
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

const TOUCHES_WITHIN_MM = 0.01;

/** Whether the mark painted just before or after lies against this one, equally long. */
function isSlice(hit: Hit, other: Hit | undefined): boolean {
  if (other === undefined || other.page !== hit.page) return false;
  const [a, b] = [hit.object.boundsMm, other.object.boundsMm];
  const isNear = (one: number, two: number) => Math.abs(one - two) <= TOUCHES_WITHIN_MM;
  const isAbove =
    isNear(a.leftMm, b.leftMm) &&
    isNear(a.rightMm, b.rightMm) &&
    (isNear(a.bottomMm, b.topMm) || isNear(a.topMm, b.bottomMm));
  const isBeside =
    isNear(a.topMm, b.topMm) &&
    isNear(a.bottomMm, b.bottomMm) &&
    (isNear(a.rightMm, b.leftMm) || isNear(a.leftMm, b.rightMm));
  return isAbove || isBeside;
}
