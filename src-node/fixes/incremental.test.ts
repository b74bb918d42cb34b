import { existsSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { FixBench, contentsOf } from '../../test/fixtures/fixes/fix-bench.ts';
import { SOUND_FORMS, rawBook, TRAILER_ID } from '../../test/fixtures/pdf/raw-books.ts';
import { readPdfFile } from '../pdf-file.ts';

const bench = new FixBench();
afterAll(() => bench.close());

const target = contentsOf('SQUAREBOOK_HC', 8);

/** PDFium, which repairs are proved with, takes the hidden objects of a hybrid file for free ones. */
const PROVABLE_FORMS = SOUND_FORMS.filter((form) => form !== 'hybrid');

describe.each(PROVABLE_FORMS)('a book written as %s', (form) => {
  test('gets its boxes behind its last byte, in the form it has', async () => {
    const book = rawBook(form, 8);
    const { bytes, facts, outcome } = await bench.fixed(bench.file(book), 'setTrimAndBleed', target);
    expect(bytes.subarray(0, book.length).equals(book)).toBe(true);
    expect(outcome).toMatchObject({
      edits: [{ key: 'fixes.edit.setTrimAndBleed', params: { pages: 8 } }],
      pageCountBefore: 8,
      pageCountAfter: 8,
    });
    expect(outcome.pages).toEqual(Array.from({ length: 8 }, (_, index) => index + 1));
    expect(facts.trailerId).toBe(TRAILER_ID);
    const appended = bytes.subarray(book.length).toString('latin1');
    const endsInStream = ['xrefStream', 'xrefStreamPng', 'objectStreams'].includes(form);
    expect(/\nxref\n/.test(appended)).toBe(!endsInStream);
    expect(/\/Type \/XRef/.test(appended)).toBe(endsInStream);
    for (const { trimBox, bleedBox, mediaBox } of facts.pages) {
      expect(trimBox?.left).toBeCloseTo((3 * 72) / 25.4, 3);
      expect(trimBox?.top).toBeCloseTo(720 - (3 * 72) / 25.4, 3);
      expect(bleedBox).toEqual(mediaBox);
    }
  });

  test('gets blank pages', async () => {
    const book = rawBook(form, 6);
    const { bytes, facts, outcome } = await bench.fixed(bench.file(book), 'addBlankPages', target);
    expect(bytes.subarray(0, book.length).equals(book)).toBe(true);
    expect(outcome.pages).toEqual([7, 8]);
    expect(facts.pages[7]).toEqual(facts.pages[5]);
  });

  test('loses what stands before its header', async () => {
    const book = rawBook(form, 8);
    const path = bench.file(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), book]));
    // The hand-built linearized book has no hint table, which qpdf minds as soon as the file counts as linearized again.
    const { facts, bytes } = await bench.fixed(path, 'dropLeadingBytes', target, {
      isCleanForQpdf: form !== 'linearized',
    });
    expect(bytes.equals(book)).toBe(true);
    expect(facts).toMatchObject({ header: { offset: 0 }, pageCount: 8 });
  });
});

test('a hybrid file, which one engine reads and another does not, is not repaired unseen', async () => {
  const { outcome, fixedPath } = await bench.make(bench.file(rawBook('hybrid', 8)), 'setTrimAndBleed', target);
  expect(outcome).toEqual({ ok: false, problem: { key: 'fixes.problem.notRendered' } });
  expect(existsSync(fixedPath)).toBe(false);
});

test('one repair goes on top of another, and every state stays a prefix of the next', async () => {
  const book = rawBook('objectStreams', 6);
  const boxed = await bench.fixed(bench.file(book), 'setTrimAndBleed', target);
  const filled = await bench.fixed(boxed.path, 'addBlankPages', target);
  expect(filled.bytes.subarray(0, boxed.bytes.length).equals(boxed.bytes)).toBe(true);
  expect(readPdfFile(filled.path)).toMatchObject({ pageCount: 8, damage: [] });
});
