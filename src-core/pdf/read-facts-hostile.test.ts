import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { nodeInflate, nodePdfTools } from '../../src-node/pdf-file.ts';
import { bytesSource } from '../../test/fixtures/pdf/bytes-source.ts';
import { encryptedPdf } from '../../test/fixtures/pdf/encrypted-pdf.ts';
import { encodeLzw } from '../../test/fixtures/pdf/lzw-encode.ts';
import { rawBook } from '../../test/fixtures/pdf/raw-books.ts';
import { RawPdfWriter } from '../../test/fixtures/pdf/raw-pdf.ts';
import type { DamageCode } from './damage.ts';
import type { PdfLimits } from './limits.ts';
import { readPdfFacts } from './read-facts.ts';
import type { PdfFacts } from './read-facts.ts';
import { cpuClock } from '../../test/fixtures/cpu-clock.ts';

const read = (bytes: Uint8Array, limits: Partial<PdfLimits> = {}) =>
  readPdfFacts(bytesSource(bytes), nodePdfTools, limits);
const codes = (facts: PdfFacts): DamageCode[] => facts.damage.map((note) => note.code);
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const edited = (bytes: Uint8Array, edit: (text: string) => string) =>
  new Uint8Array(Buffer.from(edit(latin1(bytes)), 'latin1'));
const MEGABYTE = 1024 * 1024;

const PAGES = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 5 5] >>';
const catalogue = () => new RawPdfWriter().object(1, '<< /Type /Catalog /Pages 2 0 R >>');

/** A cross-reference stream of rows written by hand, for tables that lie. */
function section(
  writer: RawPdfWriter,
  objectNumber: number,
  rows: readonly (readonly [kind: number, place: number, extra: number])[],
  extra = '',
): Uint8Array {
  const offset = writer.position;
  const table = Buffer.from(
    rows.flatMap(([kind, place, more]) => [
      kind,
      place >> 24,
      (place >> 16) & 255,
      (place >> 8) & 255,
      place & 255,
      more,
    ]),
  );
  writer.stream(objectNumber, `/Type /XRef /Size ${rows.length} /W [1 4 1] /Root 1 0 R ${extra}`, table);
  return writer.text(`startxref\n${offset}\n%%EOF\n`).finish();
}

describe('object streams', () => {
  test('that are said to contain themselves', () => {
    const writer = catalogue();
    const at1 = writer.offsetOf(1);
    writer.objectStream(4, [
      [2, PAGES],
      [3, PAGE],
    ]);
    const facts = read(
      section(writer, 5, [
        [0, 0, 0],
        [1, at1, 0],
        [2, 4, 0],
        [2, 4, 1],
        [2, 4, 0],
      ]),
    );
    expect(facts).toMatchObject({ status: 'read', pageCount: 1, recovery: 'rebuilt' });
  });

  test('that are said to contain each other', () => {
    const writer = catalogue();
    const at1 = writer.offsetOf(1);
    writer.objectStream(4, [[2, PAGES]]).objectStream(5, [[3, PAGE]]);
    const facts = read(
      section(writer, 6, [
        [0, 0, 0],
        [1, at1, 0],
        [2, 4, 0],
        [2, 5, 0],
        [2, 5, 0],
        [2, 4, 0],
      ]),
    );
    expect(facts).toMatchObject({ status: 'read', pageCount: 1, recovery: 'rebuilt' });
  });

  test('within object streams, which nobody may write, are no objects', () => {
    const writer = catalogue();
    writer
      .objectStream(4, [
        [2, PAGES],
        [6, '<< /Type /ObjStm /N 1 /First 4 >>'],
      ])
      .object(3, PAGE);
    writer.streamSection(5, { trailer: '/Root 1 0 R' });
    expect(read(writer.finish())).toMatchObject({ status: 'read', pageCount: 1, damage: [] });
  });

  test('that lie about how many objects they hold', () => {
    const pack = (count: number) => {
      const writer = catalogue();
      writer.objectStream(4, [
        [2, PAGES],
        [3, PAGE],
      ]);
      writer.streamSection(5, { trailer: '/Root 1 0 R' });
      return edited(writer.finish(), (text) => text.replace('/N 2', `/N ${count}`));
    };
    expect(read(pack(9))).toMatchObject({ status: 'read', pageCount: 1 });
    expect(read(pack(1)).status).toBe('unreadable');
  });

  test('whose objects stand beyond their end', () => {
    const writer = catalogue();
    writer.deflated(4, '/Type /ObjStm /N 2 /First 12', '2 0 3 99999 ' + PAGES).object(9, '(last)');
    const facts = read(
      section(writer, 5, [
        [0, 0, 0],
        [1, writer.offsetOf(1), 0],
        [2, 4, 0],
        [2, 4, 1],
        [1, writer.offsetOf(4), 0],
      ]),
    );
    expect(facts).toMatchObject({ status: 'unreadable', reason: 'noPages' });
  });

  test.each([
    ['LZW', '/LZWDecode', encodeLzw],
    ['ASCIIHex', '/ASCIIHexDecode', (data: Uint8Array) => Buffer.from(`${Buffer.from(data).toString('hex')}>`)],
    [
      'LZW in ASCIIHex',
      '[/ASCIIHexDecode /LZWDecode]',
      (data: Uint8Array) => Buffer.from(`${Buffer.from(encodeLzw(data)).toString('hex')}>`),
    ],
  ])('written in %s', (_, filter, encode) => {
    const heading = `2 0 3 ${PAGES.length + 1} `;
    const writer = catalogue();
    writer.stream(
      4,
      `/Type /ObjStm /N 2 /First ${heading.length} /Filter ${filter}`,
      encode(Buffer.from(`${heading}${PAGES} ${PAGE}`)),
    );
    const facts = read(
      section(writer, 5, [
        [0, 0, 0],
        [1, writer.offsetOf(1), 0],
        [2, 4, 0],
        [2, 4, 1],
        [1, writer.offsetOf(4), 0],
      ]),
    );
    expect(facts).toMatchObject({ status: 'read', pageCount: 1, damage: [] });
  });
});

describe('lengths', () => {
  const packed = (length: string, more: (writer: RawPdfWriter) => void = () => undefined): Uint8Array => {
    const writer = catalogue();
    const heading = `2 0 3 ${PAGES.length + 1} `;
    writer.stream(
      4,
      `/Type /ObjStm /N 2 /First ${heading.length} /Filter /FlateDecode`,
      deflateSync(Buffer.from(`${heading}${PAGES} ${PAGE}`)),
      length,
    );
    more(writer);
    const at = (objectNumber: number): [number, number, number] => {
      try {
        return [1, writer.offsetOf(objectNumber), 0];
      } catch {
        return [0, 0, 0];
      }
    };
    return section(writer, 8, [[0, 0, 0], at(1), [2, 4, 0], [2, 4, 1], at(4), at(5), at(6), at(7)]);
  };

  test.each([
    ['the stream itself', '4 0 R', undefined],
    ['an object within the stream', '3 0 R', undefined],
    ['an object that does not exist', '77 0 R', undefined],
    ['a reference to itself', '5 0 R', (writer: RawPdfWriter) => writer.object(5, '5 0 R')],
    ['references in a circle', '5 0 R', (writer: RawPdfWriter) => writer.object(5, '6 0 R').object(6, '5 0 R')],
    ['a negative number', '-5', undefined],
    ['a number beyond the file', '99999999', undefined],
    ['a fraction', '12.5', undefined],
  ])('that are %s are overruled by endstream', (_, length, more) => {
    const facts = read(packed(length, more));
    expect(facts).toMatchObject({ status: 'read', pageCount: 1 });
    expect(codes(facts)).toContain('streamLengthWrong');
  });

  test('behind a reference that leads somewhere are believed', () => {
    const facts = read(
      packed('5 0 R', (writer) =>
        writer.object(5, String(deflateSync(Buffer.from(`2 0 3 ${PAGES.length + 1} ${PAGES} ${PAGE}`)).length)),
      ),
    );
    expect(facts).toMatchObject({ status: 'read', pageCount: 1, damage: [] });
  });

  test('that end a few bytes early do not cut the data', () => {
    const data = Buffer.from(`2 0 3 ${PAGES.length + 1} ${PAGES} ${PAGE}`);
    const writer = catalogue();
    writer.stream(4, `/Type /ObjStm /N 2 /First ${`2 0 3 ${PAGES.length + 1} `.length}`, data, String(data.length - 4));
    const facts = read(
      section(writer, 5, [
        [0, 0, 0],
        [1, writer.offsetOf(1), 0],
        [2, 4, 0],
        [2, 4, 1],
        [1, writer.offsetOf(4), 0],
      ]),
    );
    expect(facts).toMatchObject({ status: 'read', pageCount: 1, pages: [{ mediaBox: { right: 5 } }] });
    expect(codes(facts)).toEqual(['streamLengthWrong']);
  });
});

describe('cross-reference sections', () => {
  test('a table that counts from 1 where it should from 0: objects are found all the same', () => {
    const facts = read(edited(rawBook('classic', 6), (text) => text.replace('xref\n0 3\n', 'xref\n1 3\n')));
    expect(facts).toMatchObject({ status: 'read', pageCount: 6 });
    expect(facts.status === 'read' && facts.recovery).toBe('rebuilt');
  });

  test('a hybrid file whose hidden section is broken', () => {
    const facts = read(edited(rawBook('hybrid', 6), (text) => text.replace(/\/XRefStm \d+/, '/XRefStm 11')));
    expect(facts).toMatchObject({ status: 'read', pageCount: 6, recovery: 'rebuilt' });
  });

  test('older sections that lead in a circle of two', () => {
    const writer = catalogue().object(2, PAGES).object(3, PAGE);
    const first = writer.position;
    // Both tables are as long as each other, so the second one's offset is known beforehand.
    const table = (previous: number) =>
      `xref\n0 1\n0000000000 65535 f \n1 3\n${[1, 2, 3].map((n) => `${String(writer.offsetOf(n)).padStart(10, '0')} 00000 n \n`).join('')}trailer\n<< /Size 4 /Root 1 0 R /Prev ${String(previous).padStart(10, '0')} >>\n`;
    const second = first + table(0).length;
    writer.text(table(second)).text(table(first)).text(`startxref\n${second}\n%%EOF\n`);
    const facts = read(writer.finish());
    expect(facts).toMatchObject({ status: 'read', pageCount: 1 });
    expect(codes(facts)).toEqual(['previousXrefLoop']);
  });

  test('a section that announces more entries than there can be', () => {
    const table = edited(rawBook('classic', 3), (text) => text.replace('xref\n0 3\n', 'xref\n0 999999999\n'));
    expect(read(table)).toMatchObject({ status: 'read', pageCount: 3, recovery: 'rebuilt' });
    const stream = edited(rawBook('xrefStream', 3), (text) => text.replace(/\/Index \[0 3/, '/Index [0 1999999'));
    expect(read(stream)).toMatchObject({ status: 'read', pageCount: 3 });
  });

  test('field widths that make no sense', () => {
    for (const widths of ['[0 0 0]', '[1 99 1]', '[1 -2 1]', '5', '[1]']) {
      const facts = read(edited(rawBook('xrefStream', 3), (text) => text.replace('/W [1 4 2]', `/W ${widths}`)));
      expect(facts).toMatchObject({ status: 'read', pageCount: 3, recovery: 'rebuilt' });
    }
  });

  test('a trailer without /Root borrows from the older one', () => {
    const writer = catalogue().object(2, PAGES).object(3, PAGE);
    const previous = writer.table({ trailer: '/Root 1 0 R' });
    writer.object(3, PAGE).table({ trailer: `/Prev ${previous}` });
    expect(read(writer.finish())).toMatchObject({ status: 'read', pageCount: 1 });
  });

  test('padding behind the end, as downloads and old disks leave it', () => {
    const padded = (bytes: number) => read(new Uint8Array(Buffer.concat([rawBook('classic', 4), Buffer.alloc(bytes)])));
    expect(padded(20_000)).toMatchObject({ status: 'read', pageCount: 4, recovery: 'none', damage: [] });
    expect(padded(200_000)).toMatchObject({ status: 'read', pageCount: 4, recovery: 'tailSearch' });
  });

  test('lines that end with a carriage return only', () => {
    const facts = read(edited(rawBook('classic', 4), (text) => text.replaceAll('\n', '\r')));
    expect(facts).toMatchObject({ status: 'read', pageCount: 4, recovery: 'none', damage: [] });
  });

  test('names written with escapes', () => {
    const facts = read(
      edited(rawBook('classic', 2), (text) =>
        text.replaceAll('/Kids', '/K#69ds').replaceAll('/Type /Page ', '/Type /P#61ge '),
      ),
    );
    expect(facts).toMatchObject({ status: 'read', pageCount: 2 });
    expect(codes(facts)).not.toContain('pageTypeWrong');
  });
});

test('the header may stand up to 1,024 bytes in, and not one more', () => {
  const shifted = (bytes: number) =>
    read(new Uint8Array(Buffer.concat([Buffer.alloc(bytes, '#'), rawBook('classic', 1)])));
  expect(shifted(1024)).toMatchObject({ status: 'read', header: { offset: 1024 } });
  expect(shifted(1025)).toMatchObject({ status: 'unreadable', reason: 'notPdf' });
});

describe('page trees', () => {
  const tree = (...objects: readonly string[]) => {
    const writer = catalogue();
    objects.forEach((body, index) => writer.object(index + 2, body));
    writer.table({ trailer: '/Root 1 0 R' });
    return writer.finish();
  };

  test('a branch that hangs in two places is two branches', () => {
    expect(
      read(
        tree(
          '<< /Count 4 /Kids [3 0 R 3 0 R] /MediaBox [0 0 1 1] >>',
          '<< /Type /Pages /Count 2 /Kids [4 0 R 4 0 R] >>',
          '<< /Type /Page >>',
        ),
      ),
    ).toMatchObject({ pageCount: 4, damage: [] });
  });

  test('a loop below the root costs nothing but its own entry', () => {
    const facts = read(
      tree(
        '<< /Count 1 /Kids [3 0 R 4 0 R] >>',
        '<< /Type /Pages /Kids [2 0 R 3 0 R 4 0 R] >>',
        '<< /Type /Page /MediaBox [0 0 1 1] >>',
      ),
    );
    expect(facts).toMatchObject({ status: 'read', pageCount: 2 });
    expect(codes(facts)).toEqual(['pageTreeLoop', 'countWrong']);
    expect(facts.damage[0]?.count).toBe(2);
  });

  test('kids that are no pages', () => {
    const facts = read(tree('<< /Count 1 /Kids [3 0 R null 5 (x) [4 0 R] 1 0 R] >>', PAGE));
    expect(facts.status).toBe('read');
    expect(codes(facts)).toContain('pageNodeMissing');
  });

  test('parents that lead in a circle, where the tree is lost', () => {
    const writer = new RawPdfWriter()
      .object(3, '<< /Type /Page /Parent 4 0 R >>')
      .object(4, '<< /Parent 5 0 R /Rotate 90 >>')
      .object(5, '<< /Parent 4 0 R /MediaBox [0 0 3 3] >>');
    expect(read(writer.finish())).toMatchObject({
      status: 'read',
      recovery: 'pagesCollected',
      pages: [{ mediaBox: { right: 3 }, rotate: 90 }],
    });
  });

  test('numbers beyond all sense are no boxes and no units', () => {
    const facts = read(
      tree(
        PAGES,
        `<< /Type /Page /MediaBox [0 0 ${'9'.repeat(400)} 5] /CropBox [0 0 1e9 99999999999] /UserUnit 99999999 >>`,
      ),
    );
    expect(facts).toMatchObject({ status: 'read', pages: [{ mediaBox: null, cropBox: null, userUnit: 1 }] });
    expect(codes(facts)).toEqual(expect.arrayContaining(['boxMalformed', 'userUnitInvalid', 'mediaBoxMissing']));
  });
});

describe('encryption', () => {
  test.each([2, 3] as const)('of revision %i opens with an empty password', (revision) => {
    expect(read(encryptedPdf({ revision }))).toMatchObject({
      status: 'read',
      pageCount: 1,
      encrypted: { method: 'RC4', opensWithoutPassword: true },
    });
  });

  test('with a password says so, and so does a handler that nobody knows', () => {
    expect(read(edited(encryptedPdf(), (text) => text.replace(/\/U <..../, '/U <dead')))).toMatchObject({
      encrypted: { method: 'RC4', opensWithoutPassword: false },
    });
    expect(read(edited(encryptedPdf(), (text) => text.replace('/Standard', '/Nobodyss')))).toMatchObject({
      encrypted: { method: 'unknown', opensWithoutPassword: null },
    });
  });

  test('that is a dictionary of rubbish is no reason to fail', () => {
    for (const rubbish of [
      '5',
      '[]',
      '<< >>',
      '1 0 R',
      '77 0 R',
      '<< /Filter /Standard /V 5 /R 6 /StmF /X /O () /U () /P (x) >>',
      '<< /Filter /Standard /V 4 /CF 6 0 R /StmF /X >>',
    ]) {
      const facts = read(edited(encryptedPdf(), (text) => text.replace('/Encrypt 6 0 R', `/Encrypt ${rubbish}`)));
      expect(['read', 'unreadable']).toContain(facts.status);
      expect(facts.encrypted?.opensWithoutPassword ?? null).not.toBe(true);
    }
  });
});

describe('traps', () => {
  const withinMs = (run: () => PdfFacts, ms: number): PdfFacts => {
    const spentMs = cpuClock();
    const facts = run();
    expect(spentMs()).toBeLessThan(ms);
    return facts;
  };

  test('a few kilobytes that unpack to gigabytes', () => {
    // 200 MB of blanks are 200 kB deflated.
    const bomb = deflateSync(Buffer.alloc(200 * MEGABYTE, 32), { level: 9 });
    const writer = catalogue();
    writer.stream(4, '/Type /ObjStm /N 2 /First 10 /Filter /FlateDecode', bomb);
    const facts = withinMs(
      () =>
        read(
          section(writer, 5, [
            [0, 0, 0],
            [1, writer.offsetOf(1), 0],
            [2, 4, 0],
            [2, 4, 1],
            [1, writer.offsetOf(4), 0],
          ]),
        ),
      3_000,
    );
    expect(facts).toMatchObject({ status: 'unreadable', reason: 'tooLarge' });
  });

  test('the same, damaged at its end, so that what is sound in it has to be found', () => {
    const bomb = deflateSync(Buffer.alloc(50 * MEGABYTE, 32), { level: 9 });
    // Noise in place of the last symbols.
    const broken = Buffer.concat([
      bomb.subarray(0, bomb.length - 2_000),
      Buffer.from(Array.from({ length: 2_000 }, (_, i) => (i * 73) & 255)),
    ]);
    const spentMs = cpuClock();
    const { bytes, damaged } = nodeInflate(broken, 64 * MEGABYTE);
    expect(spentMs()).toBeLessThan(5_000);
    expect(damaged).toBe(true);
    expect(bytes.length).toBeGreaterThan(MEGABYTE);
    expect(bytes.length).toBeLessThanOrEqual(8 * MEGABYTE);
  });

  test('many bombs, each below the limit of one', () => {
    const bomb = deflateSync(Buffer.alloc(10 * MEGABYTE, 32), { level: 9 });
    const writer = catalogue();
    const rows: [number, number, number][] = [
      [0, 0, 0],
      [1, writer.offsetOf(1), 0],
      [2, 4, 0],
      [0, 0, 0],
    ];
    for (let n = 4; n < 24; n++) {
      writer.stream(n, `/Type /ObjStm /N ${n + 1} 0 R /First 10 /Filter /FlateDecode`, bomb);
      rows.push([1, writer.offsetOf(n), 0]);
    }
    const facts = withinMs(() => read(section(writer, 30, rows), { maxInflatedBytes: 32 * MEGABYTE }), 3_000);
    expect(facts.status).toBe('unreadable');
  });

  test('megabytes of objects that never end', () => {
    const text = `%PDF-1.4\n${'1 0 obj ('.repeat(400_000)}`;
    const facts = withinMs(() => read(Buffer.from(text)), 3_000);
    expect(facts.status).toBe('unreadable');
  });

  test('a table of two million free objects', () => {
    const writer = catalogue().object(2, PAGES).object(3, PAGE);
    writer.table({ trailer: '/Root 1 0 R' });
    const facts = withinMs(
      () =>
        read(
          edited(writer.finish(), (text) =>
            text.replace('1 3\n', '1 3\n').replace('trailer', '1999990 1\n0000000000 65535 f \ntrailer'),
          ),
        ),
      2_000,
    );
    expect(facts).toMatchObject({ status: 'read', pageCount: 1 });
  });

  test('a thousand sections one behind the other', () => {
    const writer = catalogue().object(2, PAGES).object(3, PAGE);
    let previous = writer.table({ trailer: '/Root 1 0 R' });
    for (let i = 0; i < 1_000; i++)
      previous = writer.object(3, PAGE).table({ trailer: `/Root 1 0 R /Prev ${previous}` });
    expect(withinMs(() => read(writer.finish()), 2_000)).toMatchObject({ status: 'read', pageCount: 1, damage: [] });
  });
});
