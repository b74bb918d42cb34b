import { expect, it } from 'vitest';
import type { BoundPicture, BoundValues } from './bound-values.ts';
import { pictureFits } from './picture-fits.ts';
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
    { field: 'photos', number: 1, fit: { kind: 'coarse', ppi: 50 } },
  ]);
  expect(pictureFits([placed(sharp, 101.6, 203.2, 'contain')], values(sharp))).toEqual([]);
});

it('of several places the largest counts, and a picture that is not printed is not told', () => {
  const one = picture('a', 600, 400);
  const photo: BoundValues = { photo: { kind: 'picture', picture: one }, title: { kind: 'text', text: '바다' } };
  expect(pictureFits([placed(one, 30, 20), placed(one, 203.2, 120)], photo)).toEqual([
    { field: 'photo', number: null, fit: { kind: 'coarse', ppi: 75 } },
  ]);
  expect(pictureFits([], photo)).toEqual([]);
});
