import type { VisibleMark } from '../../marks/visible-marks.ts';

/** Whether an earlier mark of the page lies under the one at `index`: on bare paper nothing can be overprinted (GWG 2022, D0031). */
export function hasBeneath(marks: readonly VisibleMark[], index: number): boolean {
  const over = marks[index]?.boundsMm;
  if (over === undefined) return false;
  for (let below = 0; below < index; below++) {
    const under = marks[below]?.boundsMm;
    if (under === undefined) continue;
    const isApart =
      under.rightMm <= over.leftMm ||
      under.leftMm >= over.rightMm ||
      under.bottomMm <= over.topMm ||
      under.topMm >= over.bottomMm;
    if (!isApart) return true;
  }
  return false;
}
