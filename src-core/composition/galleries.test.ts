import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collageOf, gridOf, rowsOf } from './galleries.ts';
import { inside, picture } from './testing/layout-bench.ts';

describe('galleries', () => {
  const box = { xMm: 10, yMm: 20, widthMm: 180, heightMm: 120 };
  const pictures = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 8000 }), fc.integer({ min: 0, max: 8000 })).map(([w, h]) => picture(w, h)),
    { minLength: 1, maxLength: 9 },
  );

  it.each([
    ['collage', collageOf],
    ['grid', gridOf],
  ] as const)('a %s keeps every picture in its box, apart from the others', (_name, lay) => {
    fc.assert(
      fc.property(pictures, fc.integer({ min: 0, max: 6 }), (own, gapMm) => {
        const placed = lay(own, box, gapMm);
        expect(placed.map((one) => one.picture)).toEqual(own);
        for (const [index, { box: first }] of placed.entries()) {
          expect(inside(first, box)).toBe(true);
          for (const { box: second } of placed.slice(index + 1)) {
            const apart =
              first.xMm + first.widthMm + gapMm <= second.xMm + 1e-6 ||
              second.xMm + second.widthMm + gapMm <= first.xMm + 1e-6 ||
              first.yMm + first.heightMm + gapMm <= second.yMm + 1e-6 ||
              second.yMm + second.heightMm + gapMm <= first.yMm + 1e-6;
            expect(apart).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('a grid whose last row is not full has that row in its middle', () => {
    const placed = gridOf(
      Array.from({ length: 7 }, () => picture(1000, 1000)),
      { xMm: 0, yMm: 0, widthMm: 90, heightMm: 90 },
      0,
    );
    expect(placed.slice(-1).map((one) => one.box)).toEqual([{ xMm: 30, yMm: 60, widthMm: 30, heightMm: 30 }]);
  });

  it('a collage of four pictures of its own proportions crops none of them', () => {
    const placed = collageOf(
      [picture(1800, 1200), picture(1800, 1200), picture(1800, 1200), picture(1800, 1200)],
      box,
      0,
    );
    for (const one of placed) expect(one.box.widthMm / one.box.heightMm).toBeCloseTo(1.5, 5);
  });

  it('rows keep proportions, the width and the greatest height', () => {
    const rows = rowsOf([picture(300, 200), picture(200, 300), picture(400, 100), picture(100, 100)], {
      widthMm: 180,
      gapMm: 3,
      maxHeightMm: 60,
      fillMiddle: true,
    });
    expect(rows.flatMap(({ placed }) => placed)).toHaveLength(4);
    for (const { heightMm, placed } of rows) {
      expect(heightMm).toBeLessThanOrEqual(60);
      for (const one of placed) expect(inside(one.box, { xMm: 0, yMm: 0, widthMm: 180, heightMm })).toBe(true);
    }
  });
});
