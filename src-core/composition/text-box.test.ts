import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextElement } from '../contract/templates.ts';
import { mmToPoints, pointsToMm } from '../units.ts';
import { mmOfPx, pxOfMm } from './lengths.ts';
import { LINE_HEIGHT_EM, layText } from './text-box.ts';
import { measure } from './testing/layout-bench.ts';
import { textElement } from './testing/text-element.ts';

const box = (widthMm: number, heightMm: number) => ({ xMm: 0, yMm: 0, widthMm, heightMm });
const element = (more: Partial<TextElement>) => textElement({ fontSize: pxOfMm(pointsToMm(12)), ...more });
const sizesOf = (laid: ReturnType<typeof layText>) => [
  ...new Set(laid.lines.map(({ item }) => mmToPoints(item.sizeMm))),
];
const words = (count: number) => Array.from({ length: count }, () => '가족').join(' ');

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
