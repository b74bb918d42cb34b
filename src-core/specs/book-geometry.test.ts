import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '../contract/profiles.ts';
import {
  bookPagesOf,
  calculatedSizeOf,
  coverRangesOf,
  coverSizeMm,
  pdfPagesOf,
  pdfSizeOf,
  roundToTenthMm,
  sizeMmOf,
  spineWidthMm,
  toleranceMmOf,
  type SpecGeometry,
} from './book-geometry.ts';
import { guidesOf } from './guides.ts';
import { specNamed as spec } from '../../test/fixtures/catalogue.ts';

describe('sizes agree with every published figure (service-facts 8.3)', () => {
  it.each([
    ['SQUAREBOOK_HC', 24, 544, 288, 10],
    ['SQUAREBOOK_HC', 64, 544, 288, 10],
    ['SQUAREBOOK_HC', 65, 550, 288, 16],
    ['SQUAREBOOK_HC', 66, 550, 288, 16],
    ['SQUAREBOOK_HC', 130, 550, 288, 16],
    ['PHOTOBOOK_A4_SC', 24, 428.3, 303, 2.3],
    ['PHOTOBOOK_A4_SC', 130, 434, 303, 8],
    ['PHOTOBOOK_A4_SC', 200, 437.8, 303, 11.8],
    ['PHOTOBOOK_A5_SC', 50, 305.7, 216, 3.7],
    ['PHOTOBOOK_A5_SC', 100, 308.4, 216, 6.4],
    ['PHOTOBOOK_A5_SC', 200, 313.8, 216, 11.8],
    ['SQUAREBOOK_SC', 24, 495, 254, 3],
    ['SQUAREBOOK_SC', 64, 498.3, 254, 6.3],
    ['SQUAREBOOK_SC', 130, 503.8, 254, 11.8],
  ])('%s with %i pages: cover %f x %f, spine %f', (uid, pages, coverWidthMm, coverHeightMm, spineWidthMm) => {
    expect(calculatedSizeOf(spec(uid), pages)).toMatchObject({ coverWidthMm, coverHeightMm, spineWidthMm });
  });

  it.each([
    ['SQUAREBOOK_HC', 249, 254],
    ['PHOTOBOOK_A4_SC', 216, 303],
    ['PHOTOBOOK_A5_SC', 154, 216],
    ['SQUAREBOOK_LAYFLAT_HC', 492, 254],
  ])('%s contents: %f x %f', (uid, innerWidthMm, innerHeightMm) => {
    expect(calculatedSizeOf(spec(uid), spec(uid).pageMin)).toMatchObject({ innerWidthMm, innerHeightMm });
  });
});

it('gives a hard cover its ranges and a soft cover one size at the default page count', () => {
  expect(pdfSizeOf(spec('SQUAREBOOK_HC')).cover).toEqual([
    { minPage: 24, maxPage: 64, width: 544, height: 288 },
    { minPage: 65, maxPage: 130, width: 550, height: 288 },
  ]);
  expect(pdfSizeOf(spec('PHOTOBOOK_A4_SC')).cover).toEqual({ width: 428.3, height: 303 });
  expect(coverRangesOf(spec('PHOTOBOOK_A4_SC'))).toEqual([]);
});

it('allows a hard-cover cover two millimetres in width as specified and one as recorded', () => {
  expect(toleranceMmOf(spec('SQUAREBOOK_HC'), 'cover', CONTRACTS.specified)).toEqual({ widthMm: 2, heightMm: 1 });
  expect(toleranceMmOf(spec('SQUAREBOOK_HC'), 'cover', CONTRACTS['public-2026-09'])).toEqual({
    widthMm: 1,
    heightMm: 1,
  });
  expect(toleranceMmOf(spec('SQUAREBOOK_HC'), 'contents', CONTRACTS.specified)).toEqual({ widthMm: 1, heightMm: 1 });
  expect(toleranceMmOf(spec('PHOTOBOOK_A4_SC'), 'cover', CONTRACTS.specified)).toEqual({ widthMm: 1, heightMm: 1 });
});

it('rounds to a tenth, the half away from zero, and no further', () => {
  expect([2.25, 2.2499999, 1.15, 0.04].map(roundToTenthMm)).toEqual([2.3, 2.2, 1.2, 0]);
});

describe('a spec that names no measure of its cover', () => {
  const {
    spineWidthRules: _rules,
    hingeGapMm: _hinge,
    caseWrapMarginMm: _wrap,
    pdfToleranceMm: _tolerance,
    ...bareHard
  } = spec('SQUAREBOOK_HC');
  const { coverThicknessMm: _cover, pageThicknessMm: _page, ...bareSoft } = spec('PHOTOBOOK_A4_SC');

  it('has none of it', () => {
    expect([spineWidthMm(bareHard, 24), spineWidthMm(bareSoft, 24), coverRangesOf(bareHard)]).toEqual([0, 0, []]);
    const { innerTrimWidthMm: width, innerTrimHeightMm: height, bleedMm: bleed } = bareHard;
    expect(coverSizeMm(bareHard, 24)).toEqual({ widthMm: 2 * (width - bleed), heightMm: height + 2 * bleed });
  });

  it('has a tolerance of one millimetre; one that names it has its own', () => {
    for (const [geometry, each] of [
      [bareHard, 1],
      [{ ...bareHard, pdfToleranceMm: 0.5 }, 0.5],
    ] as const) {
      expect(toleranceMmOf(geometry, 'contents', CONTRACTS.specified)).toEqual({ widthMm: each, heightMm: each });
      expect(calculatedSizeOf(geometry, 24).pdfToleranceMm).toBe(each);
    }
  });
});

it('takes the nearest rule for a spine of a count that no rule has', () => {
  const hard: SpecGeometry = {
    ...spec('SQUAREBOOK_HC'),
    spineWidthRules: [
      { minPage: 10, maxPage: 20, spineWidthMm: 5 },
      { minPage: 40, maxPage: 50, spineWidthMm: 9 },
    ],
  };
  expect([1, 10, 20, 29, 31, 40, 99].map((pages) => spineWidthMm(hard, pages))).toEqual([5, 5, 5, 5, 9, 9, 9]);
});

it('has no ranges for a soft cover, whatever rules its spec carries along', () => {
  expect(
    coverRangesOf({ ...spec('PHOTOBOOK_A4_SC'), spineWidthRules: [{ minPage: 24, maxPage: 64, spineWidthMm: 5 }] }),
  ).toEqual([]);
});

it('gives the size of the cover and of the contents by their kind', () => {
  expect(sizeMmOf(spec('SQUAREBOOK_HC'), 'cover', 24)).toEqual({ widthMm: 544, heightMm: 288 });
  expect(sizeMmOf(spec('SQUAREBOOK_HC'), 'contents', 24)).toEqual({ widthMm: 249, heightMm: 254 });
});

it('makes two book pages of each spread of a LAYFLAT book', () => {
  expect([bookPagesOf(spec('SQUAREBOOK_LAYFLAT_HC'), 23), bookPagesOf(spec('SQUAREBOOK_HC'), 46)]).toEqual([46, 46]);
});

it('expects half as many PDF pages of a LAYFLAT book', () => {
  expect(pdfPagesOf(spec('SQUAREBOOK_LAYFLAT_HC'), 'contents', 46)).toBe(23);
  expect(pdfPagesOf(spec('SQUAREBOOK_HC'), 'contents', 46)).toBe(46);
  expect(pdfPagesOf(spec('SQUAREBOOK_LAYFLAT_HC'), 'cover', 46)).toBe(1);
});

it('draws the hard cover fold lines where the printer’s own guide file has them', () => {
  const { guides } = guidesOf(spec('SQUAREBOOK_HC'), 'cover', 24);
  const folds = guides.filter((guide) => guide.kind === 'fold' && guide.form === 'line');
  expect(
    folds.map((fold) => (fold.form === 'line' && fold.x1Mm === fold.x2Mm ? fold.x1Mm : null)).filter((x) => x !== null),
  ).toEqual([17, 267, 277, 527]);
  expect(
    folds.map((fold) => (fold.form === 'line' && fold.y1Mm === fold.y2Mm ? fold.y1Mm : null)).filter((y) => y !== null),
  ).toEqual([17, 271]);
});
