import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { GivingWays } from './giving-way.ts';
import type { Shot } from './shot.ts';

const SIZES_PX = [
  [4000, 3000],
  [3000, 4000],
  [6000, 4000],
  [4000, 6000],
  [3000, 3000],
  [9000, 2400],
] as const;
const ROOM = { xMm: 20, yMm: 20, widthMm: 194, heightMm: 175, foldXMm: null, mayCrossFold: false };
const STYLE = { gapMm: 3, smallestSideMm: 25, leastPpi: 150, isEven: true };

/** Every third one has heads from side to side. */
const shotsOf = (count: number, set: number): Shot[] =>
  Array.from({ length: count }, (_, index) => {
    const [widthPx, heightPx] = SIZES_PX[(set * 7 + index * (set + 3)) % SIZES_PX.length] ?? [1, 1];
    const keepsHeads = { least: (0.95 * widthPx) / heightPx, most: Infinity };
    return { id: `${index}`, widthPx, heightPx, weight: 1, ...(index % 3 === 0 && { keepsHeads }) };
  });
const sets = [3, 5, 8, 10, 12].flatMap((count) => [1, 2, 3, 4].map((set) => shotsOf(count, set)));

it('ways with white are the cheapest of all that fill the surface or do not, and are looked for once', () => {
  for (const shots of sets) {
    const one = new GivingWays(shots, ROOM, STYLE, 8);
    one.arrangements({ mostCrop: 0.12, isFull: true });
    const white = one.arrangements({ mostCrop: 0.12, isFull: false });
    expect(one.arrangements({ mostCrop: 0.12, isFull: false })).toBe(white);
    const all = new GivingWays(shots, ROOM, STYLE, Infinity).arrangements({ mostCrop: 0.12, isFull: false });
    expect(white).toEqual(all.slice(0, 8));
  }
});

it('lie as they did when each filling was laid by itself: books of rules 11 are paid by it', () => {
  const hash = createHash('sha256');
  for (const shots of sets) {
    const giving = new GivingWays(shots, ROOM, STYLE, 8);
    for (const [mostCrop, isFull] of [
      [0.12, true],
      [0.12, false],
      [0.2, true],
    ] as const) {
      const places = giving
        .arrangements({ mostCrop, isFull })
        .map(({ boxes }) =>
          boxes.map(({ xMm, yMm, widthMm, heightMm }) => [xMm, yMm, widthMm, heightMm].map((mm) => mm.toFixed(6))),
        );
      hash.update(JSON.stringify(places));
    }
  }
  expect(hash.digest('hex')).toBe('50b7c8b3328c309b48ac0252977a7f7365d380e574ac9870c41eb45d8a761dd8');
});
