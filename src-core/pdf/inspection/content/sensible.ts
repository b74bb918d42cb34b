import type { BoundsMm, Matrix } from '../geometry.ts';

/** Beyond this a number is litter, not a place. */
const SENSIBLE = 1e9;

const isNear = (value: number): boolean => value < SENSIBLE && value > -SENSIBLE;

export function areBoundsSensible({ leftMm, topMm, rightMm, bottomMm }: BoundsMm): boolean {
  return isNear(leftMm) && isNear(topMm) && isNear(rightMm) && isNear(bottomMm);
}

export function isMatrixSensible([a, b, c, d, e, f]: Matrix): boolean {
  return isNear(a) && isNear(b) && isNear(c) && isNear(d) && isNear(e) && isNear(f);
}
