import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bindValues } from '../../src-core/composition/bind-values.ts';
import { breakLines, brokenLines } from '../../src-core/composition/break-text.ts';
import { lettersLacking, lettersLackingBy, printable } from '../../src-core/composition/printable.ts';
import { layText } from '../../src-core/composition/text-box.ts';
import { textElement } from '../../src-core/composition/testing/text-element.ts';
import { openTypefaces } from './open-typefaces.ts';

const { measure, measureBy } = await openTypefaces(join(resolve(import.meta.dirname, '../..'), 'resources/fonts'));

describe('lines', () => {
  it('of Thai break between words, of Hanja between ideographs, and every one fits', () => {
    const thai = 'ครอบครัวของเราเดินทางไปเที่ยวเกาะเชจูด้วยกัน';
    const lines = breakLines(thai, 7, 'regular', measure);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join('')).toBe(thai);
    const words = [...new Intl.Segmenter('th', { granularity: 'word' }).segment(thai)].map(({ index }) => index);
    let at = 0;
    for (const line of lines) {
      expect(words).toContain(at);
      at += line.length;
      expect(measure.widthEm('regular', line)).toBeLessThanOrEqual(7);
    }
    expect(breakLines('大韓民國家族旅行', 3, 'regular', measure).map((line) => line.length)).toEqual([3, 2, 3]);
  });

  it('have the direction of their paragraph, and only by the rules of now', () => {
    const text = '가족 사진\nשלום לכל המשפחה 2024';
    expect(brokenLines(text, 5, 'regular', measure).map(({ direction }) => direction)).toEqual([
      'ltr',
      'rtl',
      'rtl',
      'rtl',
    ]);
    const before = brokenLines(text, 5, 'regular', measureBy(1));
    expect(before.every(({ direction }) => direction === 'ltr')).toBe(true);
  });

  it('are as wide as their runs together, each stand-in as large as it looks beside Hangul', () => {
    for (const line of ['金哲洙 회갑 🎂', 'مرحبا 2024 بالعالم', 'ภาษาไทย ก็ที่นี่', '爱 가 A']) {
      const together = measure.runs('regular', line, 'ltr').reduce((sum, { widthEm }) => sum + widthEm, 0);
      expect(measure.widthEm('regular', line)).toBeCloseTo(together, 9);
    }
    const [syllable, ideograph] = ['가', '金'].map((letter) => measure.widthEm('regular', letter)) as [number, number];
    expect(ideograph / syllable).toBeCloseTo(1.04, 2);
  });
});

const ELEMENT = textElement();
const BOX = { xMm: 0, yMm: 0, widthMm: 100, heightMm: 25 };

it('a text from right to left begins at the right of its box where the template says left', () => {
  const [line] = layText('שלום', ELEMENT, BOX, measure).lines[0]?.item.lines ?? [];
  const widthMm = measure.widthEm('regular', 'שלום') * ((16 / 96) * 25.4);
  expect(line).toMatchObject({ text: 'שלום', direction: 'rtl', xMm: expect.closeTo(100 - widthMm, 6) });
  const [korean] = layText('안녕', ELEMENT, BOX, measure).lines[0]?.item.lines ?? [];
  expect(korean).toEqual({ text: '안녕', xMm: 0, baselineMm: expect.any(Number) });
});

describe('letters that no face has', () => {
  it('are named once each, as they are read, and only those', () => {
    expect(lettersLacking('가 \u0985\u0985 金 🎂 \u09AE\u09BF\n\u0985', 'regular', measure)).toEqual([
      '\u0985',
      '\u09AE\u09BF',
    ]);
    // For private use: each font draws something else there, and Pretendard a square of four.
    expect(lettersLacking('가\uE000 \uF8FF\u{F0000}', 'regular', measure)).toEqual(['\uE000', '\uF8FF', '\u{F0000}']);
    expect(lettersLacking('\u200B\u00AD가\u2060 \u200D\u202A', 'regular', measure)).toEqual([]);
    expect(lettersLackingBy(measureBy(1))('\u0985 金')).toEqual([]);
  });

  it('keep a text from being bound, beside whatever else is wrong', () => {
    const definition = { binding: 'text', type: 'string', required: true, description: '글' } as const;
    const { problems } = bindValues(
      { title: definition, body: definition, author: definition },
      { title: '金', body: '\u0985' },
      new Map(),
      lettersLackingBy(measure),
    );
    expect(problems.map(({ name, fault }) => [name, fault])).toEqual([
      ['body', { reason: 'lettersLacking', letters: ['\u0985'] }],
      ['author', { reason: 'textMissing' }],
    ]);
  });

  it('joiners stay where they join, and nowhere else', () => {
    const set = (text: string) => printable(text, 'regular', measure);
    expect(set('👨\u200D👩\u200D👧')).toBe('👨\u200D👩\u200D👧');
    expect(set('가\u200D나\uFE0F')).toBe('가나');
    expect(set('می\u200Cخواهم')).toBe('می\u200Cخواهم');
    expect(set('\u200F2024 가')).toBe('\u200F2024 가');
    expect(set('\u202A가\u202C')).toBe('가');
  });
});
