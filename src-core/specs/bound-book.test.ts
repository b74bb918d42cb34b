import { describe, expect, it } from 'vitest';
import { shippedSpecs, specNamed } from '../../test/fixtures/catalogue.ts';
import { anatomyOf } from './anatomy.ts';
import { coverSizeMm } from './book-geometry.ts';
import { boundBook } from './bound-book.ts';

const endOf = ({ xMm, widthMm }: { readonly xMm: number; readonly widthMm: number }): number => xMm + widthMm;

describe('a bound book', () => {
  it('of a soft cover is cut with its pages', () => {
    const { sides, page, squareMm, thicknessMm, hingeMm } = boundBook(specNamed('PHOTOBOOK_A4_SC'), 24);
    expect(page).toEqual({ widthMm: 210, heightMm: 297 });
    expect(sides.back).toEqual({ xMm: 3, yMm: 3, widthMm: 210, heightMm: 297 });
    // 1 mm of cover and 24 pages of 0.054 mm.
    expect(thicknessMm).toBe(2.3);
    expect(sides.spine).toEqual({ xMm: 213, yMm: 3, widthMm: expect.closeTo(2.3, 9), heightMm: 297 });
    expect(sides.front).toEqual({ xMm: 215.3, yMm: 3, widthMm: expect.closeTo(210, 9), heightMm: 297 });
    expect([squareMm, hingeMm]).toEqual([{ head: 0, foreEdge: 0 }, 0]);
  });

  it('of a hard cover has boards that go beyond its pages, and a hinge that carries them', () => {
    const { sides, squareMm, hingeMm } = boundBook(specNamed('SQUAREBOOK_HC'), 24);
    // A page of 243 by 248 mm; 10 mm of hinge less 3 mm, and 3 mm above and below.
    expect(sides.front).toMatchObject({ yMm: 17, widthMm: 250, heightMm: 254 });
    expect(sides.back).toMatchObject({ xMm: 17, yMm: 17, widthMm: 250, heightMm: 254 });
    expect([squareMm, hingeMm]).toEqual([{ head: 3, foreEdge: 7 }, 10]);
  });

  it.each(shippedSpecs)(
    '$bookSpecUid: its sides are the whole of what its cover shows, at every page count',
    (spec) => {
      for (let pages = spec.pageMin; pages <= spec.pageMax; pages += spec.pageIncrement) {
        const { sides, thicknessMm } = boundBook(spec, pages);
        const { trim } = anatomyOf(spec, { kind: 'cover', pages });
        const { widthMm } = coverSizeMm(spec, pages);
        expect(sides.back.xMm).toBeCloseTo(trim.leftMm, 9);
        expect(endOf(sides.back)).toBeCloseTo(sides.spine.xMm, 9);
        expect(endOf(sides.spine)).toBeCloseTo(sides.front.xMm, 9);
        expect(endOf(sides.front)).toBeCloseTo(widthMm - sides.back.xMm, 9);
        expect(sides.spine.widthMm).toBeCloseTo(thicknessMm, 9);
        expect(sides.front.heightMm).toBeCloseTo(trim.bottomMm - trim.topMm, 9);
      }
    },
  );

  it('that is bound at the right has its front on the left of the sheet', () => {
    const left = boundBook(specNamed('SQUAREBOOK_HC'), 24);
    const right = boundBook({ ...specNamed('SQUAREBOOK_HC'), bindingEdge: 'right' }, 24);
    expect([right.sides.front, right.sides.back]).toEqual([left.sides.back, left.sides.front]);
  });
});
