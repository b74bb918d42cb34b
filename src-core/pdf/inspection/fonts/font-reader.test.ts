import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../../test/fixtures/pdf/bytes-source.ts';
import { trueTypeProgram, type1Program } from '../../../../test/fixtures/pdf/font-programs.ts';
import { fontBook } from '../../../../test/fixtures/pdf/font-book.ts';
import { pagePdf } from '../../../../test/fixtures/pdf/page-pdf.ts';
import { nodePdfTools } from '../../../../src-node/pdf-file.ts';
import type { PdfInspection } from '../inspection.ts';
import type { TextObject } from '../page-objects.ts';
import { WORK } from '../../limits.ts';
import { openPdf } from '../../opened-pdf.ts';
import { inspectOpened, inspectPdf } from '../inspect-pdf.ts';
import { openFontProgram } from './programs/open-font-program.ts';
import { cpuClock } from '../../../../test/fixtures/cpu-clock.ts';

function inspect(bytes: Uint8Array, areProgramsOpened = true): PdfInspection {
  const result = inspectPdf(
    bytesSource(bytes),
    areProgramsOpened ? { ...nodePdfTools, openFontProgram } : nodePdfTools,
  );
  if (result.status !== 'inspected') throw new Error(`unreadable: ${result.facts.reason}`);
  return result.inspection;
}

const shown = (inspection: PdfInspection) =>
  inspection.pages.flatMap(({ objects }) => objects.filter((object): object is TextObject => object.kind === 'text'));
type Parts = NonNullable<Parameters<typeof fontBook>[0]>;
/** What the last line of the font book shows, set with a font of the test's own. */
const lastOf = (parts: Parts) => shown(inspect(fontBook(parts))).at(-1) as TextObject;
const withFont = (font: string, string: string, objects: Parts['objects'] = {}) =>
  lastOf({
    fonts: '/Own 100 0 R',
    objects: { 100: font, ...objects },
    content: `BT /Own 10 Tf 300 300 Td ${string} Tj ET`,
  });

describe('a word in each kind of font', () => {
  const inspection = inspect(fontBook());
  const texts = shown(inspection);

  test('facts', () => {
    expect(
      inspection.fonts.map(({ name, kind, program, programState, isSubset }) => [
        name,
        kind,
        program,
        programState,
        isSubset,
      ]),
    ).toEqual([
      ['Helvetica', 'Type1', 'none', null, false],
      ['Tiny', 'Type1', 'type1', 'sound', true],
      ['Foxit-Fixed', 'Type1', 'cff', 'sound', false],
      ['LiberationSans', 'TrueType', 'trueType', 'sound', false],
      ['', 'Type3', 'type3', null, false],
      ['Pretendard', 'CIDFontType2', 'trueType', 'sound', true],
      ['PretendardC', 'CIDFontType0', 'cff', 'sound', true],
      ['HYSMyeongJo-Medium', 'CIDFontType0', 'none', null, false],
    ]);
    expect(
      inspection.fonts.map(({ isStandard14, isBitmap, isComposite }) =>
        [isStandard14, isBitmap, isComposite].indexOf(true),
      ),
    ).toEqual([0, -1, -1, -1, 1, 2, 2, 2]);
  });

  test('what people read', () => {
    // The small Type 1 font keeps its own encoding to itself.
    expect(texts.map(({ text }) => text)).toEqual([
      'Hello',
      null,
      'Hello',
      'H',
      'A',
      'Hello',
      '가나',
      'Hello',
      '가나',
      'A가힣',
    ]);
  });

  test('no glyph is missing, and all are as wide as the file says', () => {
    expect(texts.map(({ missingGlyphCount }) => missingGlyphCount)).toEqual(texts.map(() => 0));
    expect(Math.max(...texts.map(({ widthMisfitPercent }) => widthMisfitPercent))).toBeLessThan(1);
  });

  test('without a reader of programs they stay unread, which is no fault', () => {
    const unread = inspect(fontBook(), false);
    expect(unread.fonts.map(({ programState }) => programState)).toEqual([
      null,
      'unread',
      'unread',
      'unread',
      null,
      'unread',
      'unread',
      null,
    ]);
    expect(
      shown(unread).every(
        ({ missingGlyphCount, widthMisfitPercent }) => missingGlyphCount === 0 && widthMisfitPercent === 0,
      ),
    ).toBe(true);
  });
});

describe('programs that do not open', () => {
  test.each([
    ['empty', new Uint8Array(0), 'empty'],
    ['cut in half', trueTypeProgram().subarray(0, trueTypeProgram().length / 2), 'damaged'],
  ])('%s', (_, program, state) => {
    const { fonts } = inspect(fontBook({ objects: { 55: ['', program] } }));
    expect(fonts.find(({ name }) => name === 'Pretendard')).toMatchObject({
      program: 'trueType',
      programState: state,
      glyphCount: null,
    });
  });

  test('a reference that leads nowhere is no program', () => {
    const { fonts } = inspect(fontBook({ objects: { 55: 'null' } }));
    expect(fonts.find(({ name }) => name === 'Pretendard')).toMatchObject({ program: 'none', programState: null });
  });
});

describe('glyphs that are missing', () => {
  test('glyph 0, glyphs beyond the last, an empty outline for a letter', () => {
    const show = (codes: string) => lastOf({ content: `BT /F5 10 Tf 300 300 Td <${codes}> Tj ET` }).missingGlyphCount;
    expect(show('000100020003')).toBe(0);
    expect(show('0000')).toBe(1);
    expect(show('ffff')).toBe(1);
    // Glyph 5 is the space.
    expect(show('0005')).toBe(0);
    const saysA = lastOf({
      objects: { 45: ['', 'beginbfchar <0005> <0041> endbfchar'] },
      content: 'BT /F5 10 Tf 300 300 Td <0005> Tj ET',
    });
    expect(saysA).toMatchObject({ text: 'A', missingGlyphCount: 1 });
  });

  test('Hangul in a Latin font, by its name; an Omega under its other number', () => {
    const font =
      '<< /Type /Font /Subtype /TrueType /BaseFont /LiberationSans /FontDescriptor 23 0 R /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [65 /uniAC00 /Omega] >> >>';
    expect(withFont(font, '(ABC)')).toMatchObject({ text: '가\u2126C', glyphCount: 3, missingGlyphCount: 1 });
  });

  test('a Type 3 letter without a drawing', () => {
    expect(lastOf({ content: 'BT /F4 10 Tf 300 300 Td (AB) Tj ET' }).missingGlyphCount).toBe(1);
  });

  describe('in a program whose glyph 0 is empty', () => {
    const descriptor = (flags: number) =>
      `<< /Type /FontDescriptor /FontName /Foxit-Fixed /Flags ${flags} /FontFile3 32 0 R >>`;

    test.each([
      ['a tabulator, in an alphabet that says it had codes of its own', '/Encoding /WinAnsiEncoding', 4, 0],
      ['a letter whose code leads nowhere', '', 4, 1],
    ])('%s', (_, encoding, flags, missing) => {
      const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Foxit-Fixed ${encoding} /FontDescriptor 102 0 R >>`;
      const objects = { 103: font, 102: descriptor(flags) };
      const fonts = '/F103 103 0 R';
      expect(lastOf({ objects, fonts, content: 'BT /F103 10 Tf 300 300 Td <0941> Tj ET' }).missingGlyphCount).toBe(
        missing,
      );
    });

    test.each([
      ['that nobody reads: a space', '', 0],
      ['that reads as no character of Unicode: a space', 'beginbfchar <0000> <0e00> endbfchar', 0],
      ['that its writer knows not to be there', 'beginbfchar <0000> <ffff> endbfchar', 1],
      ['that reads as a letter', 'beginbfchar <0000> <ac00> endbfchar', 1],
    ])('glyph 0 %s', (_, map, missing) => {
      const objects = {
        102: descriptor(4),
        103: '<< /Type /Font /Subtype /Type0 /BaseFont /Foxit /Encoding /Identity-H /DescendantFonts [104 0 R] /ToUnicode 105 0 R >>',
        104: '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Foxit /FontDescriptor 102 0 R >>',
        105: ['', Buffer.from(map)] as const,
      };
      const content = 'BT /F103 10 Tf 300 300 Td <0000> Tj ET';
      expect(lastOf({ objects, fonts: '/F103 103 0 R', content }).missingGlyphCount).toBe(missing);
    });
  });

  test('by a map from CIDs to glyphs', () => {
    const map = Uint8Array.from([0, 0, 0, 1, 0, 0]);
    const fault = lastOf({
      objects: {
        25: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Pretendard /CIDToGIDMap 101 0 R /FontDescriptor 35 0 R >>',
        101: ['', map],
      },
      content: 'BT /F5 10 Tf 300 300 Td <00010002> Tj ET',
    });
    expect(fault.missingGlyphCount).toBe(1);
  });
});

test('letters that are set half as wide again as they are', () => {
  const font =
    '<< /Type /Font /Subtype /TrueType /BaseFont /LiberationSans /FontDescriptor 23 0 R /Encoding /WinAnsiEncoding /FirstChar 72 /LastChar 72 /Widths [1083] >>';
  expect(withFont(font, '(HH)').widthMisfitPercent).toBeCloseTo(50, 0);
  // A width matters to what follows: some programs state none and place each letter by itself.
  expect(withFont(font, '(H)').widthMisfitPercent).toBe(0);
});

describe('strings split into codes', () => {
  const cid = (encoding: string) =>
    `<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /${encoding} /DescendantFonts [27 0 R] >>`;
  test.each([
    ['Identity-H', '<ac00ac01>', 2],
    ['UniKS-UTF16-H', '<ac00d83dde00>', 2],
    ['KSCms-UHC-H', '<41b0a142>', 3],
    ['KSC-EUC-V', '<b0a1b0a2>', 2],
    ['90ms-RKSJ-H', '<41b1889f>', 3],
    ['EUC-H', '<8eb1b0a141>', 3],
    ['GBK2K-H', '<8130813041b0a1>', 3],
    ['CNS-EUC-H', '<8ea2a1a141a1a1>', 3],
    ['UniJIS-UTF8-H', '<41c3a9eab080f09f9880>', 4],
  ])('%s', (encoding, string, count) => {
    expect(withFont(cid(encoding), string).glyphCount).toBe(count);
  });

  test('Unicode ones tell what they read as', () => {
    expect(withFont(cid('UniKS-UTF16-H'), '<ac00d83dde00>').text).toBe('가😀');
    expect(withFont(cid('UniJIS-UTF8-H'), '<41c3a9eab080f09f9880>').text).toBe('Aé가😀');
    expect(withFont(cid('KSCms-UHC-H'), '<b0a1>').text).toBeNull();
  });

  test('an embedded CMap of codes of one and of two bytes', () => {
    const cmap =
      'begincodespacerange <00> <7f> <8000> <ffff> endcodespacerange begincidrange <41> <42> 1 <8001> <8002> 3 endcidrange';
    const font = '<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding 101 0 R /DescendantFonts [25 0 R] >>';
    expect(withFont(font, '<4180018002>', { 101: ['/Type /CMap /CMapName /Own', cmap] })).toMatchObject({
      glyphCount: 3,
      missingGlyphCount: 0,
    });
    // A code that it leads nowhere is CID 0.
    expect(withFont(font, '<43>', { 101: ['/Type /CMap /CMapName /Own', cmap] })).toMatchObject({
      glyphCount: 1,
      missingGlyphCount: 1,
    });
  });

  test('ranges and widths without end cost no more than sensible ones', () => {
    const cmap = `begincidrange ${'<00000000> <ffffffff> 0 '.repeat(50)} endcidrange beginbfrange ${'<00000000> <ffffffff> <0041> '.repeat(50)} endbfrange`;
    const descendant = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Any /W [${'0 4000000000 500 '.repeat(50)}] >>`;
    const font =
      '<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding 101 0 R /ToUnicode 101 0 R /DescendantFonts [102 0 R] >>';
    const spentMs = cpuClock();
    expect(withFont(font, '<0041>', { 101: ['', cmap], 102: descendant }).glyphCount).toBe(1);
    expect(spentMs()).toBeLessThan(5_000);
  });
});

test('fonts of signs read as signs', () => {
  expect(withFont('<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>', '(abG)').text).toBe('αβΓ');
  expect(withFont('<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>', '(4)').text).toBe('✔');
  expect(
    withFont(
      '<< /Type /Font /Subtype /Type1 /BaseFont /Own /Encoding << /Differences [65 /a20 /f_f_i /uni0041AC00 /constructor] >> >>',
      '(ABC)',
    ).text,
  ).toBe('✔ffiA가');
});

describe('a program whose drawings are long', () => {
  const LINES = 20_000;
  const STEPS = 2 * LINES;
  const drawing = Array.from({ length: LINES }, () => [140, 7]).flat();
  const program = type1Program([139, 248, 136, 13, ...drawing, 9, 14]);
  const FONTS = 40;

  /** So many fonts of one program, each of which shows the text. */
  function inspection(text: string, limits: Parameters<typeof inspectOpened>[2] = {}) {
    const names = Array.from({ length: FONTS }, (_, n) => `/F${n}`);
    const font = '/Type /Font /Subtype /Type1 /BaseFont /Tiny /FirstChar 65 /LastChar 66 /Widths [500 500]';
    const bytes = pagePdf({
      content: `BT ${names.map((name) => `${name} 9 Tf (${text}) Tj`).join(' ')} ET`,
      resources: `/Font << ${names.map((name) => `${name} << ${font} /FontDescriptor 10 0 R >>`).join(' ')} >>`,
      objects: { 10: '<< /Type /FontDescriptor /FontName /Tiny /Flags 4 /FontFile 11 0 R >>', 11: ['', program] },
    });
    const result = openPdf(bytesSource(bytes), nodePdfTools);
    if (result.status === 'unreadable') throw new Error(result.facts.reason);
    let opened = 0;
    const found = inspectOpened(
      result.opened,
      { ...nodePdfTools, openFontProgram: (...parts) => (opened++, openFontProgram(...parts)) },
      limits,
    );
    return { ...found, opened, spentWork: result.opened.document.budget.spentWork };
  }

  test('is opened once for all fonts that name it', () => {
    expect(inspection('A')).toMatchObject({ opened: 1, stoppedBy: null, fonts: { length: FONTS } });
  });

  test('costs each drawing once, of what the look and the page may cost', () => {
    const one = inspection('A').spentWork;
    const both = inspection('AB').spentWork - one - FONTS * WORK.shownByte;
    expect(both).toBeGreaterThanOrEqual(STEPS * WORK.outlineStep);
    expect(both).toBeLessThan(1.1 * STEPS * WORK.outlineStep);
    expect(inspection('AB', { maxWorkBytes: one - STEPS }).stoppedBy).toBe('tooCostly');
    expect(inspection('AB', { maxPageWorkBytes: one - STEPS }).pages[0]?.inspected).toBe('tooCostly');
  });
});
