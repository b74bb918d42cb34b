import { expect, it } from 'vitest';
import type { BoundPicture, BoundValues } from './bound-values.ts';
import { pictureFits } from './picture-fits.ts';
import { pictureBox } from './picture-place.ts';
import type { LaidItem } from './sketch.ts';

const picture = (blobKey: string, widthPx: number, heightPx: number): BoundPicture => ({
  blobKey,
  mimeType: 'image/jpeg',
  widthPx,
  heightPx,
});
const placed = (of: BoundPicture, widthMm: number, heightMm: number, fit: 'cover' | 'contain' = 'cover'): LaidItem => ({
  kind: 'picture',
  box: { xMm: 0, yMm: 0, widthMm, heightMm },
  picture: of,
  fit,
  border: null,
  cornerRadiusMm: 0,
});
const values = (...pictures: readonly BoundPicture[]): BoundValues => ({ photos: { kind: 'pictures', pictures } });

it('a picture is told from under 150 pixels an inch, by its own pixels and not by those that are seen', () => {
  // Four inches: 150 · 4 = 600.
  const [sharp, coarse] = [picture('a', 600, 400), picture('b', 599, 400)];
  const items = [placed(sharp, 101.6, 60), placed(coarse, 101.6, 60)];
  expect(pictureFits(items, values(sharp, coarse))).toEqual([
    { field: 'photos', number: 2, fit: { kind: 'coarse', ppi: 149 } },
  ]);
  // A high frame shows a third of it, three times as large.
  expect(pictureFits([placed(sharp, 101.6, 203.2)], values(sharp))).toEqual([
    { field: 'photos', number: 1, fit: { kind: 'cut', share: expect.closeTo(2 / 3) } },
    { field: 'photos', number: 1, fit: { kind: 'coarse', ppi: 50 } },
  ]);
  expect(pictureFits([placed(sharp, 101.6, 203.2, 'contain')], values(sharp))).toEqual([]);
});

it('a picture of which more than 12 % is cut off is told with how much, at the place where most of it is', () => {
  const one = picture('a', 1_000, 1_000);
  const cutTo = (...heights: readonly number[]) =>
    pictureFits(
      heights.map((heightMm) => placed(one, 100, heightMm)),
      values(one),
    );
  expect(cutTo(100, 88)).toEqual([]);
  expect(cutTo(87, 100)).toEqual([{ field: 'photos', number: 1, fit: { kind: 'cut', share: expect.closeTo(0.13) } }]);
  expect(cutTo(70, 87)).toMatchObject([{ fit: { share: expect.closeTo(0.3) } }]);
  // What is cut off with the bleed is cut off too.
  const bleeding = { ...placed(one, 100, 100), seen: { xMm: 0, yMm: 0, widthMm: 100, heightMm: 80 } } as LaidItem;
  expect(pictureFits([bleeding], values(one))).toMatchObject([{ fit: { kind: 'cut', share: expect.closeTo(0.2) } }]);
  expect(pictureFits([placed(one, 100, 60, 'contain')], values(one))).toEqual([]);
});

it('of several places the largest counts, and a picture that is not printed is not told', () => {
  const one = picture('a', 600, 400);
  const photo: BoundValues = { photo: { kind: 'picture', picture: one }, title: { kind: 'text', text: '바다' } };
  expect(pictureFits([placed(one, 30, 20), placed(one, 203.2, 130)], photo)).toEqual([
    { field: 'photo', number: null, fit: { kind: 'coarse', ppi: 75 } },
  ]);
  expect(pictureFits([], photo)).toEqual([]);
});

const portrait = (...faces: readonly (readonly [x: number, y: number, side: number])[]): BoundPicture => ({
  ...picture('a', 2_000, 3_000),
  subject: {
    faces: faces.map(([x, y, side]) => ({ x, y, width: side, height: (side * 2) / 3, score: 0.9 })),
    attention: null,
  },
});
const inFrame = (of: BoundPicture, widthMm: number, heightMm: number): Extract<LaidItem, { kind: 'picture' }> => ({
  ...(placed(of, widthMm, heightMm) as Extract<LaidItem, { kind: 'picture' }>),
  fit: 'subject',
});

it('a picture whose heads no frame of its proportions holds is shown whole and told; else it is cut where they stay whole', () => {
  // A head from 0.2 to 0.5 of the height, of 60 × 90 mm: from 9 mm above the face to what is under it.
  const one = portrait([0.4, 0.3, 0.15]);
  const { yMm, heightMm, widthMm } = pictureBox(inFrame(one, 60, 60));
  expect([widthMm, heightMm]).toEqual([60, expect.closeTo(90)]);
  const [headFrom, headTo] = [0.3 - 0.75 * 0.1, 0.4 + 0.3 * 0.1].map((share) => yMm + share * heightMm);
  expect(headFrom).toBeGreaterThanOrEqual(0);
  expect(headTo).toBeLessThanOrEqual(60);
  expect(pictureFits([inFrame(one, 60, 60)], { photo: { kind: 'picture', picture: one } })).toEqual([
    { field: 'photo', number: null, fit: { kind: 'cut', share: expect.closeTo(1 / 3) } },
  ]);
  // Two heads, above and below: no square holds both.
  const two = portrait([0.4, 0.1, 0.15], [0.4, 0.8, 0.15]);
  const whole = inFrame(two, 60, 60);
  expect(pictureBox(whole)).toEqual({ xMm: 10, yMm: 0, widthMm: 40, heightMm: 60 });
  expect(pictureFits([whole], { photo: { kind: 'picture', picture: two } })).toEqual([
    { field: 'photo', number: null, fit: { kind: 'whole' } },
  ]);
  // Where the partner says where to look, he is followed.
  const chosen = { ...two, focus: { x: 0.5, y: 0.2 } };
  expect(pictureFits([inFrame(chosen, 60, 60)], values(chosen)).map(({ fit }) => fit.kind)).toEqual(['cut']);
  expect(pictureBox(inFrame({ ...two, focus: { x: 0.5, y: 0.1 } }, 60, 60)).yMm).toBeCloseTo(0);
});

it('shown whole over the fold of a spread it lies beside the fold with its heads, as near to the middle as that can be', () => {
  const two = portrait([0.4, 0.1, 0.15], [0.4, 0.8, 0.15]);
  const former = { ...inFrame(two, 120, 60), foldXMm: 60 };
  expect(pictureBox(former)).toEqual({ xMm: 40, yMm: 0, widthMm: 40, heightMm: 60 });
  expect(pictureFits([former], values(two)).map(({ fit }) => fit.kind)).toEqual(['whole', 'folded']);
  const now = { ...former, mayMove: true } as const;
  // Half of what a head is beside its face ends at 0.571, and 5 mm of 40 lie between.
  expect(pictureBox(now)).toEqual({ xMm: expect.closeTo(60 - 40 * 0.696), yMm: 0, widthMm: 40, heightMm: 60 });
  expect(pictureFits([now], values(two)).map(({ fit }) => fit.kind)).toEqual(['whole']);
  // A frame that ends before leaves it no room: it stays where it was, and that is told.
  const narrow = { ...now, box: { ...now.box, widthMm: 46 }, foldXMm: 23 };
  expect(pictureBox(narrow).xMm).toBeCloseTo(3);
  expect(pictureFits([narrow], values(two)).map(({ fit }) => fit.kind)).toEqual(['whole', 'folded']);
  // With nobody at the fold it does not move.
  expect(pictureBox({ ...now, foldXMm: 75 }).xMm).toBe(40);
});

it('a head does not lie where a frame is bent away, and what is shown whole lies within what is seen', () => {
  const frame = { xMm: -17, yMm: -17, widthMm: 94, heightMm: 94 };
  const seen = { xMm: 0, yMm: 0, widthMm: 60, heightMm: 60 };
  // Cut for the frame as such the face would begin hardly below what is seen, and the hair 6 mm above.
  const one = { ...inFrame(portrait([0.4, 0.25, 0.15]), 60, 60), box: frame, seen };
  const { yMm, heightMm } = pictureBox(one);
  expect(yMm + (0.25 - 0.0375) * heightMm).toBeGreaterThanOrEqual(-0.001);
  expect(yMm + (0.25 - 0.075) * heightMm).toBeGreaterThanOrEqual(-17.001);
  // It still fills all of its frame.
  expect(yMm).toBeLessThanOrEqual(-17 + 1e-9);
  const two = { ...inFrame(portrait([0.4, 0.1, 0.15], [0.4, 0.7, 0.15]), 60, 60), box: frame, seen };
  expect(pictureBox(two)).toEqual({ xMm: 10, yMm: 0, widthMm: 40, heightMm: 60 });
});

it('a frame without room shows nothing, and breaks nothing', () => {
  for (const [widthMm, heightMm] of [
    [0, 40],
    [40, 0],
    [0, 0],
  ] as const) {
    const one = portrait([0.4, 0.3, 0.15]);
    expect(() => pictureFits([inFrame(one, widthMm, heightMm)], values(one))).not.toThrow();
  }
});
