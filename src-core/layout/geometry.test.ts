import { describe, expect, it } from 'vitest';
import { resolveThresholds } from '../preflight/thresholds.ts';
import { coverSizeMm, innerSizeMm } from '../specs/book-geometry.ts';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';
import { linesOfCover, linesOfOthers, linesOfSpread, snap, type MovingSide, type SnapLine } from './snap.ts';
import { coverGeometry, spreadGeometry } from './spread-geometry.ts';
import { spreadOf, spreadsOf } from './spreads.ts';
import { sampleBook } from './testing/sample-book.ts';

const thresholds = resolveThresholds();
const ALL: ReadonlySet<MovingSide> = new Set(['left', 'right', 'top', 'bottom']);
const box = (xMm: number, yMm: number, widthMm: number, heightMm: number) => ({ xMm, yMm, widthMm, heightMm });

describe('spreads', () => {
  it('of a glued book begin on the right and end on the left', () => {
    const spreads = spreadsOf(sampleBook());
    expect(spreads).toHaveLength(13);
    expect([spreads[0], spreads[1], spreads[12]]).toEqual([
      { index: 0, left: null, right: 'p1' },
      { index: 1, left: 'p2', right: 'p3' },
      { index: 12, left: 'p24', right: null },
    ]);
  });

  it('of a LAYFLAT book are two pages each', () => {
    const spreads = spreadsOf(sampleBook({ uid: 'SQUAREBOOK_LAYFLAT_HC' }));
    expect(spreads).toHaveLength(12);
    expect(spreads[0]).toEqual({ index: 0, left: 'p1', right: 'p2' });
  });

  it('of a right-bound book lie the other way round', () => {
    const book = sampleBook();
    const spreads = spreadsOf({ ...book, spec: { ...book.spec, bindingEdge: 'right' } });
    expect([spreads[0], spreads[1]]).toEqual([
      { index: 0, left: 'p1', right: null },
      { index: 1, left: 'p3', right: 'p2' },
    ]);
  });

  it('are found by each of their pages', () => {
    const book = sampleBook();
    for (const spread of spreadsOf(book))
      for (const id of [spread.left, spread.right]) if (id !== null) expect(spreadOf(book, id)).toEqual(spread);
    expect(spreadOf(book, 'p99')).toBeUndefined();
  });
});

describe('the geometry of what lies open', () => {
  it.each(shippedSpecs)('of $bookSpecUid is as large as its sheets', (spec) => {
    const book = sampleBook({ uid: spec.bookSpecUid, pageCount: spec.pageMin });
    const { sheet, pages } = spreadGeometry(book, 1, thresholds);
    const inner = innerSizeMm(spec);
    expect(sheet.heightMm).toBeCloseTo(inner.heightMm, 6);
    expect(sheet.widthMm).toBeCloseTo(2 * spec.innerTrimWidthMm + 2 * spec.bleedMm, 6);
    expect(pages.map(({ trim }) => trim.xMm)).toEqual([0, spec.innerTrimWidthMm]);
    const cover = coverGeometry(book, thresholds);
    expect([cover.sheet.widthMm, cover.sheet.heightMm]).toEqual(Object.values(coverSizeMm(spec, spec.pageMin)));
    expect(cover.panels.front.trim.xMm).toBeGreaterThan(cover.panels.back.trim.xMm);
  });

  it('keeps text out of the gutter, by how thick the book is, or off the fold', () => {
    const safeOf = (uid: string, pageCount: number) =>
      spreadGeometry(sampleBook({ uid, pageCount }), 1, thresholds).pages.map(({ safe }) => safe);
    expect(safeOf('PHOTOBOOK_A4_SC', 150)[0]).toEqual(box(3, 3, 210 - 3 - 9.5, 291));
    expect(safeOf('PHOTOBOOK_A4_SC', 152)[0]?.widthMm).toBeCloseTo(210 - 3 - 12.7, 9);
    expect(safeOf('SQUAREBOOK_LAYFLAT_HC', 16)[1]).toEqual(box(243 + 5, 3, 243 - 5 - 3, 242));
  });

  it('of a studio that set its own numbers has those', () => {
    const own = resolveThresholds({ studio: { textSafetyMm: 8 } });
    expect(spreadGeometry(sampleBook(), 1, own).pages[0]?.safe.yMm).toBe(8);
  });
});

describe('a box that is dragged', () => {
  const spread = spreadGeometry(sampleBook({ uid: 'SQUAREBOOK_LAYFLAT_HC', pageCount: 16 }), 0, thresholds);
  const lines = linesOfSpread(spread, thresholds, 'artwork');
  const rest = (moving: ReturnType<typeof box>, reachMm = 1, sides = ALL, others: readonly SnapLine[] = []) =>
    snap({ box: moving, sides }, [...lines, ...others], reachMm);

  it('goes on to the end of the bleed when it ends within 3 mm of the trim, or short of the bleed’s end', () => {
    for (const xMm of [2.9, 0, -0.5, -2.5]) {
      const { box: rested, lines: named } = rest(box(xMm, 60, 100, 70), 0.1);
      expect([xMm, rested.xMm, named[0]?.rank]).toEqual([xMm, expect.closeTo(-3, 9), 'bleed']);
    }
    expect(rest(box(3.2, 60, 100, 70), 0.1).box.xMm).toBe(3.2);
    expect(rest(box(100, 60, 100, 186), 0.1, new Set(['bottom'])).box.heightMm).toBe(191);
  });

  it('rests at the fold within 2 mm of it, with its edge; and with its middle when it is dragged over it', () => {
    expect(rest(box(140, 60, 104.5, 70), 0.1).box.xMm).toBe(243 - 104.5);
    expect(rest(box(192.4, 60, 100, 70), 1).box.xMm).toBeCloseTo(193, 9);
  });

  it('a text keeps to the safe area and never bleeds', () => {
    const own = linesOfSpread(spread, thresholds, 'text');
    expect(own.some(({ rank }) => rank === 'bleed')).toBe(false);
    expect(snap({ box: box(2.6, 60, 50, 10), sides: ALL }, own, 1).box.xMm).toBe(3);
    expect(snap({ box: box(187.6, 60, 50, 10), sides: ALL }, own, 1).box.xMm).toBe(243 - 5 - 50);
  });

  it('stands as far from its neighbours as they from each other', () => {
    const others = linesOfOthers([box(20, 20, 40, 40), box(66, 20, 40, 40)], box(112.5, 23, 40, 30));
    const { box: rested, lines: named } = rest(box(112.5, 20.8, 40, 30), 1, ALL, others);
    expect([rested.xMm, rested.yMm, named.map(({ rank }) => rank)]).toEqual([
      112,
      expect.closeTo(20, 9),
      ['gap', 'edge'],
    ]);
  });

  it('obeys the stronger line though another is nearer, and the nearer of equals', () => {
    const edge = (atMm: number): SnapLine => ({ axis: 'x', atMm, rank: 'edge' });
    expect(snap({ box: box(10, 0, 20, 20), sides: ALL }, [edge(10.2), { ...edge(11), rank: 'trim' }], 2).box.xMm).toBe(
      11,
    );
    expect(snap({ box: box(10, 0, 20, 20), sides: ALL }, [edge(11), edge(9.5)], 2).box.xMm).toBe(9.5);
    expect(snap({ box: box(10, 0, 20, 20), sides: ALL }, [edge(13)], 2)).toEqual({
      box: box(10, 0, 20, 20),
      lines: [],
    });
  });

  it('that is resized moves the side that is held and no other', () => {
    const rested = rest(box(20, 20, 222, 50), 2, new Set(['right'])).box;
    expect(rested).toEqual(box(20, 20, 223, 50));
  });

  it('on the cover rests at its folds and at the end of the wrap', () => {
    const cover = coverGeometry(sampleBook(), thresholds);
    const own = linesOfCover(cover, thresholds, 'artwork');
    expect(snap({ box: box(15, 60, 100, 70), sides: ALL }, own, 0.1).box.xMm).toBe(0);
    const [fold = 0] = cover.foldsXMm;
    expect(snap({ box: box(fold - 101, 60, 100, 70), sides: ALL }, own, 0.1).box.xMm).toBeCloseTo(fold - 100, 9);
  });
});
