import { join, resolve } from 'node:path';
import { create } from 'fontkit';
import { PDFDocument, type PDFFont } from 'pdf-lib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { TYPEFACES as FACES, type Typeface } from '../../src-core/composition/typefaces.ts';
import { openTypefaces } from './open-typefaces.ts';

const { measure, bytesOf } = await openTypefaces(join(resolve(import.meta.dirname, '../..'), 'resources/fonts'));
const TYPEFACES: readonly Typeface[] = FACES.map(({ name }) => name);

const shapedEm = (typeface: Typeface, text: string) => {
  const program = create(bytesOf(typeface));
  return program.layout(text).advanceWidth / program.unitsPerEm;
};

const TEXTS = [
  '우리 가족의 제주도 여행, 2024년 5월 3일 (금)',
  'AVATAR Tokyo, Yes. "We" To-Go',
  '한글과 English가 섞인 문장: 10:30–11:00, 3x4 -> 5.',
  'ㅋㅋㅋ ㅠㅠ 「책」 『집』、。',
  ' 앞과  뒤의 빈칸 ',
  '',
];

describe.each(TYPEFACES)('widths of %s', (typeface) => {
  it.each(TEXTS)('are those of the whole text shaped at once: %s', (text) => {
    expect(measure.widthEm(typeface, text)).toBeCloseTo(shapedEm(typeface, text), 9);
  });

  it('are those of the whole text shaped at once, whatever is mixed', () => {
    const program = create(bytesOf(typeface));
    const letters = fc.string({ unit: fc.constantFrom(...'가나힣ㅋ AVToy.,!?-()0123:;\'"…·'), maxLength: 40 });
    fc.assert(
      fc.property(letters, (text) => {
        expect(measure.widthEm(typeface, text)).toBeCloseTo(program.layout(text).advanceWidth / program.unitsPerEm, 9);
      }),
      { numRuns: 100 },
    );
  });

  it('add up over words, so that a line never grows by being parted', () => {
    expect(measure.widthEm(typeface, '사진 사진')).toBeCloseTo(
      2 * measure.widthEm(typeface, '사진') + measure.widthEm(typeface, ' '),
      9,
    );
  });
});

describe('beside the PDF writer', () => {
  const fonts = new Map<Typeface, PDFFont>();
  beforeAll(async () => {
    const document = await PDFDocument.create();
    document.registerFontkit({ create });
    for (const typeface of TYPEFACES)
      fonts.set(typeface, await document.embedFont(bytesOf(typeface), { subset: true }));
  });

  it.each(TYPEFACES)('%s is as wide as the glyphs that are embedded, but for kerning', (typeface) => {
    for (const text of TEXTS) {
      const plainEm = fonts.get(typeface)?.widthOfTextAtSize(text, 1) ?? Number.NaN;
      expect(Math.abs(measure.widthEm(typeface, text) - plainEm), text).toBeLessThanOrEqual(0.06 * text.length);
    }
    const unkerned = '가나다라 마바사 (한글)';
    expect(measure.widthEm(typeface, unkerned)).toBeCloseTo(
      fonts.get(typeface)?.widthOfTextAtSize(unkerned, 1) ?? Number.NaN,
      9,
    );
  });
});

describe('glyphs', () => {
  it('are there for Korean, Latin and the marks that stand for what is missing', () => {
    for (const typeface of TYPEFACES)
      expect(measure.covers(typeface, '가힣뷁 Zażółć “—…” □ … 1,234원 ㄱㅎ')).toBe(true);
  });

  it('are not there for pictures, Hanja and scripts that the faces lack', () => {
    for (const text of ['😀', '漢', 'א', '한😀글']) expect(measure.covers('regular', text)).toBe(false);
  });
});

describe('hostile text', () => {
  it('of a hundred thousand letters without a space is measured at once', () => {
    const startMs = performance.now();
    expect(measure.widthEm('regular', 'a'.repeat(100_000))).toBeGreaterThan(40_000);
    expect(measure.widthEm('regular', '가'.repeat(100_000))).toBeGreaterThan(80_000);
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});
