import { describe, expect, test } from 'vitest';
import { nodePdfTools } from '../../src-node/pdf-file.ts';
import { bytesSource } from '../../test/fixtures/pdf/bytes-source.ts';
import { SOUND_FORMS, TRAILER_ID, rawBook } from '../../test/fixtures/pdf/raw-books.ts';
import { RawPdfWriter } from '../../test/fixtures/pdf/raw-pdf.ts';
import { readPdfFacts } from './read-facts.ts';
import type { ReadablePdf } from './read-facts.ts';

const TRIM = { left: 8.504, bottom: 8.504, right: 697.323, top: 711.496 };
const MEDIA = { left: 0, bottom: 0, right: 705.827, top: 720 };

function read(bytes: Uint8Array): ReadablePdf {
  const facts = readPdfFacts(bytesSource(bytes), nodePdfTools);
  if (facts.status !== 'read') throw new Error(`unreadable: ${facts.reason}`);
  return facts;
}

describe('every sound form of the structure', () => {
  test.each(SOUND_FORMS)('%s', (form) => {
    const facts = read(rawBook(form, 24));
    expect(facts).toMatchObject({
      header: { version: '1.7', offset: 0 },
      pageCount: 24,
      damage: [],
      recovery: 'none',
      encrypted: null,
      linearized: form === 'linearized',
      trailerId: TRAILER_ID,
    });
    expect(new Set(facts.pages)).toEqual(
      new Set([
        { mediaBox: MEDIA, cropBox: null, bleedBox: null, trimBox: TRIM, artBox: null, rotate: 0, userUnit: 1 },
      ]),
    );
  });
});

describe('what a page inherits', () => {
  const book = new RawPdfWriter()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(
      2,
      '<< /Type /Pages /Count 3 /Kids [3 0 R 6 0 R] /MediaBox [0 0 100 200] /Rotate 90 /TrimBox [1 1 2 2] /UserUnit 3 >>',
    )
    .object(3, '<< /Type /Pages /Count 2 /Parent 2 0 R /Kids [4 0 R 5 0 R] /CropBox [10 10 90 190] >>')
    .object(4, '<< /Type /Page /Parent 3 0 R >>')
    .object(
      5,
      '<< /Type /Page /Parent 3 0 R /MediaBox [300 400 0 0] /Rotate -90 /UserUnit 2 /ArtBox [5 5 6 6] /BleedBox [1 1 9 9] >>',
    )
    .object(6, '<< /Type /Page /Parent 2 0 R /CropBox [0 0 50 50] >>');
  book.table({ trailer: '/Root 1 0 R' });
  const { pages } = read(book.finish());

  test('MediaBox, CropBox and Rotate come down from the nearest node', () => {
    expect(pages[0]).toMatchObject({ mediaBox: { right: 100, top: 200 }, cropBox: { left: 10, top: 190 }, rotate: 90 });
    expect(pages[2]).toMatchObject({ cropBox: { right: 50 }, rotate: 90 });
  });

  test('the other boxes and UserUnit do not', () => {
    expect(pages[0]).toMatchObject({ trimBox: null, bleedBox: null, artBox: null, userUnit: 1 });
  });

  test("a page's own entries win, and corners in any order are normalised", () => {
    expect(pages[1]).toEqual({
      mediaBox: { left: 0, bottom: 0, right: 300, top: 400 },
      cropBox: { left: 10, bottom: 10, right: 90, top: 190 },
      bleedBox: { left: 1, bottom: 1, right: 9, top: 9 },
      trimBox: null,
      artBox: { left: 5, bottom: 5, right: 6, top: 6 },
      rotate: 270,
      userUnit: 2,
    });
  });
});

test('a page that stands in the tree twice counts twice', () => {
  const book = new RawPdfWriter()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(
      2,
      '<< /Type /Pages /Count 3 /Kids [3 0 R 3 0 R << /Type /Page /MediaBox [0 0 7 7] >>] /MediaBox [0 0 9 9] >>',
    )
    .object(3, '<< /Type /Page >>');
  book.table({ trailer: '/Root 1 0 R' });
  expect(read(book.finish())).toMatchObject({ pageCount: 3, damage: [] });
});

test('an object larger than a window is read whole', () => {
  const book = new RawPdfWriter()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, `<< /Type /Pages /Count 1 /Note (${'x'.repeat(40_000)}) /Kids [3 0 R] >>`)
    .object(3, `<< /Type /Page ${'/Pad [1 2 3] '.repeat(600)} /MediaBox [0 0 9 9] >>`);
  book.table({ trailer: '/Root 1 0 R' });
  expect(read(book.finish())).toMatchObject({ pageCount: 1, damage: [], pages: [{ mediaBox: { right: 9 } }] });
});

describe('cost', () => {
  test('grows with the pages: one small read a page, whatever lies between them', () => {
    for (const pages of [24, 100, 400]) {
      const facts = read(rawBook('classic', pages));
      expect(facts.reads).toBeLessThanOrEqual(pages + 10);
      expect(facts.bytesRead).toBeLessThanOrEqual(8192 * pages + 64 * 1024 + facts.sizeBytes / 50);
    }
  });

  test('a handful of reads when the pages lie in object streams', () => {
    expect(read(rawBook('objectStreams', 200)).reads).toBeLessThanOrEqual(6);
  });

  test('pages of equal geometry are one object', () => {
    expect(new Set(read(rawBook('classic', 200)).pages).size).toBe(1);
  });
});
