import { describe, expect, it } from 'vitest';
import { placeLabel, placeMarks, type BoxPx, type MarkToPlace } from './mark-placement.ts';

const page = { widthPx: 500, heightPx: 400, pxPerMm: 2 };
const rect = (xMm: number, yMm: number, widthMm: number, heightMm: number): number[] => [
  xMm,
  yMm,
  xMm + widthMm,
  yMm,
  xMm + widthMm,
  yMm + heightMm,
  xMm,
  yMm + heightMm,
];
const mark = (quadMm: readonly number[], number = 1, isSelected = false): MarkToPlace => ({
  quadMm,
  number,
  isSelected,
});
const overlap = (a: BoxPx, b: BoxPx): boolean =>
  a.leftPx < b.leftPx + b.widthPx &&
  b.leftPx < a.leftPx + a.widthPx &&
  a.topPx < b.topPx + b.heightPx &&
  b.topPx < a.topPx + a.heightPx;
const badgesOf = (marks: readonly MarkToPlace[]): BoxPx[] =>
  placeMarks(marks, page).flatMap(({ badge }) => (badge === null ? [] : [badge]));

describe('marks over a page', () => {
  it('lie where the object lies, in the scale of the page', () => {
    const [placed] = placeMarks([mark(rect(20, 30, 100, 50))], page);
    expect(placed?.corners).toEqual([
      [40, 60],
      [240, 60],
      [240, 160],
      [40, 160],
    ]);
    expect(placed?.box).toEqual({ leftPx: 40, topPx: 60, widthPx: 200, heightPx: 100 });
    expect(placed?.badge).toMatchObject({ leftPx: 40, topPx: 60 });
  });

  it('keep the slant of a turned object', () => {
    const [placed] = placeMarks([mark([50, 20, 80, 50, 50, 80, 20, 50])], page);
    expect(placed?.corners).toEqual([
      [100, 40],
      [160, 100],
      [100, 160],
      [40, 100],
    ]);
    expect(placed?.box).toEqual({ leftPx: 40, topPx: 40, widthPx: 120, heightPx: 120 });
  });

  it('frame a hairline so that it can be seen and hit', () => {
    const [placed] = placeMarks([mark(rect(100, 50, 0.05, 60))], page);
    expect(placed?.box.widthPx).toBe(10);
    expect(placed?.box.heightPx).toBe(120);
    expect((placed?.box.leftPx ?? 0) + 5).toBeCloseTo(200.05, 2);
  });

  it('stay on the page when the object reaches beyond it', () => {
    const [placed] = placeMarks([mark(rect(-10, -10, 300, 300))], page);
    expect(placed?.box).toEqual({ leftPx: -2, topPx: -2, widthPx: 504, heightPx: 404 });
    expect(placed?.badge).toMatchObject({ leftPx: 0, topPx: 0 });
    const [atCorner] = placeMarks([mark(rect(249.9, 199.9, 0.1, 0.1), 12)], page);
    expect((atCorner?.badge?.leftPx ?? 0) + (atCorner?.badge?.widthPx ?? 0)).toBeLessThanOrEqual(500);
    expect((atCorner?.badge?.topPx ?? 0) + (atCorner?.badge?.heightPx ?? 0)).toBeLessThanOrEqual(400);
  });

  it('have plates that cover no other plate', () => {
    const badges = badgesOf(Array.from({ length: 30 }, (_, index) => mark(rect(60, 60, 20, 12), index + 1)));
    expect(badges).toHaveLength(30);
    const overlapping = badges.filter((badge, index) =>
      badges.some((other, at) => at !== index && overlap(badge, other)),
    );
    expect(overlapping).toEqual([]);
  });

  it('go without plates beyond thirty, except for the selected one', () => {
    const placed = placeMarks(
      Array.from({ length: 200 }, (_, index) => mark(rect(index, (index * 7) % 190, 4, 4), index + 1, index === 150)),
      page,
    );
    expect(placed.filter(({ badge }) => badge !== null)).toHaveLength(30);
    expect(placed[150]?.badge).not.toBeNull();
    expect(placed).toHaveLength(200);
  });
});

describe('the label of the selected mark', () => {
  const box = (leftPx: number, topPx: number, widthPx: number, heightPx: number): BoxPx => ({
    leftPx,
    topPx,
    widthPx,
    heightPx,
  });

  it('stands above it where there is room, else below, else over it', () => {
    expect(placeLabel(box(40, 100, 80, 60), page)).toMatchObject({ side: 'above', topPx: 70 });
    expect(placeLabel(box(40, 4, 80, 60), page)).toMatchObject({ side: 'below', topPx: 70 });
    expect(placeLabel(box(0, 0, 500, 400), page)).toMatchObject({ side: 'inside' });
  });

  it('grows towards the middle of the page', () => {
    expect(placeLabel(box(40, 100, 80, 60), page)).toMatchObject({ align: 'left', offsetPx: 40 });
    expect(placeLabel(box(400, 100, 80, 60), page)).toMatchObject({ align: 'right', offsetPx: 20 });
  });
});
