import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../../test/fixtures/pdf/bytes-source.ts';
import { trueTypeProgram } from '../../../../test/fixtures/pdf/font-programs.ts';
import { pagePdf } from '../../../../test/fixtures/pdf/page-pdf.ts';
import { withMaps, type MadeMap } from '../../../../test/fixtures/pdf/sfnt-with-maps.ts';
import { nodePdfTools } from '../../../../src-node/pdf-file.ts';
import type { TextObject } from '../page-objects.ts';
import { inspectPdf } from '../inspect-pdf.ts';
import { openFontProgram } from './programs/open-font-program.ts';

const SYMBOLIC = 4;
const NONSYMBOLIC = 32;
/** Glyphs of the program: H, e, l, o, space, 가, 나 are 1 to 7. */
const program = trueTypeProgram();
const mac = (firstCode: number, ...glyphs: number[]): MadeMap => ({ platform: 1, encoding: 0, firstCode, glyphs });
const windows = (firstCode: number, ...glyphs: number[]): MadeMap => ({ platform: 3, encoding: 1, firstCode, glyphs });
const signs = (firstCode: number, ...glyphs: number[]): MadeMap => ({ platform: 3, encoding: 0, firstCode, glyphs });

/** What the codes 1, 2 and 0x48 (H) of a TrueType subset with these maps come to. */
function shown(maps: readonly MadeMap[], flags: number, encoding: string, string = '<0102>', more = ''): TextObject {
  const bytes = pagePdf({
    resources: '/Font << /F 10 0 R >>',
    content: `BT /F 10 Tf 100 100 Td ${string} Tj ET`,
    objects: {
      10: `<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Own /FontDescriptor 11 0 R ${encoding} ${more} >>`,
      11: `<< /Type /FontDescriptor /FontName /ABCDEF+Own /Flags ${flags} /FontFile2 12 0 R >>`,
      12: ['', withMaps(program, maps)],
      13: ['', 'beginbfrange <21> <23> <0021> endbfrange'],
    },
  });
  const result = inspectPdf(bytesSource(bytes), { ...nodePdfTools, openFontProgram });
  if (result.status !== 'inspected') throw new Error('unreadable');
  return result.inspection.pages[0]?.objects[0] as TextObject;
}

const WIN = '/Encoding /WinAnsiEncoding';
const differences = (names: string, base = '') => `/Encoding << ${base} /Differences [1 ${names}] >>`;

describe('a glyph that readers find is not missing (ISO 32000-1, 9.6.6.4)', () => {
  test.each<[string, readonly MadeMap[], number, string, string]>([
    [
      'signs at 0xf000, two maps and names of letters',
      [mac(1, 1, 2), signs(0xf001, 1, 2)],
      NONSYMBOLIC,
      differences('/H /e'),
      '<0102>',
    ],
    ['signs at 0xf100', [signs(0xf101, 1, 2)], SYMBOLIC, '', '<0102>'],
    ['signs at 0xf200', [signs(0xf201, 1, 2)], SYMBOLIC, '', '<0102>'],
    ['signs by their plain codes', [signs(1, 1, 2)], SYMBOLIC, differences('/g1 /g2'), '<0102>'],
    ['names that count glyphs', [mac(1, 1, 2)], SYMBOLIC, differences('/g1 /g2'), '<0102>'],
    ['names of CIDs', [mac(1, 1, 2)], NONSYMBOLIC, differences('/cid00001 /cid00002'), '<0102>'],
    [
      'names of letters in a font with codes of its own',
      [mac(1, 1, 2)],
      SYMBOLIC,
      differences('/H /e', '/BaseEncoding /WinAnsiEncoding'),
      '<0102>',
    ],
    ['names by their numbers', [windows(0xac00, 6)], NONSYMBOLIC, differences('/uniAC00 /uAC00'), '<0102>'],
    ['no name, no encoding, one map of bytes', [mac(1, 1, 2)], SYMBOLIC, '', '<0102>'],
    ['codes in the map of characters', [windows(1, 1, 2)], SYMBOLIC, '', '<0102>'],
    ['the character by its code of Mac OS Roman', [mac(0x8a, 1)], NONSYMBOLIC, WIN, '<e4>'],
    ['no maps at all: codes are glyphs', [], SYMBOLIC, '', '<0102>'],
    ['WinAnsi by characters', [windows(0x48, 1)], NONSYMBOLIC, WIN, '(H)'],
    ['WinAnsi in a font of signs', [signs(0xf048, 1)], NONSYMBOLIC, WIN, '(H)'],
  ])('%s', (_, maps, flags, encoding, string) => {
    expect(shown(maps, flags, encoding, string).missingGlyphCount).toBe(0);
  });
});

describe('a glyph that no reader finds is missing', () => {
  test.each<[string, readonly MadeMap[], number, string, string, number]>([
    ['a letter that no map has', [windows(0x48, 1)], NONSYMBOLIC, WIN, '(e)', 1],
    [
      'a name whose code stands for another letter',
      [windows(0x48, 1)],
      NONSYMBOLIC,
      '/Encoding << /Differences [72 /uniAC01] >>',
      '(H)',
      1,
    ],
    ['codes beyond the map', [mac(1, 1)], SYMBOLIC, '', '<0105>', 1],
    ['.notdef by name', [mac(1, 1, 2)], SYMBOLIC, differences('/.notdef /e'), '<0102>', 1],
  ])('%s', (_, maps, flags, encoding, string, missing) => {
    expect(shown(maps, flags, encoding, string).missingGlyphCount).toBe(missing);
  });
});

test('an empty glyph is a loss where it moves on, and no loss as a part of another or with a text that only counts', () => {
  const widths = (width: number) => `/FirstChar 1 /LastChar 1 /Widths [${width}]`;
  const blank = (width: number) => shown([mac(1, 5)], NONSYMBOLIC, differences('/H'), '<01>', widths(width));
  const named = [windows(0x48, 5)];
  expect(shown(named, NONSYMBOLIC, WIN, '(H)').missingGlyphCount).toBe(1);
  expect(shown(named, NONSYMBOLIC, WIN, '(H)', '/FirstChar 72 /LastChar 72 /Widths [0]').missingGlyphCount).toBe(0);
  expect(blank(0).missingGlyphCount).toBe(0);
  const counted = (toUnicode: string) => shown([mac(0x21, 1, 5, 2)], SYMBOLIC, '', '(!"#)', toUnicode);
  expect(counted('/ToUnicode 13 0 R')).toMatchObject({ text: null, missingGlyphCount: 0 });
});

test('widths are held against the program over a whole string; the last letter moves nothing', () => {
  const text = (string: string, width: number) =>
    shown([windows(0x48, 1)], NONSYMBOLIC, WIN, string, `/FirstChar 72 /LastChar 72 /Widths [${width}]`);
  const own = 1e3 * ((openFontProgram(program, 'trueType')?.advanceWidth(1) ?? 0) / 2048);
  expect(own).toBeGreaterThan(300);
  expect(text('(HHH)', own * 1.5).widthMisfitPercent).toBeGreaterThan(20);
  expect(text('(H)', own * 1.5).widthMisfitPercent).toBe(0);
  expect(text('[(H) 200 (H)] TJ (H)', own * 1.5).widthMisfitPercent).toBe(0);
});
