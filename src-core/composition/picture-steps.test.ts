import { expect, it } from 'vitest';
import { picturesWrittenAnew } from './embedded-parts.ts';
import { pictureSteps } from './picture-steps.ts';
import { settled } from './picture-place.ts';
import type { PaintItem } from './sketch.ts';

/** A picture of 24 megapixels in a frame of its proportions. */
const placed = (blobKey: string, widthMm: number): PaintItem =>
  settled({
    kind: 'picture',
    box: { xMm: 0, yMm: 0, widthMm, heightMm: (widthMm * 2) / 3 },
    picture: { blobKey, mimeType: 'image/jpeg', widthPx: 6_000, heightPx: 4_000 },
    fit: 'cover',
    border: null,
    cornerRadiusMm: 0,
  });
const pages = (count: number, widthMm: number) => [
  { items: Array.from({ length: count }, (_, index) => placed(`k${index}`, widthMm)) },
];
const ppiOf = (steps: ReturnType<typeof pictureSteps>) => steps.map(({ reduction }) => reduction?.toPpi ?? null);

it('books of the first three rules have their pictures as they are, as long as there is room', () => {
  for (const rules of [1, 2, 3] as const) {
    const steps = pictureSteps(rules, pages(9, 60));
    expect(ppiOf(steps)).toEqual([null, 450, 300, 200]);
    expect(steps.map(({ hidden, largePngs, colours }) => `${hidden} ${largePngs} ${colours}`)).toEqual(
      Array(4).fill('kept kept kept'),
    );
  }
});

it('a book that is begun now has 360 pixels an inch from 450 on, and fewer from the beginning where that would be too large', () => {
  expect(ppiOf(pictureSteps(4, pages(120, 150)))).toEqual([360, 300, 200]);
  // 4 kB a square centimetre: 150 × 100 mm weigh 0.6 MB, and 750 of them 450.
  expect(ppiOf(pictureSteps(4, pages(740, 150)))).toEqual([360, 300, 200]);
  expect(ppiOf(pictureSteps(4, pages(760, 150)))).toEqual([300, 200]);
  // Full pages stay as they are, 11 MB each.
  expect(ppiOf(pictureSteps(4, pages(40, 381)))).toEqual([360, 300, 200]);
  expect(ppiOf(pictureSteps(4, pages(43, 381)))).toEqual([300, 200]);
});

it('a picture stays as it is up to 450 pixels an inch where it is largest', () => {
  const [best] = pictureSteps(4, []);
  if (best === undefined) throw new Error('there is no step');
  const longSideAt = (...widthsMm: readonly number[]) =>
    picturesWrittenAnew([{ items: widthsMm.map((widthMm) => placed('k', widthMm)) }], best).get('k')?.longSidePx;
  // 6000 px over 338.7 mm are 450 ppi.
  expect(longSideAt(338.7)).toBeUndefined();
  expect(longSideAt(338)).toBe(Math.round((338 / 25.4) * 360));
  expect(longSideAt(50, 254, 100)).toBe(3_600);
});

it('only what is shown less than three fifths is cut', () => {
  const [best] = pictureSteps(4, []);
  if (best === undefined) throw new Error('there is no step');
  const partAt = (heightMm: number) => {
    const item = settled({
      kind: 'picture',
      box: { xMm: 0, yMm: 0, widthMm: 60, heightMm },
      picture: { blobKey: 'k', mimeType: 'image/jpeg', widthPx: 6_000, heightPx: 4_000 },
      fit: 'cover',
      border: null,
      cornerRadiusMm: 0,
    });
    return picturesWrittenAnew([{ items: [item] }], best).get('k')?.part;
  };
  expect(partAt(25)).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  // Of 60 × 40 mm the middle 23 mm are seen: 57.5 %, and 5 mm on either side stay.
  expect(partAt(23)).toEqual({ x: 0, y: expect.closeTo(3.5 / 40), width: 1, height: expect.closeTo(33 / 40) });
});
