/**
 * Places on a page as it is seen: millimetres from its top left corner, y downwards, after /Rotate and /UserUnit.
 * The page is the visible box (`visibleBox`), so a place can be held against the guides of `specs/guides.ts` as it is.
 */
export interface BoundsMm {
  readonly leftMm: number;
  readonly topMm: number;
  readonly rightMm: number;
  readonly bottomMm: number;
}

/**
 * Four corners as x, y pairs in millimetres: where (0,0), (1,0), (1,1) and (0,1) of the object's own space come to lie.
 * For an image these are its bottom left, bottom right, top right and top left corner; for text the corners of its line.
 */
export type QuadMm = readonly [number, number, number, number, number, number, number, number];

/** `[a b c d e f]` of ISO 32000-1, 8.3.4: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** The transformation that applies `first`, then `second`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  return [
    first[0] * second[0] + first[1] * second[2],
    first[0] * second[1] + first[1] * second[3],
    first[2] * second[0] + first[3] * second[2],
    first[2] * second[1] + first[3] * second[3],
    first[4] * second[0] + first[5] * second[2] + second[4],
    first[4] * second[1] + first[5] * second[3] + second[5],
  ];
}

/** The transformation that moves by x and y in the space that `matrix` leads out of, then applies it. */
export function movedBefore(matrix: Matrix, x: number, y: number): Matrix {
  const [a, b, c, d, e, f] = matrix;
  return [a, b, c, d, x * a + y * c + e, x * b + y * d + f];
}

/** Where a rectangle comes to lie. */
export function quadUnder(m: Matrix, left: number, bottom: number, right: number, top: number): QuadMm {
  const x = (px: number, py: number) => px * m[0] + py * m[2] + m[4];
  const y = (px: number, py: number) => px * m[1] + py * m[3] + m[5];
  return [
    x(left, bottom),
    y(left, bottom),
    x(right, bottom),
    y(right, bottom),
    x(right, top),
    y(right, top),
    x(left, top),
    y(left, top),
  ];
}

export function boundsOfQuad(quad: QuadMm): BoundsMm {
  return {
    leftMm: Math.min(quad[0], quad[2], quad[4], quad[6]),
    topMm: Math.min(quad[1], quad[3], quad[5], quad[7]),
    rightMm: Math.max(quad[0], quad[2], quad[4], quad[6]),
    bottomMm: Math.max(quad[1], quad[3], quad[5], quad[7]),
  };
}

/** An upright quad around the bounds, in the corner order of `QuadMm`. */
export function quadOfBounds({ leftMm, topMm, rightMm, bottomMm }: BoundsMm): QuadMm {
  return [leftMm, bottomMm, rightMm, bottomMm, rightMm, topMm, leftMm, topMm];
}

/** What two bounds share, or null. Bounds without width or height share what they touch: a hairline is still seen. */
export function intersect(a: BoundsMm, b: BoundsMm): BoundsMm | null {
  const leftMm = Math.max(a.leftMm, b.leftMm);
  const topMm = Math.max(a.topMm, b.topMm);
  const rightMm = Math.min(a.rightMm, b.rightMm);
  const bottomMm = Math.min(a.bottomMm, b.bottomMm);
  return leftMm <= rightMm && topMm <= bottomMm ? { leftMm, topMm, rightMm, bottomMm } : null;
}

/** The smallest bounds around both. */
export function unionOf(a: BoundsMm, b: BoundsMm): BoundsMm {
  return {
    leftMm: Math.min(a.leftMm, b.leftMm),
    topMm: Math.min(a.topMm, b.topMm),
    rightMm: Math.max(a.rightMm, b.rightMm),
    bottomMm: Math.max(a.bottomMm, b.bottomMm),
  };
}

/** Whether `outer` holds all of `inner`, give or take `slackMm` on each side. */
export function contains(outer: BoundsMm, inner: BoundsMm, slackMm = 0): boolean {
  return (
    outer.leftMm <= inner.leftMm + slackMm &&
    outer.topMm <= inner.topMm + slackMm &&
    outer.rightMm >= inner.rightMm - slackMm &&
    outer.bottomMm >= inner.bottomMm - slackMm
  );
}
