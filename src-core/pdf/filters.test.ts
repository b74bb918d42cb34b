import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { nodeInflate } from '../../src-node/pdf-file.ts';
import { ascii, latin1 } from './bytes.ts';
import { decodeStage, filterStages } from './filters.ts';
import type { PdfDict } from './objects.ts';
import { undoPrediction } from './predictor.ts';
import { rc4 } from './rc4.ts';

const decode = (name: string, data: Uint8Array, parameters?: PdfDict) =>
  decodeStage(data, { name, parameters }, nodeInflate, 1_000_000);
const textOf = (decoded: ReturnType<typeof decode>) => (decoded === undefined ? undefined : latin1(decoded.bytes));

describe('filters', () => {
  test('Flate', () => expect(textOf(decode('FlateDecode', deflateSync(Buffer.from('hello'))))).toBe('hello'));
  test('Flate, damaged in the middle, gives what stands before', () => {
    const data = deflateSync(Buffer.from(Array.from({ length: 400 }, (_, i) => `line ${i * 7919}\n`).join('')));
    data.fill(0xff, data.length >> 1, (data.length >> 1) + 20);
    const decoded = decode('FlateDecode', data);
    expect(decoded?.isDamaged).toBe(true);
    expect(textOf(decoded)).toMatch(/^line 0\nline 7919\n/);
  });
  test('ASCIIHex', () => expect(textOf(decode('ASCIIHexDecode', ascii('48 656C\n6C6f7>zz')))).toBe('Hellop'));
  test('ASCII85', () => expect(textOf(decode('ASCII85Decode', ascii('87cUR\nD]i,"Ebo80~>')))).toBe('Hello World!'));
  test('ASCII85, four zeros', () => expect(decode('A85', ascii('z~>'))?.bytes).toEqual(new Uint8Array(4)));
  test('picture codecs are not decoded here', () => expect(decode('DCTDecode', ascii('x'))).toBeUndefined());

  test('stages keep their own parameters', () => {
    const parameters: PdfDict = new Map([['Predictor', 12]]);
    const dict: PdfDict = new Map();
    dict.set('Filter', ['ASCIIHexDecode', 'FlateDecode']).set('DecodeParms', [null, parameters]);
    expect(filterStages(dict, (value) => value)).toEqual([
      { name: 'ASCIIHexDecode', parameters: undefined },
      { name: 'FlateDecode', parameters },
    ]);
  });
});

describe('prediction', () => {
  const shape = { columns: 3, colors: 1, bitsPerComponent: 8 };
  test.each([
    ['none', [0, 5, 6, 7, 0, 1, 2, 3]],
    ['sub', [1, 5, 1, 1, 1, 1, 1, 1]],
    ['up', [2, 5, 6, 7, 2, 252, 252, 252]],
    ['average', [3, 5, 4, 4, 3, 255, 255, 255]],
    ['Paeth', [4, 5, 1, 1, 4, 252, 1, 1]],
  ])('PNG %s', (_, rows) => {
    expect([...undoPrediction(Uint8Array.from(rows), { predictor: 15, ...shape })]).toEqual([5, 6, 7, 1, 2, 3]);
  });

  test('TIFF', () => {
    expect([...undoPrediction(Uint8Array.from([5, 1, 1, 1, 1, 1]), { predictor: 2, ...shape })]).toEqual([5, 6, 7, 1, 2, 3]);
  });

  test('a last row that is cut off', () => {
    expect([...undoPrediction(Uint8Array.from([2, 1, 1, 1, 2, 1]), { predictor: 12, ...shape })]).toEqual([1, 1, 1, 2]);
  });
});

test('RC4 gives the known answer', () => {
  expect(Buffer.from(rc4(ascii('Key'), ascii('Plaintext'))).toString('hex')).toBe('bbf316e8d940af0ad3');
});
