import { PDFDocument, PDFName, PDFString, rgb, type PDFPage } from 'pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { FixBench, contentsOf } from '../../test/fixtures/fixes/fix-bench.ts';
import { inspectPdfFile } from '../inspect-file.ts';

const bench = new FixBench();
afterAll(() => bench.close());

const target = contentsOf('SQUAREBOOK_HC', 2);

async function busyBook(): Promise<string> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  const pages = [0, 1].map(() => document.addPage([705.827, 720]));
  for (const page of pages) page.drawRectangle({ x: 0, y: 0, width: 705.827, height: 720, color: rgb(0.3, 0.4, 0.5) });
  const [first, second] = pages as [PDFPage, PDFPage];
  const form = document.getForm();
  form.createTextField('name').addToPage(first, { x: 50, y: 50, width: 200, height: 30 });
  const script = context.obj({ S: 'JavaScript', JS: PDFString.of('app.beep()') });
  const link = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [10, 300, 90, 330],
      A: { S: 'URI', URI: PDFString.of('https://example.com') },
    }),
  );
  const near = context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [10, 400, 90, 430],
    A: { S: 'GoTo', D: [second.ref, 'Fit'] },
  });
  first.node.addAnnot(link);
  second.node.set(PDFName.of('Annots'), context.obj([near]));
  second.node.set(PDFName.of('AA'), context.obj({ O: script }));
  document.catalog.set(PDFName.of('OpenAction'), script);
  document.addJavaScript('start', 'app.alert("hello")');
  await document.attach(new Uint8Array([1, 2, 3]), 'list.bin', { mimeType: 'application/octet-stream' });
  return bench.file(await document.save({ useObjectStreams: true }));
}

function documentFacts(path: string) {
  const result = inspectPdfFile(path);
  if (result.status !== 'inspected') throw new Error(result.facts.reason);
  return result.inspection;
}

describe('what is no part of the printed page is taken out', () => {
  test('annotations and form fields', async () => {
    const path = await busyBook();
    expect(documentFacts(path).pages.map(({ annotations }) => annotations.length)).toEqual([2, 1]);
    const { path: fixed, outcome } = await bench.fixed(path, 'removeAnnotations', target);
    const { pages, document } = documentFacts(fixed);
    expect(pages.map(({ annotations }) => annotations.length)).toEqual([0, 0]);
    expect(document.formFieldCount).toBe(0);
    expect(outcome.edits).toEqual([{ key: 'fixes.edit.removeAnnotations', params: { count: 3 } }]);
    expect(document.embeddedFileCount).toBe(1);
  });

  test('actions, but for those that only lead to a page', async () => {
    const path = await busyBook();
    expect(documentFacts(path).document.actions.map(({ trigger }) => trigger)).toEqual(
      expect.arrayContaining(['open', 'names', 'page', 'annotation']),
    );
    const { path: fixed } = await bench.fixed(path, 'removeActions', target);
    const { document, pages } = documentFacts(fixed);
    expect(document.actions.filter(({ kind }) => kind !== 'other')).toEqual([]);
    expect(pages.map(({ annotations }) => annotations.length)).toEqual([2, 1]);
  });

  test('attached files', async () => {
    const { path: fixed } = await bench.fixed(await busyBook(), 'removeEmbeddedFiles', target);
    const { document } = documentFacts(fixed);
    expect(document.embeddedFileCount).toBe(0);
    expect(document.actions.length).toBeGreaterThan(0);
  });
});
