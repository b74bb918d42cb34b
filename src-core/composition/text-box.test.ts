import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextElement } from '../contract/templates.ts';
import { mmToPoints, pointsToMm } from '../units.ts';
import { mmOfPx, pxOfMm } from './lengths.ts';
import { layText } from './text-box.ts';
import { LINE_HEIGHT_EM } from './text-look.ts';
import { measure } from './testing/layout-bench.ts';
import { textElement } from './testing/text-element.ts';

const box = (widthMm: number, heightMm: number) => ({ xMm: 0, yMm: 0, widthMm, heightMm });
const element = (more: Partial<TextElement>) => textElement({ fontSize: pxOfMm(pointsToMm(12)), ...more });
const sizesOf = (laid: ReturnType<typeof layText>) => [
  ...new Set(laid.lines.map(({ item }) => mmToPoints(item.sizeMm))),
];
const words = (count: number) => Array.from({ length: count }, () => '가족').join(' ');

describe('a text of a style', () => {
  const fontSize = pxOfMm(pointsToMm(12));
  const sizeMm = pointsToMm(12);
  const baselinesOf = (laid: ReturnType<typeof layText>) =>
    laid.lines.flatMap(({ item }) => item.lines.map(({ baselineMm }) => baselineMm / sizeMm));

  it('has its lines as far apart as it says, the first one in the middle of its own', () => {
    const [first = 0, second = 0, ...more] = baselinesOf(
      layText('가족\n여행', element({ lineHeight: 1.25 }), box(80, 40), measure),
    );
    expect([more, second - first]).toEqual([[], expect.closeTo(1.25, 9)]);
    expect(first).toBeCloseTo((1.25 - 0.952 - 0.241) / 2 + 0.952, 9);
    const [serif = 0] = baselinesOf(
      layText('가족', element({ lineHeight: 1.25, fontFamily: 'Gowun Batang' }), box(80, 40), measure),
    );
    expect(serif).toBeCloseTo((1.25 - 0.88 - 0.12) / 2 + 0.88, 9);
    expect(
      layText('가족\n여행', element({ lineHeight: 1.25, isDynamic: true }), box(80, 1), measure).heightMm,
    ).toBeCloseTo(2.5 * sizeMm + mmOfPx(10), 9);
  });

  it.each([
    ['Pretendard', false, 'regular'],
    ['Pretendard', true, 'semiBold'],
    ['Gowun Batang', false, 'serif'],
    ['Gowun Batang', true, 'serifBold'],
    ['Gowun Dodum', true, 'round'],
    ['Nanum Pen Script', false, 'hand'],
    ['Another', true, 'semiBold'],
  ] as const)('in %s, bold %s, is set in %s', (fontFamily, textBold, typeface) => {
    const [line] = layText('가', element({ fontFamily, textBold }), box(80, 40), measure).lines;
    expect(line?.item.typeface).toBe(typeface);
  });

  it('counts the room between letters, and none behind the last', () => {
    // Four letters an em wide each.
    const own = element({ letterSpacing: 0.1, textAlignment: 'right' });
    const startOf = (widthMm: number) =>
      layText('가나다라', own, box(widthMm, 40), measure).lines[0]?.item.lines[0]?.xMm;
    expect(startOf(80)).toBeCloseTo(80 - 4.3 * sizeMm, 9);
    const linesIn = (widthEm: number) =>
      layText('가나 다라', own, box(widthEm * sizeMm, 40), measure).lines.flatMap(({ item }) => item.lines.length);
    // Two ems, half a space, two ems, and four rooms.
    expect([linesIn(4.91).length, linesIn(4.89).length]).toEqual([1, 2]);
    expect(layText('가', own, box(80, 40), measure).lines[0]?.item).toMatchObject({ trackingEm: 0.1 });
    expect(layText('가', element({}), box(80, 40), measure).lines[0]?.item).not.toHaveProperty('trackingEm');
  });

  it('takes the room below its box before it is set smaller', () => {
    const two = box(40, sizeMm * LINE_HEIGHT_EM * 2.01);
    const spareHeight = pxOfMm(sizeMm * LINE_HEIGHT_EM);
    expect(sizesOf(layText(words(8), element({ fontSize }), two, measure))).not.toEqual([expect.closeTo(12, 6)]);
    const within = layText(words(8), element({ spareHeight }), two, measure);
    expect([within.fit, sizesOf(within), within.lines.length]).toEqual([null, [expect.closeTo(12, 6)], 3]);
    expect(within.heightMm).toBe(two.heightMm);
    // Wherever it stands in its box, it goes on downwards.
    const low = layText(words(8), element({ spareHeight, verticalAlignment: 'bottom' }), two, measure);
    expect(low.lines[0]?.topMm).toBeCloseTo(0, 6);
    expect(
      layText(words(2), element({ spareHeight, verticalAlignment: 'bottom' }), two, measure).lines[0]?.bottomMm,
    ).toBeCloseTo(two.heightMm, 6);
    expect(layText(words(60), element({ spareHeight }), two, measure).fit?.kind).toBe('tooLong');
  });

  it('is set as small as it says and no smaller, and never under 7 points', () => {
    const low = box(40, sizeMm * LINE_HEIGHT_EM * 2.01);
    const smallest = (leastScale: number) => sizesOf(layText(words(60), element({ leastScale }), low, measure));
    expect(smallest(0.95)).toEqual([expect.closeTo(11.4, 6)]);
    expect(smallest(1)).toEqual([expect.closeTo(12, 6)]);
    expect(smallest(0.5)).toEqual([expect.closeTo(7, 6)]);
  });
});

describe('a text that its box cannot hold', () => {
  it('is set smaller by half points, no further than 85 % and a title 70 %', () => {
    const low = box(40, pointsToMm(12) * LINE_HEIGHT_EM * 2.01);
    const full = layText(words(6), element({}), low, measure);
    expect([full.fit, sizesOf(full)]).toEqual([null, [expect.closeTo(12, 6)]]);
    const smaller = layText(words(8), element({}), low, measure);
    expect(smaller.fit).toMatchObject({ kind: 'smaller', fullPt: expect.closeTo(12, 6) });
    const [set = 0] = sizesOf(smaller);
    expect(set * 2).toBeCloseTo(Math.round(set * 2), 6);
    expect(set).toBeLessThan(12);
    expect(set).toBeGreaterThanOrEqual(12 * 0.85 - 1e-9);
    const long = layText(words(60), element({}), low, measure);
    expect([long.fit?.kind, sizesOf(long)]).toEqual(['tooLong', [expect.closeTo(12 * 0.85, 6)]]);
    const title = layText(words(60), element({ textBold: true }), low, measure);
    expect([title.fit?.kind, sizesOf(title)]).toEqual(['tooLong', [expect.closeTo(12 * 0.7, 6)]]);
  });

  it('is never under 7 points, and one that is drawn smaller stays as it is drawn', () => {
    const low = box(40, 4);
    const small = layText(words(60), element({ fontSize: pxOfMm(pointsToMm(7.5)) }), low, measure);
    expect([small.fit?.kind, sizesOf(small)]).toEqual(['tooLong', [expect.closeTo(7, 6)]]);
    const drawn = layText(words(60), element({ fontSize: pxOfMm(pointsToMm(6)) }), low, measure);
    expect(sizesOf(drawn)).toEqual([expect.closeTo(6, 6)]);
  });

  it('says how many characters fit, and so many do', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('가', '나', ' ', 'a', '漢', '🎂'), minLength: 60, maxLength: 300 }),
        fc.integer({ min: 20, max: 80 }),
        fc.integer({ min: 5, max: 20 }),
        fc.boolean(),
        (text, widthMm, heightMm, textBold) => {
          const own = element({ textBold });
          const { fit } = layText(text, own, box(widthMm, heightMm), measure);
          if (fit?.kind !== 'tooLong') return;
          const graphemes = [...new Intl.Segmenter('ko').segment(text)].map(({ segment }) => segment);
          expect(fit.characters).toBe(graphemes.length);
          expect(fit.room).toBeLessThan(fit.characters);
          const kept = layText(graphemes.slice(0, fit.room).join(''), own, box(widthMm, heightMm), measure);
          expect(kept.fit?.kind).not.toBe('tooLong');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('a thousand times too long is refused as one that is ten times too long', () => {
    const fitOf = (count: number) => layText(words(count), element({}), box(40, 20), measure).fit;
    const [ten, thousand] = [fitOf(200), fitOf(20_000)];
    if (ten?.kind !== 'tooLong' || thousand?.kind !== 'tooLong') throw new Error('it fits');
    expect(thousand.room).toBe(ten.room);
    expect(thousand.characters).toBe(20_000 * 3 - 1);
    // A box that holds more than is tried first takes all of it.
    expect(layText(words(1_000), element({}), box(300, 2_000), measure).fit).toBeNull();
  });

  it('grows where it may, and no box is lower than its type', () => {
    expect(layText(words(60), element({ isDynamic: true }), box(40, 5), measure).fit).toBeNull();
    expect(layText('가족', element({}), box(40, mmOfPx(1)), measure).fit).toBeNull();
  });
});
