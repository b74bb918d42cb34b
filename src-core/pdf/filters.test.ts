import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { nodeInflate } from '../../src-node/pdf-file.ts';
import { encodeLzw } from '../../test/fixtures/pdf/lzw-encode.ts';
import { ascii, latin1 } from './bytes.ts';
import { decodeStage, filterStages } from './filters.ts';
import type { PdfDict } from './objects.ts';
import { undoPrediction } from './predictor.ts';
import { rc4 } from './encryption.ts';

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
  describe('Flate that does not end as it should', () => {
    const whole = deflateSync(Buffer.from(Array.from({ length: 400 }, (_, i) => `line ${i * 7919}\n`).join('')));
    const wrong = Buffer.from(whole);
    wrong[wrong.length - 1] = (wrong.at(-1) as number) ^ 1;
    test.each([
      ['with a checksum whose last bit is turned', wrong],
      ['without its checksum', whole.subarray(0, -4)],
      ['within its checksum', whole.subarray(0, -2)],
      ['with more behind it', Buffer.concat([whole, Buffer.from('\r\nmore')])],
      ['no data at all', new Uint8Array(0)],
    ])('is sound %s', (_, data) => {
      const decoded = decode('FlateDecode', data);
      expect(decoded).toMatchObject({ isDamaged: false, isCut: false });
      expect(textOf(decoded)).toBe(data.length === 0 ? '' : textOf(decode('FlateDecode', whole)));
    });
    test('is damaged where both halves of a checksum over many bytes are wrong, and sound where one is right', () => {
      const wrongAt = (...fromEnd: readonly number[]) => {
        const data = deflateSync(new Uint8Array(500_000).fill(255));
        for (const place of fromEnd) data[data.length - place] = (data.at(-place) as number) ^ 1;
        return decode('FlateDecode', data)?.isDamaged;
      };
      expect([wrongAt(1), wrongAt(4), wrongAt(1, 4)]).toEqual([false, false, true]);
    });
    test.each([whole.length >> 1, whole.length - 5])(
      'is damaged behind %i bytes, and gives what stands before',
      (length) => {
        const decoded = decode('FlateDecode', whole.subarray(0, length));
        expect(decoded?.isDamaged).toBe(true);
        expect(textOf(decoded)).toMatch(/^line 0\nline 7919\n/);
      },
    );
  });
  test('ASCIIHex', () => expect(textOf(decode('ASCIIHexDecode', ascii('48 656C\n6C6f7>zz')))).toBe('Hellop'));
  test('ASCII85', () => expect(textOf(decode('ASCII85Decode', ascii('87cUR\nD]i,"Ebo80~>')))).toBe('Hello World!'));
  test('ASCII85, four zeros', () => expect(decode('A85', ascii('z~>'))?.bytes).toEqual(new Uint8Array(4)));
  test('ASCII85 is cut at the limit: four bytes out of one must not fill the memory', () => {
    const decoded = decodeStage(ascii('z'.repeat(1_000)), { name: 'A85', parameters: undefined }, nodeInflate, 100);
    expect([decoded?.isCut, decoded?.bytes.length]).toEqual([true, 100]);
  });

  describe('LZW', () => {
    const mixed = Uint8Array.from({ length: 60_000 }, (_, i) => (i % 7 === 0 ? (i * 2654435761) >>> 24 : i % 251));
    test('the example of ISO 32000-1, 7.4.4.2', () => {
      expect([
        ...(decode('LZWDecode', Uint8Array.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]))?.bytes ?? []),
      ]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
    });
    test.each([0, 1] as const)('codes of every width, /EarlyChange %i', (earlyChange) => {
      const decoded = decode('LZW', encodeLzw(mixed, { earlyChange }), new Map([['EarlyChange', earlyChange]]));
      expect(decoded).toMatchObject({ isDamaged: false, isCut: false });
      expect(Buffer.compare(decoded?.bytes ?? new Uint8Array(0), mixed)).toBe(0);
    });
    test('with prediction', () => {
      const parameters: PdfDict = new Map([
        ['Predictor', 12],
        ['Columns', 3],
      ]);
      expect([
        ...(decode('LZW', encodeLzw(Uint8Array.from([2, 1, 2, 3, 2, 1, 1, 1])), parameters)?.bytes ?? []),
      ]).toEqual([1, 2, 3, 2, 3, 4]);
    });
    test('without its end, and with a code that cannot be, gives what stands before', () => {
      const data = encodeLzw(ascii('hello hello'));
      expect(decode('LZW', data.subarray(0, data.length - 2))).toMatchObject({ isDamaged: true });
      expect(decode('LZW', Uint8Array.from([0x80, 0x1a, 0x7f, 0xff]))).toMatchObject({ isDamaged: true });
    });
    test('is cut at the limit', () => {
      const decoded = decodeStage(
        encodeLzw(new Uint8Array(100_000)),
        { name: 'LZW', parameters: undefined },
        nodeInflate,
        5_000,
      );
      expect(decoded?.isCut).toBe(true);
      expect(decoded?.bytes.length).toBeLessThanOrEqual(5_000);
    });
  });

  test('RunLength', () => {
    expect(textOf(decode('RunLengthDecode', Uint8Array.from([2, 0x61, 0x62, 0x63, 254, 0x2d, 128, 9])))).toBe('abc---');
    expect(decode('RL', Uint8Array.from([5, 0x61]))).toMatchObject({ isDamaged: true, bytes: Uint8Array.from([0x61]) });
    expect(
      decodeStage(Uint8Array.from([129, 1, 128]), { name: 'RL', parameters: undefined }, nodeInflate, 50)?.isCut,
    ).toBe(true);
  });

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
    expect([...undoPrediction(Uint8Array.from([5, 1, 1, 1, 1, 1]), { predictor: 2, ...shape })]).toEqual([
      5, 6, 7, 1, 2, 3,
    ]);
  });

  test('a last row that is cut off', () => {
    expect([...undoPrediction(Uint8Array.from([2, 1, 1, 1, 2, 1]), { predictor: 12, ...shape })]).toEqual([1, 1, 1, 2]);
  });
});

test('RC4 gives the known answer', () => {
  expect(Buffer.from(rc4(ascii('Key'), ascii('Plaintext'))).toString('hex')).toBe('bbf316e8d940af0ad3');
});
