import { expect, it } from 'vitest';
import type { PageFacts, PdfRectangle } from './boxes.ts';
import { placedBox, placedSizeMm } from './placed-box.ts';

const box = (left: number, bottom: number, right: number, top: number): PdfRectangle => ({ left, bottom, right, top });
const page = (facts: Partial<PageFacts>): PageFacts => ({
  ...{ mediaBox: box(0, 0, 400, 300), cropBox: null, bleedBox: null, trimBox: null, artBox: null },
  ...{ rotate: 0, userUnit: 1 },
  ...facts,
});

it('a page is placed to its BleedBox, around its TrimBox as pages bleed, or as it is seen', () => {
  const trim = box(50, 50, 350, 250);
  expect(placedBox(page({}))).toEqual({ sheet: box(0, 0, 400, 300), trim: box(0, 0, 400, 300) });
  expect(placedBox(page({ cropBox: box(10, 10, 390, 290) }))?.sheet).toEqual(box(10, 10, 390, 290));
  expect(placedBox(page({ trimBox: trim, bleedBox: box(40, 40, 360, 260) }))?.sheet).toEqual(box(40, 40, 360, 260));
  const around = placedBox(page({ trimBox: trim }))?.sheet;
  expect([around?.left, around?.top]).toEqual([expect.closeTo(50 - 8.504, 3), expect.closeTo(250 + 8.504, 3)]);
  // Boxes that make no sense of each other are passed over.
  expect(placedBox(page({ trimBox: trim, bleedBox: box(100, 100, 200, 200) }))?.sheet.left).toBeCloseTo(41.496, 3);
  expect(placedBox(page({ trimBox: box(900, 900, 950, 950) }))?.sheet).toEqual(box(0, 0, 400, 300));
  expect(placedBox(page({ trimBox: box(0, 0, 400, 300) }))?.sheet).toEqual(box(0, 0, 400, 300));
  expect(placedBox(page({ mediaBox: null }))).toBeNull();
});

it.each([
  [0, [10, 40, 300, 200]],
  [90, [20, 10, 200, 300]],
  [180, [30, 20, 300, 200]],
  [270, [40, 30, 200, 300]],
] as const)('it is measured as it is seen, turned by %i degrees, in its own unit', (rotate, trim) => {
  // 10 points of bleed on the left, 20 below, 30 on the right and 40 above.
  const facts = page({ rotate, userUnit: 2, bleedBox: box(0, 0, 340, 260), trimBox: box(10, 20, 310, 220) });
  const placed = placedBox(facts);
  if (placed === null) throw new Error('it is not placed');
  const size = placedSizeMm(facts, placed);
  const points = (mm: number) => Math.round((mm / 25.4) * 72) / 2;
  expect([points(size.widthMm), points(size.heightMm)]).toEqual(rotate % 180 === 0 ? [340, 260] : [260, 340]);
  expect([size.trim.xMm, size.trim.yMm, size.trim.widthMm, size.trim.heightMm].map(points)).toEqual(trim);
});
