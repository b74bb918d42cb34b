import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoundPicture } from './bound-values.ts';
import { arrangedIn, collageOf, gridOf, rowsOf, type GalleryWay, type PlacedPicture } from './galleries.ts';
import { inside, picture } from './testing/layout-bench.ts';

describe('galleries', () => {
  const box = { xMm: 10, yMm: 20, widthMm: 180, heightMm: 120 };
  const pictures = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 8000 }), fc.integer({ min: 0, max: 8000 })).map(([w, h]) => picture(w, h)),
    { minLength: 1, maxLength: 9 },
  );

  it.each([
    ['collage', collageOf],
    ['grid', gridOf],
  ] as const)('a %s keeps every picture in its box, apart from the others', (_name, lay) => {
    fc.assert(
      fc.property(pictures, fc.integer({ min: 0, max: 6 }), (own, gapMm) => {
        const placed = lay(own, box, gapMm);
        expect(placed.map((one) => one.picture)).toEqual(own);
        for (const [index, { box: first }] of placed.entries()) {
          expect(inside(first, box)).toBe(true);
          for (const { box: second } of placed.slice(index + 1)) {
            const apart =
              first.xMm + first.widthMm + gapMm <= second.xMm + 1e-6 ||
              second.xMm + second.widthMm + gapMm <= first.xMm + 1e-6 ||
              first.yMm + first.heightMm + gapMm <= second.yMm + 1e-6 ||
              second.yMm + second.heightMm + gapMm <= first.yMm + 1e-6;
            expect(apart).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('a grid whose last row is not full has that row in its middle', () => {
    const placed = gridOf(
      Array.from({ length: 7 }, () => picture(1000, 1000)),
      { xMm: 0, yMm: 0, widthMm: 90, heightMm: 90 },
      0,
    );
    expect(placed.slice(-1).map((one) => one.box)).toEqual([{ xMm: 30, yMm: 60, widthMm: 30, heightMm: 30 }]);
  });

  it('a collage of four pictures of its own proportions crops none of them', () => {
    const placed = collageOf(
      [picture(1800, 1200), picture(1800, 1200), picture(1800, 1200), picture(1800, 1200)],
      box,
      0,
    );
    for (const one of placed) expect(one.box.widthMm / one.box.heightMm).toBeCloseTo(1.5, 5);
  });

  it('rows keep proportions, the width and the greatest height', () => {
    const rows = rowsOf([picture(300, 200), picture(200, 300), picture(400, 100), picture(100, 100)], {
      widthMm: 180,
      gapMm: 3,
      maxHeightMm: 60,
      fillMiddle: true,
    });
    expect(rows.flatMap(({ placed }) => placed)).toHaveLength(4);
    for (const { heightMm, placed } of rows) {
      expect(heightMm).toBeLessThanOrEqual(60);
      for (const one of placed) expect(inside(one.box, { xMm: 0, yMm: 0, widthMm: 180, heightMm })).toBe(true);
    }
  });
});

describe('pictures that are arranged in a box', () => {
  const BOX = { xMm: 3, yMm: 4, widthMm: 194, heightMm: 175 };
  const GAP = 4;
  const BY_RULES_5 = { gapMm: GAP, isEven: false, foldXMm: null };
  const EVEN = { gapMm: GAP, isEven: true, foldXMm: null };
  /** As cameras and telephones have them, a panorama among them. */
  const ASPECTS = [3 / 2, 2 / 3, 4 / 3, 3 / 4, 1, 16 / 9, 9 / 16, 3 / 2, 4 / 3, 2.4];
  const shots = (count: number, seed: number) =>
    Array.from({ length: count }, (_, index) => {
      const aspect = ASPECTS[(seed * 7 + index * (1 + (seed % 4))) % ASPECTS.length] ?? 1;
      return picture(Math.round(4_000 * Math.sqrt(aspect)), Math.round(4_000 / Math.sqrt(aspect)));
    });
  const cutOf = ({ picture: { widthPx, heightPx }, box }: PlacedPicture) => {
    const stretch = widthPx / heightPx / (box.widthMm / box.heightMm);
    return 1 - Math.min(stretch, 1 / stretch);
  };

  const ways = [BY_RULES_5, EVEN].flatMap((way) => [2, 3, 4, 6, 9].map((count) => [count, way] as const));
  it.each(ways)('%i of them keep their order, their gaps and the box, and little is cut off', (count, way) => {
    const cuts: number[] = [];
    for (let seed = 0; seed < 20; seed += 1) {
      const given = shots(count, seed);
      const placed = arrangedIn(given, BOX, way) ?? [];
      expect(placed.map((one) => one.picture)).toEqual(given);
      for (const [index, one] of placed.entries()) {
        const { xMm, yMm, widthMm, heightMm } = one.box;
        expect(Math.min(xMm - BOX.xMm, yMm - BOX.yMm)).toBeGreaterThan(-1e-6);
        expect(xMm + widthMm - BOX.xMm).toBeLessThan(BOX.widthMm + 1e-6);
        expect(yMm + heightMm - BOX.yMm).toBeLessThan(BOX.heightMm + 1e-6);
        for (const other of placed.slice(index + 1)) {
          const apartX = Math.max(other.box.xMm - xMm - widthMm, xMm - other.box.xMm - other.box.widthMm);
          const apartY = Math.max(other.box.yMm - yMm - heightMm, yMm - other.box.yMm - other.box.heightMm);
          expect(Math.max(apartX, apartY)).toBeGreaterThan(GAP - 1e-6);
        }
        cuts.push(cutOf(one));
      }
    }
    expect(Math.max(...cuts)).toBeLessThanOrEqual(way.isEven ? 0.3 : 0.2);
    const mean = cuts.reduce((sum, cut) => sum + cut, 0) / cuts.length;
    expect(mean).toBeLessThan(way.isEven ? 0.12 : 0.09);
    // What it came after cut off several times as much.
    const before = Array.from({ length: 20 }, (_, seed) => gridOf(shots(count, seed), BOX, GAP).map(cutOf)).flat();
    expect(mean).toBeLessThan(before.reduce((sum, cut) => sum + cut, 0) / before.length / 2);
  });

  const ratioOf = (placed: readonly PlacedPicture[]) => {
    const areas = placed.map(({ box }) => box.widthMm * box.heightMm);
    return Math.max(...areas) / Math.min(...areas);
  };

  it.each([3, 4, 5, 6, 7, 8, 9, 12])('of %i of them none is a stamp beside another', (count) => {
    const laid = (way: GalleryWay) =>
      Array.from({ length: 20 }, (_, seed) => arrangedIn(shots(count, seed), BOX, way) ?? []);
    for (const placed of laid(EVEN)) {
      const leastSideMm = Math.min(...placed.map(({ box }) => Math.min(box.widthMm, box.heightMm)));
      // Of three in a large box the smallest is no stamp, however large the others are.
      if (count > 3 || leastSideMm < 40) expect(ratioOf(placed)).toBeLessThanOrEqual(4.5);
    }
    expect(Math.max(...laid(BY_RULES_5).map(ratioOf))).toBeGreaterThan(7);
  });

  it('where there are people they get the most room', () => {
    const people = (one: BoundPicture) => ({
      ...one,
      subject: { faces: [{ x: 0.4, y: 0.3, width: 0.2, height: 0.2, score: 0.9 }], attention: null },
    });
    // The same pictures, once with people on every other one of them and once on the others.
    const areaOfOdd = (peopleOn: 0 | 1) =>
      Array.from({ length: 20 }, (_, seed) => {
        const given = shots(6, seed).map((one, index) => (index % 2 === peopleOn ? people(one) : one));
        const placed = arrangedIn(given, BOX, EVEN) ?? [];
        return placed.reduce((sum, { box }, index) => sum + (index % 2 === 1 ? box.widthMm * box.heightMm : 0), 0);
      }).reduce((sum, area) => sum + area, 0);
    expect(areaOfOdd(1)).toBeGreaterThan(areaOfOdd(0) * 1.05);
  });

  it('stand on one of two pages, or well on both', () => {
    const spread = { ...BOX, widthMm: 420 };
    const foldXMm = BOX.xMm + 210;
    const SLIVER_MM = 25;
    for (const count of [2, 3, 5, 6, 7, 9, 12])
      for (let seed = 0; seed < 20; seed += 1)
        for (const { box } of arrangedIn(shots(count, seed), spread, { ...EVEN, foldXMm }) ?? []) {
          const [leftMm, rightMm] = [foldXMm - box.xMm, box.xMm + box.widthMm - foldXMm];
          const onBothMm = Math.min(leftMm, rightMm);
          expect(onBothMm <= 0 || onBothMm > SLIVER_MM, `${count} ${seed} ${onBothMm}`).toBe(true);
        }
  });

  it('heads go before everything else', () => {
    const face = (y: number) => ({ x: 0.4, y, width: 0.2, height: 0.12, score: 0.9 });
    const high = { ...picture(3_000, 4_000), subject: { faces: [face(0.1), face(0.76)], attention: null } };
    for (let seed = 0; seed < 20; seed += 1)
      for (const given of [
        [high, ...shots(1, seed)],
        [...shots(2, seed), high],
        [...shots(2, seed), high, ...shots(1, seed + 1)],
      ]) {
        for (const way of [BY_RULES_5, EVEN]) {
          const placed = arrangedIn(given, BOX, way) ?? [];
          const { box } = placed[given.indexOf(high)] as PlacedPicture;
          // From 1 to 92 % of its height they stand.
          const shown = Math.min(1, 3 / 4 / (box.widthMm / box.heightMm));
          expect(shown).toBeGreaterThan(0.9);
        }
      }
  });

  it('are none where there are too many, or where there is no room', () => {
    expect(arrangedIn(shots(13, 1), BOX, EVEN)).toBeNull();
    expect(arrangedIn(shots(4, 1), { ...BOX, widthMm: 3, heightMm: 3 }, EVEN)).toBeNull();
    expect(arrangedIn([], BOX, EVEN)).toBeNull();
    expect(arrangedIn([...shots(2, 1), picture(0, 400)], BOX, EVEN)).toBeNull();
  });
});
