import type { PDFRef } from 'pdf-lib';
import { PDFArray, PDFDocument, PDFName, PDFRawStream, StandardFonts } from 'pdf-lib';
import { afterAll, expect, test } from 'vitest';
import type { PageObject } from '../../src-core/pdf/inspection/page-objects.ts';
import { FixBench, contentsOf } from '../../test/fixtures/fixes/fix-bench.ts';
import { inspectPdfFile } from '../opened-file.ts';

const bench = new FixBench();
afterAll(() => bench.close());

const target = contentsOf('SQUAREBOOK_HC', 1);

/** One page whose content is written by hand; `/Over` overprints, `/Thin` is a line width. */
async function handWritten(content: string, parts = 1): Promise<string> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  const page = document.addPage([705.827, 720]);
  const font = document.embedStandardFont(StandardFonts.Helvetica);
  await font.embed();
  page.node.setFontDictionary(PDFName.of('F'), font.ref);
  page.node.setExtGState(PDFName.of('Over'), context.obj({ OP: true }));
  page.node.setExtGState(PDFName.of('Thin'), context.obj({ LW: 0.1 }));
  const streams = Array.from({ length: parts }, (_, i) =>
    context.register(PDFRawStream.of(context.obj({}), partOf(content, i, parts))),
  );
  page.node.set(PDFName.of('Contents'), parts === 1 ? (streams[0] as PDFRef) : PDFArray.withContext(context));
  if (parts > 1) streams.forEach((stream) => (page.node.get(PDFName.of('Contents')) as PDFArray).push(stream));
  return bench.file(await document.save());
}

/** Cut at line ends, which may fall anywhere between two operators. */
function partOf(content: string, index: number, parts: number): Uint8Array {
  const lines = content.split('\n');
  const size = Math.ceil(lines.length / parts);
  return Buffer.from(lines.slice(index * size, (index + 1) * size).join('\n'));
}

function objectsOf(path: string): readonly PageObject[] {
  const result = inspectPdfFile(path);
  if (result.status !== 'inspected') throw new Error(result.facts.reason);
  expect(result.inspection.pages[0]?.syntax).toEqual([]);
  return result.inspection.pages[0]?.objects ?? [];
}

const widths = (path: string) =>
  objectsOf(path).flatMap((object) =>
    object.kind === 'path' && object.strokeWidthPt !== null ? [Number(object.strokeWidthPt.toFixed(3))] : [],
  );

test.each([1, 3])('thin lines become printable, and no other line changes (content in %d streams)', async (parts) => {
  const path = await handWritten(
    [
      'q 0.1 w 50 50 m 300 50 l S',
      '2 w 50 100 m 300 100 l S Q',
      'q 0.05 0 0 0.05 0 0 cm',
      '1000 4000 m 6000 4000 l S',
      '10 w 1000 5000 m 6000 5000 l S Q',
      'q /Thin gs 50 400 200 100 re S',
      '0 w 50 550 m 300 600 l 300 650 l s Q',
      '50 680 m 300 680 l S',
    ].join('\n'),
    parts,
  );
  expect(widths(path)).toEqual([0.1, 2, 0.05, 0.5, 0.1, 0, 1]);
  const { path: fixed, outcome } = await bench.fixed(path, 'thickenLines', target);
  expect(widths(fixed)).toEqual([0.25, 2, 0.25, 0.5, 0.25, 0.25, 1]);
  expect(outcome.edits).toEqual([{ key: 'fixes.edit.thickenLines', params: { count: 4, pages: 1, widthPt: 0.25 } }]);
});

test('white covers what is beneath it, and black goes on overprinting', async () => {
  const path = await handWritten(
    [
      '0 0 0 1 k 0 0 700 700 re f',
      '/Over gs',
      '0 0 0 0 k 100 100 50 50 re f',
      '0 0 0 1 k 200 100 50 50 re f',
      '1 g BT /F 40 Tf 100 300 Td (white) Tj 0 g (black) Tj ET',
      '1 1 1 RG 4 w 100 500 m 300 500 l S',
    ].join('\n'),
  );
  const over = (at: string) =>
    objectsOf(at).map((object) =>
      object.kind === 'path' && object.fill === null ? object.state.overprintsStroke : object.state.overprintsFill,
    );
  expect(over(path)).toEqual([false, true, true, true, true, true]);
  const { path: fixed, outcome } = await bench.fixed(path, 'stopWhiteOverprint', target);
  expect(over(fixed)).toEqual([false, false, true, false, true, false]);
  expect(outcome.edits).toEqual([{ key: 'fixes.edit.stopWhiteOverprint', params: { count: 3, pages: 1 } }]);
});

test('an inline image is stepped over', async () => {
  const path = await handWritten(
    'q 100 0 0 100 300 300 cm BI /W 2 /H 2 /BPC 8 /CS /G ID \u0000EI\u0001 EI Q\n0.1 w 50 50 m 300 50 l S',
  );
  const { path: fixed } = await bench.fixed(path, 'thickenLines', target);
  expect(widths(fixed)).toEqual([0.25]);
  expect(objectsOf(fixed).map(({ kind }) => kind)).toEqual(['image', 'path']);
});
