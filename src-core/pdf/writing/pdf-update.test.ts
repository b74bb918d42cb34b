import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodePdfTools } from '../../../src-node/pdf-file.ts';
import { bytesSource } from '../../../test/fixtures/pdf/bytes-source.ts';
import { SOUND_FORMS, TRAILER_ID, rawBook } from '../../../test/fixtures/pdf/raw-books.ts';
import { hex } from '../bytes.ts';
import { PdfDocument } from '../document.ts';
import { DamageLog } from '../damage.ts';
import { Budget, DEFAULT_PDF_LIMITS } from '../limits.ts';
import { PdfRef, PdfString, type PdfDict, type PdfValue } from '../objects.ts';
import { openPdf, type OpenedPdf } from '../opened-pdf.ts';
import { WindowReader } from '../window-reader.ts';
import { lastSectionOf } from './last-section.ts';
import { NewStream } from './new-stream.ts';
import { PdfUpdate } from './pdf-update.ts';
import { Unwritable, valueText } from './serialise.ts';

const md5 = (bytes: Uint8Array) => new Uint8Array(createHash('md5').update(bytes).digest());

function opened(bytes: Uint8Array): OpenedPdf {
  const result = openPdf(bytesSource(bytes), nodePdfTools);
  if (result.status !== 'opened') throw new Error(result.facts.reason);
  return result.opened;
}

function updated(bytes: Uint8Array, change: (update: PdfUpdate, pdf: OpenedPdf) => void): Uint8Array {
  const pdf = opened(bytes);
  const last = lastSectionOf(pdf.document);
  if (last === undefined) throw new Error('no section');
  const update = new PdfUpdate(pdf.document, last);
  change(update, pdf);
  return new Uint8Array(Buffer.concat([bytes, update.bytes(md5)]));
}

const turned = (pdf: OpenedPdf, update: PdfUpdate, index: number) => {
  const leaf = pdf.leaves[index];
  if (leaf?.objectNumber !== null && leaf !== undefined)
    update.put(leaf.objectNumber, new Map([...leaf.dict, ['Rotate', 90]]));
};

describe.each(SOUND_FORMS)('an update behind a book written as %s', (form) => {
  const book = rawBook(form, 5);

  test('changes the objects it names and no others, and is read without damage', () => {
    const { facts } = opened(updated(book, (update, pdf) => turned(pdf, update, 2)));
    expect(facts).toMatchObject({
      pageCount: 5,
      damage: [],
      recovery: 'none',
      linearized: false,
      trailerId: TRAILER_ID,
    });
    expect(facts.pages.map(({ rotate }) => rotate)).toEqual([0, 0, 90, 0, 0]);
  });

  test('can be followed by another', () => {
    const once = updated(book, (update, pdf) => turned(pdf, update, 0));
    const { facts } = opened(updated(once, (update, pdf) => turned(pdf, update, 4)));
    expect(facts.damage).toEqual([]);
    expect(facts.pages.map(({ rotate }) => rotate)).toEqual([90, 0, 0, 0, 90]);
  });

  test('adds streams whose bytes come back', () => {
    const data = Uint8Array.from({ length: 700 }, (_, i) => (i * 37) & 255);
    let reference = new PdfRef(0, 0);
    const file = updated(book, (update) => (reference = update.add(new NewStream(new Map([['Kind', 'Test']]), data))));
    const { document } = opened(file);
    const stream = document.resolve(reference);
    expect(stream).toMatchObject({
      dict: new Map<string, PdfValue>([
        ['Kind', 'Test'],
        ['Length', 700],
      ]),
    });
    expect(document.decodedBytes(stream as Parameters<typeof document.decodedBytes>[0])).toEqual(data);
  });

  test('names another state of the same document', () => {
    const { document } = opened(updated(book, (update, pdf) => turned(pdf, update, 1)));
    const ids = document.resolve(document.trailer.get('ID')) as PdfString[];
    expect(ids.map(({ bytes }) => hex(bytes))).toEqual([TRAILER_ID, expect.not.stringMatching(TRAILER_ID)]);
  });
});

describe('what is written is read as it was', () => {
  const value: fc.Arbitrary<PdfValue> = fc.letrec<{ value: PdfValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.integer(),
      fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e7, max: 1e7 })
        .map((number) => Number(number.toFixed(6))),
      fc.boolean(),
      fc.constant(null),
      fc.string({
        unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
        minLength: 1,
        maxLength: 40,
      }),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => new PdfString(bytes)),
      fc.record({ n: fc.nat(1e6), g: fc.nat(65_535) }).map(({ n, g }) => new PdfRef(n, g)),
      fc.array(tie('value'), { maxLength: 5 }),
      fc
        .array(fc.tuple(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }), tie('value')), {
          maxLength: 5,
        })
        .map((entries): PdfDict => new Map(entries)),
    ),
  })).value;

  test('whatever the value', () => {
    const document = new PdfDocument(
      new WindowReader(bytesSource(new Uint8Array(0))),
      nodePdfTools.inflate,
      new Budget(DEFAULT_PDF_LIMITS, 0),
      new DamageLog(),
    );
    fc.assert(
      fc.property(value, (written) => {
        const bytes = new Uint8Array(Buffer.from(`${valueText(written)} `, 'latin1'));
        const read = document.lexer(bytes, 0).value();
        expect(plain(read)).toEqual(plain(written));
      }),
      { numRuns: 500 },
    );
  });

  test('numbers that no file can hold are refused', () => {
    for (const number of [Number.NaN, Number.POSITIVE_INFINITY]) expect(() => valueText(number)).toThrow(Unwritable);
    expect([valueText(1e-9), valueText(-0), valueText(1e21), valueText(0.1 + 0.2)]).toEqual([
      '0',
      '0',
      '1000000000000000000000',
      '0.3',
    ]);
  });
});

/** Minus zero is zero, and a number keeps eight decimals. */
function plain(value: PdfValue | undefined): unknown {
  if (typeof value === 'number') return Number(value.toFixed(8)) + 0;
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, plain(item)]));
  return value;
}
