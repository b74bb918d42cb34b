import { describe, expect, test } from 'vitest';
import { ascii, latin1 } from './bytes.ts';
import { Lexer } from './lexer.ts';
import { NameTable } from './name-table.ts';
import { PdfKeyword, PdfRef, PdfString } from './objects.ts';
import type { PdfValue } from './objects.ts';

const lexerOf = (text: string, maxDepth = 20) => new Lexer(ascii(text), 0, new NameTable(), maxDepth);

/** Values as plain JSON, so that they can be compared at a glance. */
function plain(value: PdfValue | undefined): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, entry]) => [key, plain(entry)]));
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof PdfRef) return `${value.objectNumber} ${value.generation} R`;
  if (value instanceof PdfString) return `(${latin1(value.bytes)})`;
  return value instanceof PdfKeyword ? `!${value.text}` : value;
}

describe('values', () => {
  test.each([
    ['12', 12],
    ['-3.5', -3.5],
    ['+.25', 0.25],
    ['4.', 4],
    ['--7', -7],
    ['0.000000001', 1e-9],
    ['1.50000000000000000000000000000000000000000', 1.5],
    ['12-3', 12],
    ['/A#42C', 'ABC'],
    ['/', ''],
    ['true', true],
    ['null', null],
    ['(a\\(b\\)(c)\\101\\n\\\r\nd)', '(a(b)(c)A\nd)'],
    ['<48 65 6C6c6>', '(Hell`)'],
    ['7 0 R', '7 0 R'],
    ['[1 2 R 3 0 R 4 5 6]', ['1 2 R', '3 0 R', 4, 5, 6]],
    ['[0 1 0 R]', [0, '1 0 R']],
    ['<</A 1/B[<</C(x)>>]%note >>\n/D/E>>', { A: 1, B: [{ C: '(x)' }], D: 'E' }],
    ['<< /A 1 endobj', { A: 1 }],
    ['[1 2 endobj', [1, 2]],
    ['<< /A >>', {}],
    ['<< 5 /A 1 >>', { A: 1 }],
    ['hello', '!hello'],
  ])('%s', (text, expected) => {
    expect(plain(lexerOf(`${text} `).value())).toEqual(expected);
  });

  test('key strings are shared', () => {
    const names = new NameTable();
    const bytes = ascii('MediaBox');
    expect(names.nameOf(bytes, 0, 8)).toBe(names.nameOf(bytes.slice(), 0, 8));
  });
});

describe('the end of the bytes', () => {
  test.each(['12', '/Na', '(open', '<48', '<< /A', '[1', '7 0', '7 0 R', 'tru', '<'])('%s may go on', (text) => {
    const lexer = lexerOf(text);
    lexer.value();
    expect(lexer.ranOut).toBe(true);
  });

  test.each(['12 /', '(closed)', '<48>', '<< /A 1 >>', '[1]', '7 0 R '])('%s is complete', (text) => {
    const lexer = lexerOf(text);
    lexer.value();
    expect(lexer.ranOut).toBe(false);
  });
});

test('nesting beyond the limit is told, not followed', () => {
  const lexer = lexerOf('['.repeat(100_000));
  lexer.value();
  expect(lexer.tooDeep).toBe(true);
});

describe('object headings', () => {
  test.each(['5 0 obj<<', ' %note\n5  0\nobj 1'])('%j', (text) => {
    expect(lexerOf(text).takeObjectHeading()).toEqual(new PdfRef(5, 0));
  });

  test.each(['5 0 R ....', 'x 0 obj ..', '5 obj .....', '\u00ff\u00d8\u00ff\u00e0 JFIF'])('%j is none', (text) => {
    expect(lexerOf(text).takeObjectHeading()).toBeUndefined();
  });
});
