import { isFilledByPattern, type VisibleMark } from '../../marks/visible-marks.ts';

/** Whether an earlier mark of the page lies under the one at `index`: on bare paper nothing can be overprinted (GWG 2022, D0031). */
export function hasBeneath(marks: readonly VisibleMark[], index: number): boolean {
  const mark = marks[index];
  if (mark === undefined) return false;
  const over = mark.boundsMm;
  const isInCell = mark.object.from === 'pattern';
  for (let below = 0; below < index; below++) {
    const lower = marks[below];
    // The cells of a pattern are what its field looks like, not marks on top of it.
    if (lower === undefined || (isInCell && isFilledByPattern(lower.object))) continue;
    const under = lower.boundsMm;
    const isApart =
      under.rightMm <= over.leftMm ||
      under.leftMm >= over.rightMm ||
      under.bottomMm <= over.topMm ||
      under.topMm >= over.bottomMm;
    if (!isApart) return true;
  }
  return false;
}
