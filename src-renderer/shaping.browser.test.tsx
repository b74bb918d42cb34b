import { beforeAll, expect, test } from 'vitest';
import { breakLines } from '../src-core/composition/break-text.ts';
import type { TextMeasure } from '../src-core/composition/sketch.ts';
import { lookOf, TYPEFACES, type Typeface } from '../src-core/composition/typefaces.ts';
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
  measure = await bookFaces(TYPEFACES);
  const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  // Widths as the face has them, not rounded to the pixels of this screen.
  canvas.textRendering = 'geometricPrecision';
  browser = {
    ...measure,
    widthEm(typeface, text) {
      canvas.font = `${AT_PX * lookOf(typeface).setEm}px "${familyOf(typeface)}"`;
      return canvas.measureText(text).width / AT_PX;
    },
  };
});

/** What of a text its own face sets: for the rest the window asks other faces than the page does. */
const ownOf = (text: string, typeface: Typeface) =>
  measure
    .runs(typeface, text, 'ltr')
    .flatMap((run) => (run.face === typeface ? run.text : []))
    .join('');

test.each(TYPEFACES)('%s is as wide in the window as in the PDF', (typeface) => {
  for (const text of TEXTS.map((whole) => ownOf(whole, typeface)))
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
  // Between the thousandths that most faces count in: Chromium's sums are not exact.
  for (let widthEm = 4.0004; widthEm <= 40; widthEm += 0.4)
    for (const text of TEXTS.map((whole) => ownOf(whole, typeface))) {
      const own = breakLines(text, widthEm, typeface, measure);
      expect(own).toEqual(breakLines(text, widthEm, typeface, browser));
      lines += own.length;
    }
  expect(lines).toBeGreaterThan(500);
});

/** Where Chromium's own line breaker may begin a line: it lays the text out in a box of no width. */
function lineStarts(text: string, language: string, wordBreak: 'keep-all' | 'normal'): ReadonlySet<number> {
  const box = document.createElement('div');
  box.lang = language;
  Object.assign(box.style, {
    width: '0',
    font: '20px/2 serif',
    wordBreak,
    lineBreak: 'strict',
    overflowWrap: 'normal',
  });
  box.textContent = text;
  document.body.append(box);
  const node = box.firstChild as Text;
  const starts = new Set<number>();
  let before = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < text.length; at += 1) {
    // A space at the end of a line lies nowhere, and half a surrogate pair is no character.
    if (/\s|[\uDC00-\uDFFF]/.test(text[at] ?? '')) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const { top } = range.getBoundingClientRect();
    if (top > before + 1) starts.add(at);
    before = top;
  }
  box.remove();
  return starts;
}

/** Where the lines begin in their text. */
function startsOf(text: string, lines: readonly string[]): readonly number[] {
  let from = 0;
  return lines.map((line) => {
    const at = text.indexOf(line.trim(), from);
    from = at + line.trim().length;
    return at;
  });
}

test.each([
  ...TEXTS.map((text) => ['ko', 'keep-all', text] as const),
  ['ko', 'keep-all', '“여기서 살고 싶다”고 아이가 말했다(정말로!). 점심은 고기국수 9,000원, 후식은 한라봉 주스(대).'],
  [
    'ko',
    'normal',
    'We took the bus No. 201-1 to Seongsan Ilchulbong – it was worth it: 24/7, 50% off, an A-B-Test, and so on.',
  ],
  [
    'ko',
    'normal',
    '金君과 함께 漢拏山을 오르는 날, 하늘은 맑고 바람은 잔잔했다. 「東京タワー」에서 본 夜景이 가장 좋았다.',
  ],
  [
    'ja',
    'normal',
    '朝早く家を出た。バスの窓から低い山と田んぼが見えて、子どもたちはいつのまにか眠ってしまった（ほんとう！）。ちょっと待って、コーヒーを飲もう…',
  ],
  [
    'zh',
    'normal',
    '清晨出门，窗外是低矮的山和稻田，孩子们不知不觉睡着了。“我想住在这里！”他说（真的）；午饭吃了面条，9,000韩元。',
  ],
] as const)('no line begins where Chromium itself would begin none: %s, %s, %s', (language, wordBreak, text) => {
  const allowed = lineStarts(text, language, wordBreak);
  expect(allowed.size).toBeGreaterThan(4);
  let begun = 0;
  // Wide enough for the longest word.
  for (let widthEm = 12; widthEm <= 40; widthEm += 0.4)
    for (const at of startsOf(text, breakLines(text, widthEm, 'regular', measure))) {
      expect(allowed.has(at), `${text.slice(0, at)}|${text.slice(at)}`).toBe(true);
      begun += 1;
    }
  expect(begun).toBeGreaterThan(100);
});
