import { describe, expect, it } from 'vitest';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import { settled } from './picture-place.ts';
import { sheetsOf } from './sheets.ts';
import type { PageSketch, PaintItem } from './sketch.ts';

const spec: SpecGeometry = {
  bookSpecUid: 'SQUARE',
  innerTrimWidthMm: 200,
  innerTrimHeightMm: 210,
  pageMin: 4,
  pageMax: 40,
  pageDefault: 4,
  coverType: 'Softcover',
  bindingType: 'PUR',
  bindingEdge: 'left',
  bleedMm: 3,
  coverThicknessMm: 0.3,
  pageThicknessMm: 0.1,
};
const layflat: SpecGeometry = { ...spec, bindingType: 'LAYFLAT' };
const white = { red: 255, green: 255, blue: 255, alpha: 255 };
const frame = { border: null, cornerRadiusMm: 0 };

const field = (xMm: number): PaintItem => ({
  kind: 'rectangle',
  box: { xMm, yMm: 0, widthMm: 10, heightMm: 10 },
  fill: white,
  ...frame,
});
const across = {
  ...settled({
    kind: 'picture',
    box: { xMm: 100, yMm: 0, widthMm: 200, heightMm: 100 },
    picture: { blobKey: 'a', mimeType: 'image/jpeg', widthPx: 300, heightPx: 300 },
    fit: 'cover',
    ...frame,
  }),
  across: true,
} as PaintItem;
const page = (pageNum: number, items: readonly PaintItem[] = []): PageSketch => ({
  pageNum,
  side: 'left',
  background: white,
  items,
});

describe('the sheets of a book', () => {
  it('are its pages when they are bound one by one, with bleed all round', () => {
    const sheets = sheetsOf(spec, [page(1, [field(1)]), page(2)]);
    expect(sheets).toHaveLength(2);
    expect(sheets[0]?.layers).toEqual([
      {
        within: null,
        ground: { box: { xMm: 0, yMm: 0, widthMm: 206, heightMm: 216 }, colour: white },
        originXMm: 3,
        originYMm: 3,
        items: [field(1)],
      },
    ]);
  });

  it('are spreads when it lies flat: each page ends at the fold, and has its ground', () => {
    const [sheet, ...others] = sheetsOf(layflat, [page(1, [field(1)]), page(2, [field(2)])]);
    expect(others).toEqual([]);
    const [left, right] = [
      { xMm: 0, yMm: 0, widthMm: 203, heightMm: 216 },
      { xMm: 203, yMm: 0, widthMm: 203, heightMm: 216 },
    ];
    expect(sheet?.layers).toEqual([
      { within: left, ground: { box: left, colour: white }, originXMm: 3, originYMm: 3, items: [field(1)] },
      { within: right, ground: { box: right, colour: white }, originXMm: 203, originYMm: 3, items: [field(2)] },
    ]);
  });

  it('have what lies across the fold once, over both grounds, between what the left page has below and above it', () => {
    const [sheet] = sheetsOf(layflat, [page(1, [field(1), across, field(2)]), page(2, [field(3)])]);
    expect(
      sheet?.layers.map(({ within, ground, originXMm, items }) => [
        within?.xMm ?? 'whole',
        ground !== null,
        originXMm,
        items,
      ]),
    ).toEqual([
      [0, true, 3, []],
      [203, true, 203, []],
      [0, false, 3, [field(1)]],
      ['whole', false, 3, [across]],
      [0, false, 3, [field(2)]],
      [203, false, 203, [field(3)]],
    ]);
  });
});

it('a picture that is settled fills its frame or lies whole within it, in the middle', () => {
  const picture = { blobKey: 'a', mimeType: 'image/jpeg', widthPx: 200, heightPx: 100 } as const;
  const box = { xMm: 10, yMm: 10, widthMm: 100, heightMm: 100 };
  const wholeOf = (fit: 'cover' | 'contain') => settled({ kind: 'picture', box, picture, fit, ...frame });
  expect(wholeOf('cover')).toEqual({
    kind: 'picture',
    box,
    picture,
    whole: { xMm: -40, yMm: 10, widthMm: 200, heightMm: 100 },
    turnDeg: 0,
    ...frame,
  });
  expect(wholeOf('contain')).toMatchObject({ box, whole: { xMm: 10, yMm: 35, widthMm: 100, heightMm: 50 } });
});
