import { beforeAll, expect, test } from 'vitest';
import { breakLines } from '../src-core/composition/break-text.ts';
import type { TextMeasure } from '../src-core/composition/sketch.ts';
import { TYPEFACES } from '../src-core/composition/typefaces.ts';
import { bookFaces, familyOf } from './features/layout/book-faces.ts';

/** What a layout shows in the window has to break where the printed page breaks: the shaper of the service, in the browser. */
const AT_PX = 100;
const TEXTS = [
  '아침 일찍 길을 나섰다. 창밖으로 낮은 산과 논이 지나가고, 아이들은 어느새 잠이 들었다.',
  'AVATAR Tokyo, Yes. "We" To-Go – the road was long, and nobody minded…',
  '한글과 English가 섞인 문장: 10:30–11:00 -> 5. 「책」 ㅋㅋ 1,234원',
];

let measure: TextMeasure;
/** Chromium's own shaper, which sets what people see. */
let browser: TextMeasure;

beforeAll(async () => {
  measure = await bookFaces();
  const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  // Widths as the face has them, not rounded to the pixels of this screen.
  canvas.textRendering = 'geometricPrecision';
  browser = {
    ...measure,
    widthEm(typeface, text) {
      canvas.font = `${AT_PX}px "${familyOf(typeface)}"`;
      return canvas.measureText(text).width / AT_PX;
    },
  };
});

test.each(TYPEFACES)('%s is as wide in the window as in the PDF', (typeface) => {
  for (const text of TEXTS)
    expect(Math.abs(measure.widthEm(typeface, text) - browser.widthEm(typeface, text)), text).toBeLessThan(0.001);
  expect([measure.covers(typeface, '가 AV → 漢'), measure.covers(typeface, '\u10D0')]).toEqual([true, false]);
});

test('what shaping makes of neighbours is made in the window as on paper, where Chromium parts scripts', () => {
  // A cross between digits: 3.8477 em in the PDF. Chromium shapes "3" with the Hangul before it and "x4" by itself.
  expect(measure.widthEm('regular', '문장 3x4')).toBeCloseTo(3.8477, 4);
  expect(browser.widthEm('regular', '문장 3x4')).toBeCloseTo(3.7334, 3);
});

test.each(TYPEFACES)('%s breaks where Chromium would break it, at every width', (typeface) => {
  let lines = 0;
  for (let widthEm = 4; widthEm <= 40; widthEm += 0.4)
    for (const text of TEXTS) {
      const own = breakLines(text, widthEm, typeface, measure);
      expect(own).toEqual(breakLines(text, widthEm, typeface, browser));
      lines += own.length;
    }
  expect(lines).toBeGreaterThan(500);
});
