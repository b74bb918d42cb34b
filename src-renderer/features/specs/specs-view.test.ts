import { describe, expect, it } from 'vitest';
import { coverSizeMm } from '../../../src-core/specs/book-geometry.ts';
import { guidesOf } from '../../../src-core/specs/guides.ts';
import { chainAcross, chainDown } from './dimension-chain.ts';
import { coverSegments, nextCliff, snapPages, topPages } from './page-control.ts';
import { shippedSpecs as specs, specNamed as specOf } from '../../../test/fixtures/catalogue.ts';

const square = specOf('SQUAREBOOK_HC');
const parts = (dimensions: ReturnType<typeof chainAcross>) => dimensions.map((d) => [d.part, d.valueMm]);

describe('the page control', () => {
  it('keeps to the counts that the page rule allows', () => {
    expect([1, 25, 64.4, 65, 131].map((pages) => snapPages(square, pages))).toEqual([24, 24, 64, 64, 130]);
    expect(topPages({ pageMin: 24, pageMax: 131, pageIncrement: 4 })).toBe(128);
  });

  it('shows the cliff by counts that can be ordered', () => {
    expect(coverSegments(square).map((s) => [s.minPage, s.maxPage, s.coverWidthMm, s.spineMm])).toEqual([
      [24, 64, 544, 10],
      [66, 130, 550, 16],
    ]);
  });

  it('says at which count the cover changes next, and by how much', () => {
    expect([nextCliff(square, 46), nextCliff(square, 66)]).toEqual([{ atPages: 66, widthChangeMm: 6 }, null]);
  });

  it('has no segments for a soft cover, whose spine grows with every step', () => {
    expect(coverSegments(specOf('PHOTOBOOK_A4_SC'))).toEqual([]);
  });
});

describe('the dimension lines', () => {
  it('name the parts of a hard cover from wrap to wrap', () => {
    expect(parts(chainAcross(guidesOf(square, 'cover', 24)))).toEqual([
      ['wrap', 17],
      ['back', 240],
      ['hinge', 10],
      ['spine', 10],
      ['hinge', 10],
      ['front', 240],
      ['wrap', 17],
    ]);
    expect(parts(chainDown(guidesOf(square, 'cover', 24)))).toEqual([
      ['wrap', 17],
      ['board', 254],
      ['wrap', 17],
    ]);
  });

  it('name the parts of a soft cover from bleed to bleed', () => {
    expect(parts(chainAcross(guidesOf(specOf('PHOTOBOOK_A4_SC'), 'cover', 24)))).toEqual([
      ['bleed', 3],
      ['back', 210],
      ['spine', 2.3],
      ['front', 210],
      ['bleed', 3],
    ]);
  });

  it('split a spread of a LAYFLAT book at its fold', () => {
    expect(parts(chainAcross(guidesOf(specOf('SQUAREBOOK_LAYFLAT_HC'), 'contents', 16)))).toEqual([
      ['bleed', 3],
      ['page', 243],
      ['page', 243],
      ['bleed', 3],
    ]);
  });

  it('add up to the sheet for every spec and page count', () => {
    for (const spec of specs) {
      for (let pages = spec.pageMin; pages <= spec.pageMax; pages += spec.pageIncrement) {
        const sheet = guidesOf(spec, 'cover', pages);
        const last = chainAcross(sheet).at(-1);
        expect(last?.toMm).toBeCloseTo(coverSizeMm(spec, pages).widthMm, 6);
      }
    }
  });
});
