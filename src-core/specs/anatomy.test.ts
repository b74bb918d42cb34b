import { describe, expect, it } from 'vitest';
import { anatomyOf, barcodeZoneOf, bindingSideOf, insideMm, seenSides } from './anatomy.ts';
import { coverSizeMm, innerSizeMm } from './book-geometry.ts';
import { shippedSpecs, specNamed as spec } from '../../test/fixtures/catalogue.ts';

describe('a single page', () => {
  it('has the bleed around the trim', () => {
    const { trim, beyondMm, faces } = anatomyOf(spec('PHOTOBOOK_A4_SC'), { kind: 'contents', pages: 24 });
    expect(trim).toEqual({ leftMm: 3, topMm: 3, rightMm: 213, bottomMm: 300 });
    expect(beyondMm).toEqual({ left: 3, top: 3, right: 3, bottom: 3 });
    expect(faces).toEqual([trim]);
  });

  it('is bound on its inner side: the first page of a left-bound book lies on the right', () => {
    expect([0, 1, 2].map((page) => bindingSideOf({ bindingEdge: 'left' }, page))).toEqual(['left', 'right', 'left']);
    expect([0, 1].map((page) => bindingSideOf({ bindingEdge: 'right' }, page))).toEqual(['right', 'left']);
    expect(seenSides(anatomyOf(spec('SQUAREBOOK_SC'), { kind: 'contents', pages: 24, pdfPage: 1 }))).toEqual([
      'left',
      'top',
      'bottom',
    ]);
  });

  it('lies in the middle of a sheet that was made too small', () => {
    const sheetMm = { widthMm: 215, heightMm: 303 };
    const { trim, beyondMm } = anatomyOf(spec('PHOTOBOOK_A4_SC'), { kind: 'contents', pages: 24, sheetMm });
    expect([trim.leftMm, trim.rightMm]).toEqual([2.5, 212.5]);
    expect(beyondMm).toEqual({ left: 2.5, top: 3, right: 2.5, bottom: 3 });
  });
});

it('a LAYFLAT spread is folded in the middle and has four seen sides', () => {
  const anatomy = anatomyOf(spec('SQUAREBOOK_LAYFLAT_HC'), { kind: 'contents', pages: 24 });
  expect(anatomy.foldsXMm).toEqual([246]);
  expect(anatomy.faces.map((face) => face.rightMm - face.leftMm)).toEqual([243, 243]);
  expect(seenSides(anatomy)).toHaveLength(4);
});

it('a soft cover has back, spine and front between the bleeds', () => {
  const { cover, trim } = anatomyOf(spec('PHOTOBOOK_A4_SC'), { kind: 'cover', pages: 24 });
  expect(cover?.spineWidthMm).toBe(2.3);
  expect(
    [trim.leftMm, cover?.back.rightMm, cover?.front.leftMm, trim.rightMm].map((x) => Number(x?.toFixed(6))),
  ).toEqual([3, 213, 215.3, 425.3]);
  expect([cover?.hinges, cover?.wraps]).toEqual([[], []]);
});

it('a hard cover has its lines where the printer’s guide file has them', () => {
  const { cover, trim, trimIs } = anatomyOf(spec('SQUAREBOOK_HC'), { kind: 'cover', pages: 24 });
  expect([trim, trimIs]).toEqual([{ leftMm: 17, topMm: 17, rightMm: 527, bottomMm: 271 }, 'folded']);
  expect([cover?.spine.leftMm, cover?.spine.rightMm]).toEqual([267, 277]);
  expect(cover?.hinges.map(({ leftMm, rightMm }) => [leftMm, rightMm])).toEqual([
    [257, 267],
    [277, 287],
  ]);
  expect(cover?.front).toEqual({ leftMm: 287, topMm: 17, rightMm: 527, bottomMm: 271 });
});

it('the front is on the left of a book bound at the right', () => {
  const { cover } = anatomyOf({ ...spec('SQUAREBOOK_SC'), bindingEdge: 'right' }, { kind: 'cover', pages: 24 });
  expect(cover?.front.leftMm).toBe(3);
});

it('the bar code has its place at the lower right of the back', () => {
  const { cover } = anatomyOf(spec('SQUAREBOOK_SC'), { kind: 'cover', pages: 24 });
  if (cover === null) throw new Error('a cover has its zones');
  const zone = barcodeZoneOf(cover, { widthMm: 50, heightMm: 30, fromEdgeMm: 6 });
  expect(zone).toEqual({ leftMm: 190, topMm: 215, rightMm: 240, bottomMm: 245 });
});

describe.each(shippedSpecs)('$bookSpecUid', (checked) => {
  it.each(['cover', 'contents'] as const)('%s: the parts add up to the sheet that is asked for', (kind) => {
    for (let pages = checked.pageMin; pages <= checked.pageMax; pages += checked.pageIncrement) {
      const { sheet, trim, beyondMm, faces } = anatomyOf(checked, { kind, pages });
      const size = kind === 'cover' ? coverSizeMm(checked, pages) : innerSizeMm(checked);
      expect([sheet.rightMm, sheet.bottomMm]).toEqual([size.widthMm, size.heightMm]);
      expect(beyondMm.left + (trim.rightMm - trim.leftMm) + beyondMm.right).toBeCloseTo(size.widthMm, 9);
      expect(beyondMm.top + (trim.bottomMm - trim.topMm) + beyondMm.bottom).toBeCloseTo(size.heightMm, 9);
      for (const face of faces) expect(insideMm('top', face, trim)).toBe(0);
    }
  });
});
