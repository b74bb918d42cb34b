import { create } from 'fontkit';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import {
  cidCffProgram,
  namedCffProgram,
  trueTypeProgram,
  type1Program,
} from '../../../../../test/fixtures/pdf/font-programs.ts';
import { withMaps } from '../../../../../test/fixtures/pdf/sfnt-with-maps.ts';
import { withEmbeddingRights } from '../../../../../test/fixtures/preflight/text-fonts.ts';
import type { FontProgram } from '../../../../ports.ts';
import { openFontProgram } from './open-font-program.ts';

const { resolve } = createRequire(import.meta.url);
const fileOf = (path: string) => new Uint8Array(readFileSync(resolve(path)));
const LIBERATION = 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf';
const PRETENDARD = 'pretendard/dist/public/static/Pretendard-Medium.otf';

function open(bytes: Uint8Array): FontProgram {
  const program = openFontProgram(bytes, 'trueType');
  if (program === null) throw new Error('damaged');
  return program;
}

interface Counterpart {
  readonly numGlyphs: number;
  glyphForCodePoint(codePoint: number): { readonly id: number };
  getGlyph(id: number): {
    readonly advanceWidth: number;
    readonly path: {
      readonly commands: readonly unknown[];
      readonly bbox: { readonly minY: number; readonly maxY: number };
    };
  };
}

describe.each([
  ['TrueType outlines', LIBERATION],
  ['CFF outlines keyed by CID, Hangul', PRETENDARD],
])('a whole font with %s equals what fontkit reads', (_, path) => {
  const bytes = fileOf(path);
  const program = open(bytes);
  const other = create(Buffer.from(bytes)) as unknown as Counterpart;

  test('characters', () => {
    expect(program.glyphCount).toBe(other.numGlyphs);
    for (const character of 'Az09éß€“가힣漢') {
      const codePoint = character.codePointAt(0) as number;
      expect(program.glyphOfUnicode(codePoint) ?? 0, character).toBe(other.glyphForCodePoint(codePoint).id);
    }
  });

  test('widths and outlines', () => {
    for (let glyph = 0; glyph < program.glyphCount; glyph += 41) {
      const { advanceWidth, path: outline } = other.getGlyph(glyph);
      expect(program.advanceWidth(glyph), `glyph ${glyph}`).toBe(advanceWidth);
      expect(program.isBlank(glyph), `glyph ${glyph}`).toBe(outline.commands.length === 0);
    }
    expect(program.advanceWidth(program.glyphCount)).toBeNull();
  });

  test('how far each letter reaches below and above the baseline', () => {
    for (let glyph = 1; glyph < program.glyphCount; glyph += 17) {
      const { commands, bbox } = other.getGlyph(glyph).path;
      const [low = 0, high = 0] = program.verticalExtent(glyph) ?? [];
      if (commands.length === 0) expect(low, `glyph ${glyph}`).toBeGreaterThan(high);
      else
        expect(
          [Math.abs(low - bbox.minY), Math.abs(high - bbox.maxY)].every((by) => by <= 1),
          `glyph ${glyph}`,
        ).toBe(true);
    }
  });
});

test('a CFF font with names: by name, by the standard encoding, by character', () => {
  const program = open(fileOf('pdfjs-dist/standard_fonts/FoxitSerif.pfb'));
  const a = program.glyphOfName('A') as number;
  expect([program.glyphOfCode(0x41), program.glyphOfUnicode(0x41)]).toEqual([a, a]);
  // Times is 722 wide there.
  expect([
    program.advanceWidth(a),
    program.unitsPerEm,
    program.isBlank(a),
    program.isBlank(program.glyphOfName('space') ?? 0),
  ]).toEqual([722, 1000, false, true]);
  expect([program.glyphOfName('Omega'), program.glyphOfUnicode(0xac00), program.glyphOfCid(5)]).toEqual([
    null,
    null,
    5,
  ]);
});

/** Adobe Technical Note 5176, 2: one empty outline for each glyph of the Expert character set, by its encoding. */
function expertProgram(): Uint8Array {
  const glyphs = 166;
  const index = (...entries: readonly (readonly number[])[]) => {
    let end = 1;
    const ends = [1, ...entries.map(({ length }) => (end += length))];
    return [entries.length >> 8, entries.length & 255, 1, ...ends, ...entries.flat()];
  };
  const number = (value: number) => [28, value >> 8, value & 255];
  const top = (at: number) => [...number(1), 15, ...number(1), 16, ...number(at), 17];
  const before = (at: number) => [1, 0, 4, 1, ...index([0x41]), ...index(top(at)), 0, 0, 0, 0];
  const endchar = 14;
  const outlines = index(...Array.from({ length: glyphs }, () => [endchar]));
  return Uint8Array.from([...before(before(0).length), ...outlines]);
}

test('a CFF font of old style figures and small capitals: by the Expert encoding', () => {
  const program = open(expertProgram());
  const codeOf = (name: string) =>
    Array.from({ length: 256 }, (_, code) => code).filter(
      (code) => program.glyphOfCode(code) !== null && program.glyphOfCode(code) === program.glyphOfName(name),
    );
  expect(
    ['space', 'zerooldstyle', 'ff', 'Asmall', 'Tildesmall', 'exclamdownsmall', 'Ydieresissmall'].map(codeOf),
  ).toEqual([[0x20], [0x30], [0x56], [0x61], [0x7e], [0xa1], [0xff]]);
  expect(
    Array.from({ length: 256 }, (_, code) => program.glyphOfCode(code)).filter((glyph) => glyph !== null),
  ).toHaveLength(165);
});

describe('maps of characters for more than 65,536 of them', () => {
  const withMap = (format: number, body: readonly number[]) => {
    const table = Buffer.alloc(8 + 4 * body.length);
    table.writeUInt16BE(format, 0);
    table.writeUInt32BE(table.length, 4);
    body.forEach((value, place) => table.writeUInt32BE(value, 8 + 4 * place));
    return open(withMaps(trueTypeProgram(), [{ platform: 3, encoding: 10, table }]));
  };

  test('a run of glyphs (format 10)', () => {
    // Language, first character, count, then two glyphs of two bytes.
    const { glyphOfUnicode } = withMap(10, [0, 0x1f600, 2, 0x0003_0004]);
    expect([0x1f5ff, 0x1f600, 0x1f601, 0x1f602].map(glyphOfUnicode)).toEqual([null, 3, 4, null]);
  });

  test('groups that go on (format 12), and groups of one glyph (format 13)', () => {
    const groups = [0, 1, 0x1f600, 0x1f602, 2];
    expect([0x1f600, 0x1f602, 0x1f603].map(withMap(12, groups).glyphOfUnicode)).toEqual([2, 4, null]);
    expect([0x1f600, 0x1f602, 0x1f603].map(withMap(13, groups).glyphOfUnicode)).toEqual([2, 2, null]);
  });
});

test('a Type 1 font: letters by name and by its own encoding, .notdef being glyph 0', () => {
  const program = open(type1Program());
  expect(program.glyphCount).toBe(3);
  expect([
    program.glyphOfName('.notdef'),
    program.glyphOfName('B'),
    program.glyphOfCode(65),
    program.glyphOfCode(66),
    program.glyphOfCode(67),
  ]).toEqual([0, 2, 1, 2, null]);
  expect([program.advanceWidth(1), program.isBlank(1)]).toEqual([500, false]);
});

test('how far a Type 1 letter reaches, with a flat curve that a subroutine begins', () => {
  const n = (value: number) => value + 139;
  const other = (...operands: readonly number[]) => [...operands.map(n), 12, 16];
  const moves = [50, -50, 20, 0, 0, -20, 0].flatMap((dy) => [n(10), n(dy), 21, ...other(0, 2)]);
  const flex = [n(0), 10, ...moves, n(50), n(70), n(100), ...other(3, 0), 12, 17, 12, 17, 12, 33];
  const program = open(
    // hsbw, a move up by 100, the curve up to 120, a line down by 100 and another by 40, endchar.
    type1Program([139, 248, 136, 13, n(100), 4, ...flex, n(-100), 7, n(-40), 7, 9, 14], [...other(0, 1), 11]),
  );
  expect(program.verticalExtent(1)).toEqual([-40, 120]);
});

describe('a letter that puts down more numbers than any may', () => {
  const n = (value: number) => value + 139;
  const hsbw = [139, 248, 136, 13];
  const long = (value: number) => [255, value >> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
  const MANY = 900_000;

  test.each([
    ['hands them to a routine', [...Array<number>(MANY).fill(n(0)), ...long(MANY), n(99), 12, 16]],
    ['takes back what no routine left', Array<readonly number[]>(MANY).fill([12, 17]).flat()],
    [
      'hands few of them to many routines',
      Array<readonly number[]>(1_000)
        .fill([n(0), n(1), n(99), 12, 16])
        .flat(),
    ],
  ])('and %s: how far it reaches is not known', (_, drawing) => {
    const program = open(type1Program([...hsbw, ...drawing, 9, 14]));
    expect(program.verticalExtent(1)).toBeNull();
  });

  test('a letter that puts down as many as it may is followed', () => {
    const counters = Array<readonly number[]>(20)
      .fill([...Array<number>(20).fill(n(0)), n(20), n(12), 12, 16])
      .flat();
    expect(open(type1Program([...hsbw, ...counters, n(40), 7, 9, 14])).verticalExtent(1)).toEqual([0, 40]);
  });
});

test('a Type 1 font copied from Windows, and one in hexadecimal digits', () => {
  const plain = type1Program();
  const clearLength = Buffer.from(plain).indexOf('eexec') + 'eexec\n'.length;
  const mark = (kind: number, length: number) => Uint8Array.from([0x80, kind, length & 255, length >> 8, 0, 0]);
  const [clear, hidden] = [plain.subarray(0, clearLength), plain.subarray(clearLength)];
  const pfb = Buffer.concat([mark(1, clear.length), clear, mark(2, hidden.length), hidden, Uint8Array.from([0x80, 3])]);
  const hex = Buffer.concat([
    clear,
    Buffer.from(
      Buffer.from(hidden)
        .toString('hex')
        .replace(/(.{64})/g, '$1\n'),
    ),
  ]);
  for (const bytes of [pfb, hex]) expect(open(new Uint8Array(bytes)).glyphOfName('B')).toBe(2);
});

test('the glyphs of a CID-keyed CFF subset are found by their CIDs', () => {
  const program = open(cidCffProgram());
  expect(program.glyphOfCid(0)).toBe(0);
  expect(program.glyphOfCid(60_000)).toBeNull();
  expect(program.advanceWidth(1)).toBeGreaterThan(0);
});

test('a subset without the tables that only editors need', () => {
  const program = open(trueTypeProgram());
  expect(program.glyphOfCid(1)).toBe(1);
  expect(program.isBlank(1)).toBe(false);
  expect(program.embeddingRights).toBeNull();
});

test('a table that nobody draws from may be lost', () => {
  const bytes = fileOf(LIBERATION).slice();
  const view = new DataView(bytes.buffer);
  const recordOf = (tag: string) => Buffer.from(bytes).indexOf(tag, 12, 'latin1');
  view.setUint32(recordOf('name') + 8, bytes.length + 100);
  expect(open(bytes).glyphOfUnicode(0x41)).toBe(36);
  view.setUint32(recordOf('glyf') + 8, bytes.length + 100);
  expect(openFontProgram(bytes, 'trueType')).toBeNull();
});

test('what the maker allows', () => {
  expect(open(withEmbeddingRights(fileOf(LIBERATION), 2)).embeddingRights).toBe(2);
  expect(open(fileOf(LIBERATION)).embeddingRights).toBe(0);
});

describe.each([
  ['TrueType', trueTypeProgram()],
  ['CFF with CIDs', cidCffProgram()],
  ['CFF with names', namedCffProgram()],
  ['OpenType', fileOf(PRETENDARD)],
  ['TrueType, whole', fileOf(LIBERATION)],
])('a damaged program (%s)', (_, bytes) => {
  test.each([0, 0.1, 0.25, 0.5, 0.75])('cut to %d of its length', (part) => {
    expect(openFontProgram(bytes.subarray(0, Math.floor(bytes.length * part)), 'trueType')).toBeNull();
  });

  test('of other bytes altogether', () => {
    expect(openFontProgram(new Uint8Array(bytes.length).fill(0x41), 'cff')).toBeNull();
  });
});

test('a Type 1 font cut within its letters', () => {
  const bytes = type1Program();
  const end = Buffer.from(bytes).lastIndexOf('0'.repeat(64));
  for (const length of [0, 20, 200, end - 120, end - 80])
    expect(openFontProgram(bytes.subarray(0, length), 'type1'), `${length} bytes`).toBeNull();
});
