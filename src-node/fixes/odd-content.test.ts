import { PDFArray, PDFDocument, PDFName, PDFNumber, PDFRawStream, degrees, rgb } from 'pdf-lib';
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

describe('content that leaves the graphics state open', () => {
  test('is refused when moving it would change how it looks', async () => {
    const document = await PDFDocument.create({ updateMetadata: false });
    const { context } = document;
    const page = document.addPage([705.827, 720]);
    // The second Q takes back the matrix that a moved page begins with.
    const content = '0 0 1 rg q 50 50 100 100 re f Q Q 1 0 0 rg 300 300 200 200 re f';
    page.node.set(PDFName.of('Contents'), context.register(PDFRawStream.of(context.obj({}), Buffer.from(content))));
    page.setRotation(degrees(90));
    const { outcome } = await bench.make(bench.file(await document.save()), 'bakeRotation', target);
    expect(outcome).toEqual({ ok: false, problem: { key: 'fixes.problem.failedLooks', params: { page: 1 } } });
  });
});
