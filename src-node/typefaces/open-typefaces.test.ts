import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACES, lookOf, PLAINEST_TYPEFACES, TYPEFACES, type Typeface } from '../../src-core/composition/typefaces.ts';
import { fontkitProgram } from '../../test/fixtures/layout/fontkit-program.ts';
import { openTypefaces } from './open-typefaces.ts';
import { cpuClock } from '../../test/fixtures/cpu-clock.ts';

const FONTS_FOLDER = join(resolve(import.meta.dirname, '../..'), 'resources/fonts');
const { measure, measureBy, faceOf } = await openTypefaces(FONTS_FOLDER);

const quicklyPacked = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

const TEXTS = [
  '우리 가족의 제주도 여행, 2024년 5월 3일 (금)',
  'AVATAR Tokyo, Yes. "We" To-Go',
  'office, fluffy ffi',
  '한글과 English가 섞인 문장: 10:30–11:00, 3x4 -> 5.',
  'ㅋㅋㅋ ㅠㅠ 「책」 『집』、。',
  'q\u0303 x\u0323\u0302 Z\u030C',
  'Žółć Привет Ω',
  ' 앞과  뒤의 빈칸 ',
  '',
];
/** Which of its two looks a colon or a hyphen has beside a space depends on what stands beyond it: there they are left out (docs/decisions/0029). */
const letters = fc
  .string({ unit: fc.constantFrom(...'가나힣ㅋ AVToy.,!?-()0123:;\'"…·'), maxLength: 40 })
  .map((text) => text.replace(/(?<= )[:-]+|[:-]+(?= )/g, ''));

/** What of a text a typeface's own face has. */
const ownOf = (text: string, typeface: Typeface) =>
  Array.from(text)
    .filter((character) => faceOf(typeface).hasGlyph(character.codePointAt(0) ?? 0))
    .join('');

describe.each(TYPEFACES)('shaped by HarfBuzz, %s', (typeface) => {
  const face = faceOf(typeface);
  const shaped = (text: string) =>
    face.shape(text).map(({ glyph, advance, xOffset, yOffset }) => `${glyph} ${advance} ${xOffset} ${yOffset}`);
  const other = fontkitProgram(face.file);
  /** By another program. */
  const shapedByFontkit = (text: string) => {
    const { glyphs, positions } = other.layout(text);
    return glyphs.map(({ id }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      return `${id} ${xAdvance} ${xOffset} ${yOffset}`;
    });
  };

  // As texts are set: a letter and its mark are one character where there is one.
  it.each(TEXTS.map((text) => text.normalize('NFC')))('has the glyphs and places that fontkit finds: %s', (text) => {
    expect(shaped(text)).toEqual(shapedByFontkit(text));
  });

  it('is as wide as fontkit finds, whatever is mixed', () => {
    const widthOf = (text: string) => face.shape(text).reduce((sum, { advance }) => sum + advance, 0);
    fc.assert(
      fc.property(letters, (text) => {
        expect(widthOf(text)).toBe(other.layout(text).advanceWidth);
      }),
      { numRuns: 100 },
    );
  });

  it('has the glyph and the width that fontkit finds for each of its characters, and no others', () => {
    const codePoints = Array.from({ length: 0x110000 }, (_, codePoint) => codePoint).filter((codePoint) =>
      face.hasGlyph(codePoint),
    );
    // The last segment of a `cmap` ends with no character.
    const { characterSet } = other as unknown as { characterSet: number[] };
    expect(codePoints).toEqual(characterSet.filter((codePoint) => codePoint !== 0xffff).sort((a, b) => a - b));
    // Joiners make no glyph: what they join is one.
    const seen = codePoints.filter((codePoint) => codePoint !== 0x200c && codePoint !== 0x200d);
    for (const character of seen.map((codePoint) => String.fromCodePoint(codePoint)))
      expect(shaped(character), character).toEqual(shapedByFontkit(character));
  });
});

describe.each(PLAINEST_TYPEFACES)('shaped by HarfBuzz, %s', (typeface) => {
  const face = faceOf(typeface);

  it('says of a glyph which letters it was made of: an arrow of two, a letter of a base and its mark', () => {
    const made = (text: string) => face.shape(text).map(({ from }) => from);
    expect(made('a->b')).toEqual([0, 1, 3]);
    expect(made('가q\u0303나')).toEqual([0, 1, 1, 3]);
    expect(made('e\u0301가')).toEqual([0, 2]);
  });

  it('has a character for a glyph: the plainest that it stands for', () => {
    const characterOf = (text: string) => face.characterOf(face.shape(text)[0]?.glyph ?? 0);
    expect([characterOf('가'), characterOf('\u00a0'), characterOf('ﾡ'), characterOf('->')]).toEqual([
      '가',
      ' ',
      'ㄱ',
      '→',
    ]);
    expect(face.characterOf(0)).toBeNull();
  });
});

describe.each(TYPEFACES)('widths of %s', (typeface) => {
  const { shape, unitsPerEm } = faceOf(typeface);
  const shapedEm = (text: string) =>
    (lookOf(typeface).setEm * shape(text).reduce((sum, { advance }) => sum + advance, 0)) / unitsPerEm;

  it.each(TEXTS.map((text) => ownOf(text, typeface)))('are those of the whole text shaped at once: %s', (text) => {
    expect(measure.widthEm(typeface, text)).toBeCloseTo(shapedEm(text), 9);
  });

  it('are those of the whole text shaped at once, whatever is mixed', () => {
    fc.assert(
      fc.property(letters, (mixed) => {
        const text = ownOf(mixed, typeface);
        expect(measure.widthEm(typeface, text)).toBeCloseTo(shapedEm(text), 9);
      }),
      { numRuns: 200 },
    );
  });

  it('are those that the window measures with the same shaper (src-renderer/shaping.browser.test.tsx)', () => {
    expect(measure.widthEm('regular', '문장 3x4')).toBeCloseTo(3.8477, 4);
  });

  it('add up over words, so that a line never grows by being parted', () => {
    expect(measure.widthEm(typeface, '사진 사진')).toBeCloseTo(
      2 * measure.widthEm(typeface, '사진') + measure.widthEm(typeface, ' '),
      9,
    );
  });
});

describe('families', () => {
  it('have each of the 11,172 syllables themselves', () => {
    const syllables = Array.from({ length: 11_172 }, (_, index) => 0xac00 + index);
    for (const typeface of TYPEFACES)
      expect(syllables.filter((syllable) => !faceOf(typeface).hasGlyph(syllable))).toEqual([]);
  });

  it('reach above and below their baseline as their files say', () => {
    for (const typeface of TYPEFACES) {
      const { setEm, ascentEm, descentEm } = lookOf(typeface);
      const program = fontkitProgram(faceOf(typeface).file) as unknown as { 'OS/2': Record<string, number> };
      const em = faceOf(typeface).unitsPerEm / setEm;
      const { typoAscender = 0, typoDescender = 0 } = program['OS/2'];
      expect([ascentEm, descentEm], typeface).toEqual([
        expect.closeTo(typoAscender / em, 3),
        expect.closeTo(-typoDescender / em, 3),
      ]);
    }
  });

  it('print whatever Pretendard and its stand-ins print', () => {
    for (let codePoint = 0x20; codePoint < 0x20000; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      if (!PLAINEST_TYPEFACES.every((plain) => measure.covers(plain, character))) continue;
      for (const typeface of TYPEFACES) expect(measure.covers(typeface, character), character).toBe(true);
    }
  });

  it('are stood in for by letters that look as large as their own', () => {
    const runOf = (typeface: Typeface, text: string) => {
      const [run, ...more] = measure.runs(typeface, text, 'ltr');
      expect(more).toEqual([]);
      return { face: run?.face, shareOfSyllable: (run?.widthEm ?? 0) / measure.widthEm(typeface, '가') };
    };
    expect(TYPEFACES.map((typeface) => runOf(typeface, '金').face)).toEqual([
      ...['han', 'hanStrong', 'hanSerif', 'hanSerif', 'han', 'han'],
    ]);
    for (const typeface of TYPEFACES) expect(runOf(typeface, '金').shareOfSyllable).toBeCloseTo(1.04, 2);
    // Latin and marks of Pretendard, whose syllables are narrower: no larger than the text.
    expect(measure.runs('serif', 'Ж', 'ltr')).toMatchObject([{ face: 'regular', scale: 1 }]);
    expect(measure.runs('hand', 'é', 'ltr')).toMatchObject([{ face: 'regular', scale: 1 }]);
    expect(measure.runs('hand', '金', 'ltr')).toMatchObject([
      { face: 'han', scale: expect.closeTo(1.35 * 0.665 * 1.04, 2) },
    ]);
    expect(runOf('serif', 'ひ').face).toBe('hanSerif');
    expect(runOf('serifBold', 'Ж').face).toBe('semiBold');
    expect(runOf('round', '🎂').face).toBe('emoji');
  });

  it('are set as large as they look: a page of hand as one of the others', () => {
    expect(measure.widthEm('hand', '가나다')).toBeCloseTo(1.35 * (0.665 + 0.665 + 0.665), 1);
    for (const typeface of TYPEFACES) expect(measure.widthEm(typeface, '가')).toBeGreaterThan(0.86);
  });
});

describe('glyphs', () => {
  it('are there for Korean, Latin and the marks that stand for what is missing', () => {
    for (const typeface of TYPEFACES)
      expect(measure.covers(typeface, '가힣뷁 Zażółć “—…” □ … 1,234원 ㄱㅎ')).toBe(true);
  });

  it('are another face’s for pictures, Hanja and other scripts, and for those alone', () => {
    const facesOf = (text: string) => measure.runs('semiBold', text, 'ltr').map(({ face, text: own }) => [face, own]);
    expect(facesOf('한😀글')).toEqual([
      ['semiBold', '한'],
      ['emoji', '😀'],
      ['semiBold', '글'],
    ]);
    expect(facesOf('漢字를 爱').map(([face]) => face)).toEqual(['hanStrong', 'semiBold', 'hanRest']);
    expect(facesOf('☀ ☀\uFE0F ☎').map(([face]) => face)).toEqual(['semiBold', 'emoji', 'semiBold', 'hanStrong']);
    for (const text of ['가א', 'م', 'ก', 'न', '⠿']) expect(measure.covers('regular', text)).toBe(true);
  });

  it('are not there for scripts that no face has, nor by the first rules for any but its own', () => {
    for (const text of ['\u0985', '가 \u0905 \u0985', '\u{100000}'])
      expect(measure.covers('regular', text)).toBe(false);
    for (const text of ['😀', '漢', 'א', '한😀글']) expect(measureBy(1).covers('regular', text)).toBe(false);
  });
});

describe('hostile text', () => {
  it('of a hundred thousand letters without a space is measured at once', () => {
    const spentMs = cpuClock();
    expect(measure.widthEm('regular', 'a'.repeat(100_000))).toBeGreaterThan(40_000);
    expect(measure.widthEm('regular', '가'.repeat(100_000))).toBeGreaterThan(80_000);
    expect(spentMs()).toBeLessThan(1_000);
  });

  it('of halves of characters, of direction marks and of ten thousand accents is shaped from left to right', () => {
    const { shape } = faceOf('regular');
    for (const text of ['\uD800a\uDC00', '\u202Eab\u05D0\u05D1', `e${'\u0301'.repeat(10_000)}`]) {
      const starts = shape(text).map(({ from }) => from);
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
    }
  });
});

describe('the files', () => {
  it('are opened once, for whoever asks', async () => {
    expect(await openTypefaces(FONTS_FOLDER)).toBe(await openTypefaces(FONTS_FOLDER));
  });

  it('that are missing or no fonts are a broken installation, and are read anew when they are there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'faces-'));
    try {
      await expect(openTypefaces(folder)).rejects.toThrow('ENOENT');
      for (const { file } of FACES) await writeFile(join(folder, file), 'no font');
      await expect(openTypefaces(folder)).rejects.toThrow('no font that texts can be set in');
      for (const { file, name } of FACES)
        await writeFile(
          join(folder, file),
          file.endsWith('.br') ? quicklyPacked(faceOf(name).file) : faceOf(name).file,
        );
      const { measure: own } = await openTypefaces(folder);
      await writeFile(join(folder, 'GowunBatang-Bold.ttf.br'), 'no font');
      expect(() => own.widthEm('serifBold', '가')).toThrow(
        'GowunBatang-Bold.ttf.br is no font that texts can be set in',
      );
      await writeFile(join(folder, 'GowunBatang-Bold.ttf.br'), quicklyPacked(faceOf('serifBold').file));
      for (const typeface of TYPEFACES)
        expect(own.widthEm(typeface, '가나 AV')).toBe(measure.widthEm(typeface, '가나 AV'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
