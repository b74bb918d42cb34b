import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { FixBench, contentsOf } from '../../test/fixtures/fixes/fix-bench.ts';
import { rawBook } from '../../test/fixtures/pdf/raw-books.ts';
import { makeFix } from './make-fix.ts';
import { openPageRenderer } from '../render/page-renderer.ts';
import type { OpenPageRenderer } from './verify-fix.ts';

const bench = new FixBench();
afterAll(() => bench.close());

const target = contentsOf('SQUAREBOOK_HC', 4);

async function bookWith(change: (document: PDFDocument) => void): Promise<string> {
  const document = await PDFDocument.create({ updateMetadata: false });
  for (let i = 0; i < 4; i++) document.addPage([705.827, 720]).drawText(`Page ${i + 1}`, { x: 60, y: 300, size: 40 });
  change(document);
  return bench.file(await document.save({ useObjectStreams: false }));
}

describe('files that must not be changed are refused with the reason', () => {
  test.runIf(spawnSync('qpdf', ['--version']).error === undefined)('encrypted, though it opens', async () => {
    const plain = await bookWith(() => {});
    const locked = plain.replace('.pdf', '.locked.pdf');
    spawnSync('qpdf', ['--encrypt', '', 'owner', '256', '--', plain, locked]);
    const { outcome, fixedPath } = await bench.make(locked, 'setTrimAndBleed', target);
    expect(outcome).toEqual({ ok: false, problem: { key: 'fixes.problem.encrypted' } });
    expect(existsSync(fixedPath)).toBe(false);
  });

  test('signed', async () => {
    const path = await bookWith((document) => {
      const { context } = document;
      const signature = context.register(
        context.obj({ Type: 'Sig', Filter: 'Adobe.PPKLite', ByteRange: [0, 1, 2, 3] }),
      );
      const field = context.register(context.obj({ FT: 'Sig', T: PDFString.of('signed'), V: signature }));
      document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: 3 }));
    });
    expect((await bench.make(path, 'removeAnnotations', target)).outcome).toEqual({
      ok: false,
      problem: { key: 'fixes.problem.signed' },
    });
  });

  test('a field for a signature that nobody gave is no obstacle', async () => {
    const path = await bookWith((document) => {
      const { context } = document;
      const field = context.register(context.obj({ FT: 'Sig', T: PDFString.of('to sign') }));
      document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: 1 }));
    });
    expect((await bench.make(path, 'setTrimAndBleed', target)).outcome.ok).toBe(true);
  });

  test('XFA forms and portfolios', async () => {
    const xfa = await bookWith((document) =>
      document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ Fields: [], XFA: [] })),
    );
    expect((await bench.make(xfa, 'setTrimAndBleed', target)).outcome).toMatchObject({
      problem: { key: 'fixes.problem.xfa' },
    });
    const portfolio = await bookWith((document) =>
      document.catalog.set(PDFName.of('Collection'), document.context.obj({})),
    );
    expect((await bench.make(portfolio, 'setTrimAndBleed', target)).outcome).toMatchObject({
      problem: { key: 'fixes.problem.portfolio' },
    });
  });

  test('recovered from a lost end, until that is made good', async () => {
    const whole = rawBook('classic', 4);
    const cut = whole.subarray(0, Buffer.from(whole).lastIndexOf('startxref'));
    expect((await bench.make(bench.file(cut), 'setTrimAndBleed', target)).outcome).toMatchObject({
      problem: { key: 'fixes.problem.rebuildTableFirst' },
    });
  });

  test('with bytes before the header, until those are gone', async () => {
    const path = bench.file(Buffer.concat([Buffer.from('\n\n'), rawBook('classic', 4)]));
    expect((await bench.make(path, 'setTrimAndBleed', target)).outcome).toMatchObject({
      problem: { key: 'fixes.problem.leadingBytesFirst' },
    });
  });

  test('no PDF, and no file at all', async () => {
    expect((await bench.make(bench.file(Buffer.from('hello')), 'setTrimAndBleed', target)).outcome).toMatchObject({
      problem: { key: 'fixes.problem.unreadable' },
    });
    expect((await bench.make(`${bench.folder}/none.pdf`, 'setTrimAndBleed', target)).outcome).toMatchObject({
      problem: { key: 'fixes.problem.unreadable' },
    });
  });

  test('pages of another size than the boxes are for', async () => {
    const path = bench.file(rawBook('classic', 4));
    expect((await bench.make(path, 'setTrimAndBleed', contentsOf('PHOTOBOOK_A4_SC', 4))).outcome).toEqual({
      ok: false,
      problem: { key: 'fixes.problem.sizeDiffers', params: { page: 1 } },
    });
  });
});

test('a repair that has to see pages which cannot be drawn is refused', async () => {
  const blind = new FixBench(() => Promise.reject(new Error('no renderer')));
  const path = blind.file(rawBook('classic', 4));
  expect((await blind.make(path, 'dropTrailingBlanks', contentsOf('SQUAREBOOK_HC', 2))).outcome).toEqual({
    ok: false,
    problem: { key: 'fixes.problem.pageNotBlank', params: { page: 3, reason: 'notSeen' } },
  });
  expect((await blind.make(path, 'bleedByMirror', target)).outcome).toEqual({
    ok: false,
    problem: { key: 'fixes.problem.notSeen', params: { page: 1 } },
  });
  blind.close();
});

describe('a repaired file that is not as planned', () => {
  /** Draws a black square on every page of a file that is being proved. */
  const spoiling: OpenPageRenderer = async (path) => {
    const renderer = await openPageRenderer(path);
    if (!path.includes('unproved')) return renderer;
    return {
      ...renderer,
      close: () => renderer.close(),
      async render(pageIndex, longSidePx) {
        const raster = await renderer.render(pageIndex, longSidePx);
        for (let y = 300; y < 310; y++)
          raster.rgb.fill(0, (y * raster.widthPx + 100) * 3, (y * raster.widthPx + 110) * 3);
        return raster;
      },
    };
  };

  test('is thrown away, and the original is as it was', async () => {
    const spoiled = new FixBench(spoiling);
    const path = spoiled.file(rawBook('classic', 4));
    const before = readFileSync(path);
    const { outcome } = await spoiled.make(path, 'setTrimAndBleed', target);
    expect(outcome).toEqual({ ok: false, problem: { key: 'fixes.problem.failedLooks', params: { page: 1 } } });
    expect(readdirSync(spoiled.folder)).toEqual(['1.pdf']);
    expect(readFileSync(path).equals(before)).toBe(true);
    spoiled.close();
  });

  test('is thrown away when it cannot be looked at', async () => {
    const blind = new FixBench(() => Promise.reject(new Error('no renderer')));
    const { outcome } = await blind.make(blind.file(rawBook('classic', 4)), 'setTrimAndBleed', target);
    expect(outcome).toEqual({ ok: false, problem: { key: 'fixes.problem.notRendered' } });
    expect(readdirSync(blind.folder)).toEqual(['1.pdf']);
    blind.close();
  });

  test('is thrown away when the original changed meanwhile', async () => {
    let path = '';
    const touching = new FixBench((opened) => {
      writeFileSync(path, rawBook('classic', 5));
      return openPageRenderer(opened);
    });
    path = touching.file(rawBook('classic', 4));
    const { outcome } = await touching.make(path, 'setTrimAndBleed', target);
    expect(outcome).toEqual({ ok: false, problem: { key: 'fixes.problem.originalChanged' } });
    expect(readdirSync(touching.folder)).toEqual(['1.pdf']);
    touching.close();
  });

  test('never takes the place of the original', async () => {
    const path = bench.file(rawBook('classic', 4));
    const before = readFileSync(path);
    await expect(makeFix({ inputPath: path, outputPath: path, fix: 'setTrimAndBleed', target })).rejects.toThrow(
      RangeError,
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('leaves nothing when there is no place for it', async () => {
    const inputPath = bench.file(rawBook('classic', 4));
    const outcome = await makeFix(
      { inputPath, outputPath: `${bench.folder}/missing/fixed.pdf`, fix: 'setTrimAndBleed', target },
      openPageRenderer,
    );
    expect(outcome).toEqual({ ok: false, problem: { key: 'fixes.problem.notWritten', params: { code: 'ENOENT' } } });
  });
});
