import { describe, expect, test } from 'vitest';
import { inspectPage, paintedBy, sides } from '../../../../test/fixtures/pdf/page-pdf.ts';

const syntax = (content: string) => inspectPage({ content }).syntax.map(({ code, subject }) => `${code} ${subject}`);
const box = (content: string) => sides(paintedBy({ content })[0]?.boundsMm ?? null);
const AN_INCH = [0, 228.6, 25.4, 254];

describe('numbers', () => {
  test.each([
    '0 0 72 72 re f',
    '0 0 +72 72.0 re f',
    '0 0 72.000000000000000000001 72 re f',
    '.0 -0 72. 0072 re f',
    '0 0 72 72re f',
    '0 0 72-1 72 re f',
    '0%x\n0 72 72 re%y\rf',
  ])('%s', (content) => expect(box(content)).toEqual(AN_INCH));
});

describe('operands', () => {
  test('too few: noted and left out', () => {
    expect(syntax('0 0 72 re f')).toEqual(['operandCount re']);
    expect(paintedBy({ content: '0 0 72 re f' })).toEqual([]);
  });
  test('too many: noted, and the last ones taken', () => {
    expect(syntax('5 0 0 72 72 re f')).toEqual(['operandCount re']);
    expect(box('5 0 0 72 72 re f')).toEqual(AN_INCH);
    expect(syntax('5 /Span BMC EMC')).toEqual(['operandCount BMC']);
  });
  test('of the wrong type: noted and left out', () => {
    expect(syntax('(a) 0 72 72 re 5 gs 12 /F1 Tf /x Tj true w')).toEqual([
      'operandType re',
      'operandType gs',
      'operandType Tf',
      'operandType Tj',
      'operandType w',
    ]);
  });
  test('hundreds of them do no harm', () => expect(box(`${'1 '.repeat(2_000)} 0 0 72 72 re f`)).not.toBeNull());
});

describe('operators', () => {
  test('unknown ones are noted, once a kind', () => {
    expect(inspectPage({ content: 'foo foo averyverylongoperatorname' }).syntax).toEqual([
      { code: 'unknownOperator', subject: 'foo', count: 2 },
      { code: 'unknownOperator', subject: 'averyverylongope', count: 1 },
    ]);
  });
  test('but not between BX and EX', () => expect(syntax('BX foo EX')).toEqual([]));
  test('a page full of them stays a short list', () => {
    expect(inspectPage({ content: Array.from({ length: 500 }, (_, i) => `x${i}`).join(' ') }).syntax).toHaveLength(50);
  });
});

describe('ends', () => {
  test.each([
    ['within a string', '(abc'],
    ['within an array', '[1 2'],
    ['behind operands', '1 2 3'],
    ['within an inline image', 'BI /W 1'],
  ])('%s', (_, content) => expect(syntax(content)).toEqual(['endsEarly page']));
  test.each(['1 2 3', '(abc)', '<41>', '<< /A 1 >>'])('behind operands, %s, all of it was looked at', (content) => {
    expect(inspectPage({ content })).toMatchObject({ inspected: 'whole', syntax: [{ code: 'endsEarly' }] });
  });
  test.each(['(abc 0 0 72 72 re f', '[1 2 0 0 72 72 re f', 'BI /W 1 /H 1 ID x 0 0 72 72 re f'])(
    'in the middle, %s, what is behind was not looked at',
    (content) => expect(inspectPage({ content }).inspected).toBe('unreadableContent'),
  );
  test('in order', () => expect(syntax('q Q % nothing follows')).toEqual([]));
});

describe('an inline image ends at its EI', () => {
  const painted = (data: string) =>
    inspectPage({ content: `q BI /W 2 /H 2 /CS /G /BPC 8 ${data}EI\nQ 0 0 72 72 re f q BI /W 1 /H 1 ID x\nEI Q` });
  const packed = '/F /Fl ID \x78\x9c\x4b\x4a\x4e\x49\x05\x00\x03\xd8';

  test.each([
    ['digits of base 16', '/F /AHx ID 00ff00ff>'],
    ['digits of base 16, by its whole name in a list', '/Filter [/ASCIIHexDecode] ID 00ff00ff>'],
    ['digits of base 85 with an EI among them', '/F /A85 ID 5sdEI\n5sd q 5sd~>'],
    ['packed data', packed],
    ['packed data of a length that is told', `/L ${packed.length - '/F /Fl ID '.length} ${packed}`],
  ])('with and without a space before it: %s', (_, data) => {
    const { syntax, inspected, objects } = painted(data);
    expect({ syntax, inspected, kinds: objects.map(({ kind }) => kind) }).toEqual({
      syntax: [],
      inspected: 'whole',
      kinds: ['image', 'path', 'image'],
    });
    expect(painted(`${data}\n`).objects.map(({ kind }) => kind)).toEqual(['image', 'path', 'image']);
  });
});

test('arrays inside each other beyond all depth do not spoil what follows', () => {
  expect(box(`${'['.repeat(1_000)}${']'.repeat(1_000)} 0 J\n0 0 72 72 re f`)).toEqual(AN_INCH);
});
