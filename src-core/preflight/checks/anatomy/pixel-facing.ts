import { finding, mm, type RenderedFileCase, type RenderedFileCheck } from '../../check.ts';
import { markedAt } from '../../marks/marked-object.ts';
import { sheetsOf, type Sheet } from '../../marks/sheets.ts';
import { STRIP_LENGTH } from '../../page-pixels.ts';
import { thresholdSource } from '../../threshold-source.ts';

/** As alike in their detail as two halves of one picture are where they meet. */
const SAME_PICTURE = 0.85;
/** Less alike in place than this, they do not go on from each other. */
const IN_PLACE = 0.6;
/** Standard deviation of the detail: skies and walls go on from any other. */
const LEAST_DEVIATION = 4;
/** What changes over a longer stretch is a gradient, and gradients are alike in all pictures. */
const DETAIL_REACH = 6;
const MAX_SHIFT = STRIP_LENGTH / 8;

/**
 * One picture over two facing single pages whose halves are set off in height (B-008): where they meet they are alike,
 * but only when one is moved. Pages with pictures of their own are never alike.
 */
export const pixelFacing: RenderedFileCheck = {
  id: 'fold.facingStep',
  rule: 'B-008',
  run: (file) => {
    const limit = file.thresholds.of('facingStepMm');
    const found = facingPairs(file)
      .flatMap(({ left, right }) => {
        const stepMm = stepBetween(file, left, right);
        return stepMm !== null && Math.abs(stepMm) >= limit.value ? [{ left, right, stepMm: Math.abs(stepMm) }] : [];
      })
      .sort((a, b) => b.stepMm - a.stepMm);
    const [worst] = found;
    if (worst === undefined) return [];
    const measured = mm(Math.round(worst.stepMm * 10) / 10);
    return [
      finding(file.kind, {
        ruleId: 'fold.facingStep',
        severity: 'info',
        pages: found.flatMap(({ left, right }) => [left.page.index + 1, right.page.index + 1]).sort((a, b) => a - b),
        measured,
        allowed: mm(limit.value),
        params: { pairs: found.length, stepMm: measured.value },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        objects: found.flatMap(({ left, right, stepMm }) =>
          [left, right].map(({ page, anatomy }) =>
            markedAt(page, { boundsMm: anatomy.trim }, { kind: 'area', measured: stepMm }),
          ),
        ),
        remedies: [{ key: 'findings.remedy.alignFacing' }],
      }),
    ];
  },
};

/** Pages that lie side by side in the open book, by their bound sides. */
function facingPairs(file: RenderedFileCase): { readonly left: Sheet; readonly right: Sheet }[] {
  const sheets = new Map(sheetsOf(file).map((sheet) => [sheet.page.index, sheet]));
  return [...sheets.values()].flatMap((sheet) => {
    const next = sheets.get(sheet.page.index + 1);
    if (next === undefined) return [];
    const [left, right] = file.spec.bindingEdge === 'left' ? [sheet, next] : [next, sheet];
    return left.anatomy.bindingSide === 'right' && right.anatomy.bindingSide === 'left' ? [{ left, right }] : [];
  });
}

function stepBetween(file: RenderedFileCase, left: Sheet, right: Sheet): number | null {
  const ends = {
    left: file.pixels[left.page.index]?.strips?.right,
    right: file.pixels[right.page.index]?.strips?.left,
  };
  if (!ends.left || !ends.right) return null;
  const a = detailOf(ends.left);
  const b = detailOf(ends.right);
  if (deviationOf(a) < LEAST_DEVIATION || deviationOf(b) < LEAST_DEVIATION || correlation(a, b, 0) >= IN_PLACE)
    return null;
  let best = { shift: 0, value: 0 };
  for (let shift = -MAX_SHIFT; shift <= MAX_SHIFT; shift++) {
    const value = correlation(a, b, shift);
    if (value > best.value) best = { shift, value };
  }
  const { trim } = left.anatomy;
  return best.value >= SAME_PICTURE ? (best.shift / STRIP_LENGTH) * (trim.bottomMm - trim.topMm) : null;
}

/** What is left when the mean of the surroundings is taken off. */
function detailOf(values: Uint8Array): Float64Array {
  return Float64Array.from(values, (value, at) => {
    const around = values.subarray(Math.max(0, at - DETAIL_REACH), at + DETAIL_REACH + 1);
    return value - around.reduce((sum, one) => sum + one, 0) / around.length;
  });
}

function deviationOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** Pearson's, of `a` with `b` moved down by `shift`, where they overlap. */
function correlation(a: Float64Array, b: Float64Array, shift: number): number {
  const from = Math.max(0, shift);
  const to = Math.min(a.length, b.length + shift);
  const count = to - from;
  let sumA = 0;
  let sumB = 0;
  for (let i = from; i < to; i++) {
    sumA += a[i] as number;
    sumB += b[i - shift] as number;
  }
  let product = 0;
  let squareA = 0;
  let squareB = 0;
  for (let i = from; i < to; i++) {
    const x = (a[i] as number) - sumA / count;
    const y = (b[i - shift] as number) - sumB / count;
    product += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return squareA === 0 || squareB === 0 ? 0 : product / Math.sqrt(squareA * squareB);
}
