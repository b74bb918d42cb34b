import { PDFArray, PDFDocument, PDFName, PDFNumber, PDFRawStream, degrees, rgb } from 'pdf-lib';
import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { FixBench, contentsOf } from '../../test/fixtures/fixes/fix-bench.ts';

const bench = new FixBench();
afterAll(() => bench.close());

const target = contentsOf('SQUAREBOOK_HC', 2);

/** Two pages painted with a tiling pattern, which keeps to the page's own space whatever matrix is in force. */
async function patterned(
  change: (document: PDFDocument) => void = () => {},
  size: readonly [number, number] = [705.827, 720],
): Promise<string> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  const tile = context.obj({
    Type: 'Pattern',
    PatternType: 1,
    PaintType: 1,
    TilingType: 1,
    BBox: [0, 0, 60, 90],
    XStep: 60,
    YStep: 90,
    Resources: {},
  });
  const pattern = context.register(
    PDFRawStream.of(tile, Buffer.from('0.8 0.2 0.1 rg 0 0 30 40 re f 0.1 0.3 0.7 rg 30 40 25 25 re f')),
  );
  for (let i = 0; i < 2; i++) {
    const page = document.addPage([...size]);
    const content = context.register(
      PDFRawStream.of(context.obj({}), Buffer.from(`/Pattern cs /P scn 20 20 ${size[0] - 60} ${size[1] - 100} re f`)),
    );
    page.node.set(PDFName.of('Resources'), context.obj({ Pattern: { P: pattern } }));
    page.node.set(PDFName.of('Contents'), content);
  }
  change(document);
  return bench.file(await document.save());
}

describe('pages that paint with patterns keep them where they are', () => {
  test('when a rotation is applied for good', async () => {
    await bench.fixed(
      await patterned((document) => document.getPages().forEach((page) => page.setRotation(degrees(90)))),
      'bakeRotation',
      target,
    );
  });

  test('when the unit changes', async () => {
    const path = await patterned((document) =>
      document.getPages().forEach((page) => page.node.set(PDFName.of('UserUnit'), PDFNumber.of(3))),
    );
    await bench.fixed(path, 'bakeUserUnit', target);
  });

  test('when the page is scaled, mirrored, split or joined', async () => {
    await bench.fixed(await patterned(undefined, [705.827 / 2, 360]), 'scaleToFit', target);
    await bench.fixed(await patterned(undefined, [705.827 - 17, 720 - 17]), 'bleedByMirror', target);
    await bench.fixed(await patterned(undefined, [705.827 * 2 - 17, 720]), 'splitSpreads', target);
    await bench.fixed(await patterned(), 'joinSpreads', contentsOf('SQUAREBOOK_LAYFLAT_HC', 2));
  });
});

describe('content in several streams', () => {
  test('is one content when a page is joined with another', async () => {
    const document = await PDFDocument.create({ updateMetadata: false });
    const { context } = document;
    for (let i = 0; i < 2; i++) {
      const page = document.addPage([705.827, 720]);
      const contents = PDFArray.withContext(context);
      for (const text of ['0.2 0.6 0.3 rg', '100 100 300', '200 re f'])
        contents.push(context.register(PDFRawStream.of(context.obj({}), Buffer.from(text))));
      page.node.set(PDFName.of('Contents'), contents);
    }
    await bench.fixed(bench.file(await document.save()), 'joinSpreads', contentsOf('SQUAREBOOK_LAYFLAT_HC', 2));
  });

  test('without any content, pages are joined all the same', async () => {
    const document = await PDFDocument.create({ updateMetadata: false });
    document.addPage([705.827, 720]);
    document.addPage([705.827, 720]).drawRectangle({ x: 0, y: 0, width: 300, height: 300, color: rgb(0, 0, 1) });
    await bench.fixed(bench.file(await document.save()), 'joinSpreads', contentsOf('SQUAREBOOK_LAYFLAT_HC', 2));
  });
});

/** By an engine that has no part in repairs. */
const drawn = (path: string): Buffer =>
  spawnSync('mutool', ['draw', '-q', '-r', '20', '-F', 'ppm', '-o', '-', path, '1'], { maxBuffer: 64 * 1024 * 1024 })
    .stdout;

describe('content that restores more than it saved', () => {
  test.each([
    ['in its middle', '0 0 1 rg q 50 50 100 100 re f Q Q 1 0 0 rg 300 300 200 200 re f'],
    ['at its begin', 'Q Q 0 0 1 rg 50 50 100 100 re f q 1 0 0 rg 300 300 200 200 re f Q Q'],
  ])('looks as before when its rotation is applied for good: %s', async (_, content) => {
    const document = await PDFDocument.create({ updateMetadata: false });
    const { context } = document;
    const page = document.addPage([705.827, 720]);
    page.node.set(PDFName.of('Contents'), context.register(PDFRawStream.of(context.obj({}), Buffer.from(content))));
    page.setRotation(degrees(90));
    const path = bench.file(await document.save());
    const { path: fixed } = await bench.fixed(path, 'bakeRotation', target);
    const [before, after] = [drawn(path), drawn(fixed)];
    expect(after.length).toBe(before.length);
    const differing = before.filter((value, index) => Math.abs(value - (after[index] ?? 0)) > 40).length;
    expect(differing / before.length).toBeLessThan(0.005);
  });
});

/** By a renderer that mixes transparency in the space that a page asks for, as presses do and PDFium does not. */
function drawnByGhostscript(path: string, page: number): { readonly width: number; readonly rgb: Buffer } {
  const which = [`-dFirstPage=${page}`, `-dLastPage=${page}`, '-sOutputFile=-', path];
  const { stdout } = spawnSync('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=ppmraw', '-r20', ...which], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const [head = '', width] = /^P6\s+(?:#.*\n)?(\d+)\s+\d+\s+255\s/.exec(stdout.toString('latin1', 0, 200)) ?? [];
  return { width: Number(width), rgb: stdout.subarray(head.length) };
}

describe('pages that mix transparency in a space each', () => {
  test.each([
    ['the second in CMYK, as layout programs write pages with transparency and others without', [null, 'DeviceCMYK']],
    ['the first in CMYK', ['DeviceCMYK', null]],
    ['each in its own', ['DeviceRGB', 'DeviceCMYK']],
    ['both in the same', ['DeviceCMYK', 'DeviceCMYK']],
  ])('go on doing so side by side: %s', async (_, spaces) => {
    const document = await PDFDocument.create({ updateMetadata: false });
    const { context } = document;
    for (const space of spaces) {
      const page = document.addPage([705.827, 720]);
      const content =
        '0 0.6 0.2 rg 0 0 800 800 re f /Half gs 1 0 0 rg 100 100 300 300 re f 0 0 1 rg 200 200 400 400 re f';
      page.node.set(PDFName.of('Contents'), context.register(PDFRawStream.of(context.obj({}), Buffer.from(content))));
      page.node.set(PDFName.of('Resources'), context.obj({ ExtGState: { Half: { ca: 0.5, BM: 'Multiply' } } }));
      if (space !== null) page.node.set(PDFName.of('Group'), context.obj({ S: 'Transparency', CS: space, I: true }));
    }
    const path = bench.file(await document.save());
    const joined = await bench.fixed(path, 'joinSpreads', contentsOf('SQUAREBOOK_LAYFLAT_HC', 2));
    const spread = drawnByGhostscript(joined.path, 1);
    for (const index of [0, 1]) {
      const page = drawnByGhostscript(path, index + 1);
      let differing = 0;
      const rows = page.rgb.length / page.width / 3;
      // Both give up what they had beyond the fold.
      const [from, to] = index === 0 ? [0, page.width - 4] : [4, page.width];
      for (let y = 0; y < rows; y++)
        for (let x = from; x < to; x++) {
          const at = 3 * (y * page.width + x);
          const onSpread = 3 * (y * spread.width + x + index * (spread.width - page.width));
          const differs = [0, 1, 2].some(
            (channel) => Math.abs((page.rgb[at + channel] ?? 0) - (spread.rgb[onSpread + channel] ?? 0)) > 40,
          );
          if (differs) differing++;
        }
      // Edges of marks may fall on the next pixel.
      expect(differing / (rows * page.width)).toBeLessThan(0.02);
    }
  });
});
