import { Font } from 'pdf-lib/standard-fonts';
import { describe, expect, test } from 'vitest';
import { paintedBy } from '../../../../test/fixtures/pdf/page-pdf.ts';
import type { TextObject } from '../page-objects.ts';
import { signOf } from './encodings.ts';
import { characterOfName } from './glyph-names.ts';
import { signWidth, standardWidths } from './standard-widths.ts';

const FONTS = [
  'Courier',
  'Courier-Bold',
  'Courier-Oblique',
  'Courier-BoldOblique',
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-Oblique',
  'Helvetica-BoldOblique',
  'Times-Roman',
  'Times-Bold',
  'Times-Italic',
  'Times-BoldItalic',
  'Symbol',
  'ZapfDingbats',
] as const;

describe('the widths are those of the AFM files that pdf-lib brings', () => {
  test.each(FONTS)('%s', (name) => {
    const theirs = new Map(Font.load(name).CharMetrics.map(({ N, WX }) => [N, WX]));
    expect(theirs.size).toBeGreaterThan(150);
    expect(new Map(standardWidths(name))).toEqual(theirs);
  });
});

test('names that readers take for a standard font', () => {
  const same = (name: string, as: string) => {
    expect(standardWidths(name)).toEqual(standardWidths(as));
  };
  same('ArialMT', 'Helvetica');
  same('Arial,BoldItalic', 'Helvetica-BoldOblique');
  same('TimesNewRomanPS-ItalicMT', 'Times-Italic');
  same('Times New Roman,Bold', 'Times-Bold');
  same('CourierNewPSMT', 'Courier');
  expect(standardWidths('Arial-Black')).toBeNull();
  expect(standardWidths('Garamond')).toBeNull();
});

test('signs have their widths by code, those with a name that reads as the sign the same one', () => {
  for (const font of ['Symbol', 'ZapfDingbats'] as const) {
    const codes = Array.from({ length: 256 }, (_, code) => code).filter((code) => signOf(font, code) !== null);
    expect(codes.length).toBeGreaterThan(180);
    expect(codes.filter((code) => signWidth(font, code) === null)).toEqual([]);
    const byName = new Map([...(standardWidths(font) ?? [])].map(([name, width]) => [characterOfName(name), width]));
    const named = codes.filter((code) => byName.has(signOf(font, code)));
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((code) => byName.get(signOf(font, code)) !== signWidth(font, code))).toEqual([]);
  }
});

/** Width of what is shown at 10 pt, in thousandths of the em. */
function lengthOf(font: string, string: string, objects: Record<number, string> = {}): number {
  const [text] = paintedBy({
    resources: '/Font << /F 10 0 R >>',
    content: `BT /F 10 Tf 100 100 Td ${string} Tj ET`,
    objects: { 10: font, ...objects },
  }) as TextObject[];
  const { leftMm = 0, rightMm = 0, topMm = 0, bottomMm = 0 } = text?.boundsMm ?? {};
  const isVertical = /-V/.test(font);
  return Math.round((((isVertical ? bottomMm - topMm : rightMm - leftMm) / 25.4) * 72 * 1000) / 10);
}

test('a standard font without widths is as wide as it is', () => {
  const font = (name: string, more = '') => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} ${more} >>`;
  expect(lengthOf(font('Helvetica'), '(iiii)')).toBe(4 * 222);
  expect(lengthOf(font('Helvetica', '/Encoding /WinAnsiEncoding'), '<c4>')).toBe(667);
  expect(lengthOf(font('Times-Roman', '/Encoding << /Differences [1 /W /germandbls] >>'), '<0102>')).toBe(944 + 500);
  expect(lengthOf(font('Symbol'), '(a)')).toBe(631);
  expect(lengthOf(font('ZapfDingbats'), '(4)')).toBe(846);
  expect(lengthOf(font('Helvetica', '/FirstChar 105 /LastChar 105 /Widths [300]'), '(i)')).toBe(300);
});

describe('composite fonts', () => {
  const length = (encoding: string, string: string, metrics = '') =>
    lengthOf(
      '<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /' + encoding + ' /DescendantFonts [11 0 R] >>',
      string,
      {
        11: `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) /Supplement 1 >> ${metrics} >>`,
      },
    );

  test.each<[string, string, string, number]>([
    ['Identity-H', '<00010002>', '', 2000],
    ['Identity-H', '<00010002>', '/DW 600 /W [2 [300]]', 900],
    // By the CMaps of Adobe: the space of ASCII lies at CID 1, 231, 8094, 13648, or 7716 and `!` at 814.
    ['KSCms-UHC-H', '(ab)', '/W [66 67 450]', 900],
    ['KSCms-UHC-HW-H', '(ab)', '/W [8094 8190 500]', 1000],
    ['KSC-EUC-H', '(ab)', '/W [8094 8190 500]', 1000],
    ['90ms-RKSJ-H', '(ab)', '/W [231 632 500]', 1000],
    ['90ms-RKSJ-H', '<b1b2>', '/W [231 632 500]', 1000],
    ['90msp-RKSJ-H', '(ab)', '/W [66 [400 410]]', 810],
    ['ETen-B5-H', '(ab)', '/W [13648 13742 500]', 1000],
    ['GBK-EUC-H', '(a !)', '/W [814 939 500 7716 [510]]', 1510],
    ['UniJIS-UCS2-HW-H', '<00610062>', '/W [231 632 500]', 1000],
    ['UniKS-UTF16-H', '<ac0000e9>', '', 1500],
    ['KSCms-UHC-H', '<b0a1b0a2>', '/W [1 95 500]', 2000],
  ])('%s %s %s', (encoding, string, metrics, wanted) => {
    expect(length(encoding, string, metrics)).toBe(wanted);
  });

  test.each<[string, number]>([
    ['', 3000],
    ['/DW2 [880 -600]', 1800],
    ['/W2 [2 [-500 250 880 -400 250 880]]', 1900],
    ['/W2 [1 3 -500 250 880]', 1500],
  ])('downwards %s', (metrics, wanted) => {
    expect(length('Identity-V', '<000100020003>', metrics)).toBe(wanted);
  });
});

test('what nobody can measure is said to be unknown', () => {
  const known = (font: string, objects: Record<number, string> = {}) =>
    (
      paintedBy({
        resources: '/Font << /F 10 0 R >>',
        content: 'BT /F 10 Tf 9 9 Td (ab) Tj ET',
        objects: { 10: font, ...objects },
      })[0] as TextObject
    ).font?.areWidthsKnown;
  expect(known('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')).toBe(true);
  expect(
    known('<< /Type /Font /Subtype /TrueType /BaseFont /Garamond /FirstChar 97 /LastChar 98 /Widths [500 500] >>'),
  ).toBe(true);
  expect(known('<< /Type /Font /Subtype /TrueType /BaseFont /Garamond >>')).toBe(false);
  const composite = (encoding: string) =>
    known(`<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /${encoding} /DescendantFonts [11 0 R] >>`, {
      11: '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Any >>',
    });
  expect(composite('KSCms-UHC-H')).toBe(true);
  expect(composite('Nobody-Knows-H')).toBe(false);
});
