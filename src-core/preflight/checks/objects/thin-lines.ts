import type { Paint } from '../../../pdf/inspection/colour-facts.ts';
import type { PageObject, PathObject } from '../../../pdf/inspection/page-objects.ts';
import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, leastFirst } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';

const isStroke = (object: PageObject): object is PathObject =>
  object.kind === 'path' && object.stroke !== null && object.strokeWidthPt !== null;

const STEPS = [
  ['thinLinePt', 'warning'],
  ['fineLinePt', 'info'],
] as const;

/**
 * Lines by their effective width: the thinnest direction under the transformation; 0 is whatever the printer can do
 * (GWG 2022, R0018 and R0019, D0017; L-001). White ones count where they lie on something: the ink around closes them.
 * The outline of a shape in the shape's own colour may vanish.
 */
export const thinLines: InspectedFileCheck = {
  id: 'objects.thinLine',
  rule: 'L-001',
  run: (file) => {
    const hits = hitsIn(file, isStroke, ({ fill, stroke, strokeWidthPt }) =>
      isSamePaint(fill, stroke) ? null : { measured: widthPt(strokeWidthPt ?? 0) },
    ).sort(leastFirst);
    let reached = -1;
    return STEPS.flatMap(([name, severity]) => {
      const limit = file.thresholds.of(name);
      const thin = hits.filter(({ measured }) => (measured ?? 0) < limit.value && (measured ?? 0) >= reached);
      reached = Math.max(reached, limit.value);
      const least = Math.round((thin[0]?.measured ?? 0) * 100) / 100;
      return hitsFinding(file, thin, {
        ruleId: 'objects.thinLine',
        severity,
        measured: { value: least, unit: 'pt' },
        allowed: { value: limit.value, unit: 'pt' },
        params: { least, allowed: limit.value },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        remedies: [{ key: 'findings.remedy.thickerLine' }],
        fixes: severity === 'warning' ? ['thickenLines'] : [],
      });
    });
  },
};

/** A quarter of a point that was scaled twice is still one. */
const widthPt = (measured: number) => Number(measured.toFixed(3));

function isSamePaint(fill: Paint | null, stroke: Paint | null): boolean {
  if (fill === null || stroke === null || fill.pattern !== null || stroke.pattern !== null) return false;
  return (
    fill.space.family === stroke.space.family &&
    fill.values.length === stroke.values.length &&
    fill.values.every((value, index) => value === stroke.values[index])
  );
}
