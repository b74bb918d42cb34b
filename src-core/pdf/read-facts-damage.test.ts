import { describe, expect, test } from 'vitest';
import { nodePdfTools } from '../../src-node/pdf-file.ts';
import { bytesSource } from '../../test/fixtures/pdf/bytes-source.ts';
import { rawBook } from '../../test/fixtures/pdf/raw-books.ts';
import { RawPdfWriter } from '../../test/fixtures/pdf/raw-pdf.ts';
import type { DamageCode } from './damage.ts';
import type { PdfLimits } from './limits.ts';
import { readPdfFacts } from './read-facts.ts';
import type { PdfFacts } from './read-facts.ts';

const read = (bytes: Uint8Array, limits: Partial<PdfLimits> = {}) =>
  readPdfFacts(bytesSource(bytes), nodePdfTools, limits);
const codes = (facts: PdfFacts): DamageCode[] => facts.damage.map((note) => note.code);
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const edited = (bytes: Uint8Array, edit: (text: string) => string) =>
  new Uint8Array(Buffer.from(edit(latin1(bytes)), 'latin1'));
const cutAt = (bytes: Uint8Array, mark: string) => bytes.subarray(0, latin1(bytes).lastIndexOf(mark));

/** A tree of hand-written nodes below the catalogue, object 1. */
function tree(...objects: readonly string[]): Uint8Array {
  const writer = new RawPdfWriter().object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  objects.forEach((body, index) => writer.object(index + 2, body));
  writer.table({ trailer: '/Root 1 0 R' });
  return writer.finish();
}

describe('damaged but readable files are read and say so', () => {
  test('junk before the header, offsets counted from the header', () => {
    const facts = read(new Uint8Array(Buffer.concat([Buffer.alloc(700, '#'), rawBook('classic', 4)])));
    expect(facts).toMatchObject({ status: 'read', pageCount: 4, recovery: 'none', header: { offset: 700 } });
    expect(codes(facts)).toEqual(['junkBeforeHeader']);
  });

  test('junk before the header, offsets counted from the first byte', () => {
    const writer = new RawPdfWriter(`${'#'.repeat(50)}\n%PDF-1.4\n`);
    writer
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(2, '<< /Count 1 /Kids [<< /Type /Page /MediaBox [0 0 1 1] >>] >>');
    writer.table({ trailer: '/Root 1 0 R' });
    const facts = read(writer.finish());
    expect(facts).toMatchObject({ status: 'read', pageCount: 1, recovery: 'none' });
    expect(codes(facts)).toEqual(['junkBeforeHeader']);
  });

  test('a startxref that leads elsewhere: the table is found near the end', () => {
    const facts = read(edited(rawBook('classic', 30), (text) => text.replace(/startxref\n\d+/, 'startxref\n17')));
    expect(facts).toMatchObject({ status: 'read', pageCount: 30, recovery: 'tailSearch' });
    expect(codes(facts)).toEqual(['startxrefWrong', 'xrefFoundBySearch']);
  });

  test.each(['classic', 'objectStreams', 'incremental', 'hybrid'] as const)(
    '%s with its end lost is rebuilt',
    (form) => {
      const whole = rawBook(form, 30);
      const cut = whole.subarray(
        0,
        latin1(whole).lastIndexOf(form === 'objectStreams' ? '/Type /XRef' : 'trailer') - 14,
      );
      const facts = read(cut);
      expect(facts).toMatchObject({ status: 'read', pageCount: 30, recovery: 'rebuilt' });
      expect(codes(facts)).toEqual(expect.arrayContaining(['endMarkerMissing', 'xrefRebuilt']));
    },
  );

  test('a rebuilt table has the newest version of every object', () => {
    const facts = read(cutAt(rawBook('incremental', 5), 'startxref'));
    expect(facts.status === 'read' && facts.pages.every((page) => page.rotate === 0)).toBe(true);
  });

  test('the last third lost: the pages that are left, and the note that others are missing', () => {
    const whole = rawBook('classic', 30);
    const facts = read(whole.subarray(0, Math.floor(whole.length * 0.66)));
    expect(facts).toMatchObject({ status: 'read', recovery: 'rebuilt', pageCount: 21 });
    expect(codes(facts)).toEqual(expect.arrayContaining(['pageNodeMissing', 'countWrong']));
  });

  test('the page tree itself lost: pages in file order', () => {
    const writer = new RawPdfWriter();
    for (const n of [9, 4, 6]) writer.object(n, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${n} ${n}] >>`);
    const facts = read(writer.object(2, '<< /Type /Pages /Rotate 180 >>').finish());
    expect(facts).toMatchObject({ status: 'read', recovery: 'pagesCollected' });
    expect(facts.status === 'read' && facts.pages.map((page) => [page.mediaBox?.right, page.rotate])).toEqual([
      [9, 180],
      [4, 180],
      [6, 180],
    ]);
  });

  test('objects shifted by an editor that knows no PDF', () => {
    const facts = read(edited(rawBook('classic', 12), (text) => text.replace('/Type /Catalog', '/Type   /Catalog')));
    expect(facts).toMatchObject({ status: 'read', pageCount: 12 });
    expect(facts.status === 'read' && facts.recovery).not.toBe('none');
  });

  test('a stream length that lies is overruled by endstream', () => {
    const writer = new RawPdfWriter().object(1, '<< /Type /Catalog /Pages 2 0 R >>');
    writer.objectStream(4, [
      [2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'],
      [3, '<< /Type /Page /MediaBox [0 0 5 5] >>'],
    ]);
    writer.streamSection(5, { trailer: '/Root 1 0 R' });
    const lying = edited(writer.finish(), (text) =>
      text.replace(
        /(ObjStm.*\/Length )(\d+)/,
        (_, start: string, digits: string) => start + '1'.padStart(digits.length, '0'),
      ),
    );
    const facts = read(lying);
    expect(facts).toMatchObject({ status: 'read', pageCount: 1 });
    expect(codes(facts)).toEqual(['streamLengthWrong']);
  });

  test('a chain of tables that bites its tail', () => {
    const writer = new RawPdfWriter()
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(2, '<< /Count 1 /Kids [3 0 R] >>');
    writer.object(3, '<< /Type /Page /MediaBox [0 0 1 1] >>');
    writer.table({ trailer: `/Root 1 0 R /Prev ${writer.position}` });
    const facts = read(writer.finish());
    expect(facts).toMatchObject({ status: 'read', pageCount: 1 });
    expect(codes(facts)).toEqual(['previousXrefLoop']);
  });

  test('a page tree that contains itself', () => {
    const facts = read(
      tree('<< /Type /Pages /Count 1 /Kids [3 0 R 2 0 R] >>', '<< /Type /Page /MediaBox [0 0 1 1] >>'),
    );
    expect(facts).toMatchObject({ status: 'read', pageCount: 1 });
    expect(codes(facts)).toEqual(['pageTreeLoop']);
  });

  test('a lying /Count and a page without /Type', () => {
    const facts = read(tree('<< /Type /Pages /Count 99 /Kids [3 0 R] >>', '<< /MediaBox [0 0 1 1] >>'));
    expect(facts).toMatchObject({ status: 'read', pageCount: 1 });
    expect(codes(facts)).toEqual(['pageTypeWrong', 'countWrong']);
  });

  test('a page in the place of the page tree is one page', () => {
    const facts = read(tree('<< /Type /Page /MediaBox [0 0 7 7] >>'));
    expect(facts).toMatchObject({
      status: 'read',
      pageCount: 1,
      recovery: 'none',
      pages: [{ mediaBox: { right: 7 } }],
    });
    expect(codes(facts)).toEqual(['pageForTree', 'countWrong']);
  });

  test('a kid that does not exist', () => {
    const facts = read(
      tree('<< /Type /Pages /Count 2 /Kids [3 0 R 77 0 R] >>', '<< /Type /Page /MediaBox [0 0 1 1] >>'),
    );
    expect(facts).toMatchObject({ status: 'read', pageCount: 1, recovery: 'none' });
    expect(codes(facts)).toEqual(['pageNodeMissing', 'countWrong']);
  });

  test('a page whose string never ends: the others are read', () => {
    const writer = new RawPdfWriter().object(1, '<< /Type /Catalog /Pages 2 0 R >>');
    writer
      .object(2, '<< /Type /Pages /Count 2 /MediaBox [0 0 1 1] /Kids [3 0 R 4 0 R] >>')
      .object(4, '<< /Type /Page >>');
    writer.object(3, '<< /Type /Page /Note (').stream(5, '', new Uint8Array(6_000_000).fill(0x40));
    writer.table({ trailer: '/Root 1 0 R' });
    const facts = read(writer.finish());
    expect(facts).toMatchObject({ status: 'read', pageCount: 1 });
    expect(codes(facts)).toEqual(expect.arrayContaining(['objectEndless', 'pageNodeMissing', 'countWrong']));
  });

  test('boxes, rotation and unit that make no sense', () => {
    const facts = read(
      tree(
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        '<< /Type /Page /TrimBox [1 2 (x) 4] /Rotate 45 /UserUnit -1 >>',
      ),
    );
    expect(facts).toMatchObject({ status: 'read', pages: [{ mediaBox: null, trimBox: null, rotate: 0, userUnit: 1 }] });
    expect(codes(facts)).toEqual(['mediaBoxMissing', 'boxMalformed', 'rotateInvalid', 'userUnitInvalid']);
  });
});

describe('unreadable files, each with its reason', () => {
  const reasonOf = (bytes: Uint8Array, limits?: Partial<PdfLimits>) => {
    const facts = read(bytes, limits);
    return facts.status === 'unreadable' ? facts.reason : facts;
  };

  test('empty', () => expect(reasonOf(new Uint8Array(0))).toBe('empty'));

  test('no signature within the first 1,024 bytes', () => {
    expect(reasonOf(Buffer.from('hello'))).toBe('notPdf');
    expect(reasonOf(new Uint8Array(Buffer.concat([Buffer.alloc(1025), rawBook('classic', 1)])))).toBe('notPdf');
  });

  test('cut off before anything useful', () => {
    expect(reasonOf(rawBook('objectStreams', 4).subarray(0, 2000))).toBe('truncated');
  });

  test('no pages', () => expect(reasonOf(tree('<< /Type /Pages /Count 0 /Kids [] >>'))).toBe('noPages'));

  test('too many pages', () => expect(reasonOf(rawBook('classic', 20), { maxPages: 10 })).toBe('tooManyPages'));

  test('too many objects', () => expect(reasonOf(rawBook('classic', 20), { maxObjects: 10 })).toBe('tooManyObjects'));

  test('a tree that multiplies by sharing', () => {
    const nodes = Array.from({ length: 60 }, (_, i) => `<< /Type /Pages /Count 1 /Kids [${i + 3} 0 R ${i + 3} 0 R] >>`);
    expect(reasonOf(tree(...nodes, '<< /Type /Pages /Count 0 /Kids [] >>'), { maxObjects: 5_000 })).toBe(
      'tooManyObjects',
    );
  });

  test('a tree that is too deep', () => {
    const nodes = Array.from({ length: 300 }, (_, i) => `<< /Type /Pages /Count 1 /Kids [${i + 3} 0 R] >>`);
    expect(reasonOf(tree(...nodes, '<< /Type /Page >>'))).toBe('tooDeep');
  });

  test('an object that is too deep', () => {
    expect(reasonOf(tree(`<< /Kids ${'['.repeat(5_000)} >>`))).toBe('tooDeep');
  });

  test('a stream that inflates beyond the limit', () => {
    expect(reasonOf(rawBook('objectStreams', 300), { maxInflatedBytes: 2_000 })).toBe('tooLarge');
  });

  test('a source that fails', () => {
    const source = {
      size: 10_000,
      read(): Uint8Array {
        throw new Error('EIO');
      },
    };
    expect(readPdfFacts(source, nodePdfTools)).toMatchObject({ status: 'unreadable', reason: 'readFailed', atByte: 0 });
  });

  test('a container that holds its own length', () => {
    const writer = new RawPdfWriter().object(1, '<< /Type /Catalog /Pages 2 0 R >>');
    writer.objectStream(4, [
      [2, '<< /Kids [] >>'],
      [6, '10'],
    ]);
    writer.streamSection(5, { trailer: '/Root 1 0 R' });
    expect(reasonOf(edited(writer.finish(), (text) => text.replace(/\/N 2/, '/N 6 0 R')))).toBe('noPages');
  });
});
