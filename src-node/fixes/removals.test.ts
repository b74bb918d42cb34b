import { PDFDocument, PDFName, PDFNumber, PDFString, rgb, type PDFDict, type PDFPage, type PDFStream } from 'pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { FixBench, contentsOf } from '../../test/fixtures/fixes/fix-bench.ts';
import { inspectPdfFile } from '../opened-file.ts';
import { openPageRenderer } from '../render/page-renderer.ts';

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

describe('the fields of a form become a part of their pages', () => {
  const BOX = { x: 50, y: 50, width: 200, height: 30 };
  const filled = async (change: (field: PDFDict, document: PDFDocument) => void = () => undefined) => {
    const document = await PDFDocument.create({ updateMetadata: false });
    const page = document.addPage([705.827, 720]);
    page.drawRectangle({ x: 0, y: 0, width: 705.827, height: 720, color: rgb(0.3, 0.4, 0.5) });
    document.addPage([705.827, 720]);
    const name = document.getForm().createTextField('name');
    name.setText('Minji');
    name.addToPage(page, { ...BOX, backgroundColor: rgb(1, 1, 0.8) });
    const link = document.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [10, 300, 90, 330] });
    page.node.addAnnot(document.context.register(link));
    document.getForm().updateFieldAppearances();
    change(page.node.Annots()?.lookup(0) as PDFDict, document);
    return bench.file(await document.save({ useObjectStreams: true, updateFieldAppearances: false }));
  };
  /** Something other than the page's own colour where the field is. */
  const isSeen = async (path: string) => {
    const renderer = await openPageRenderer(path);
    const { rgb: pixels, widthPx, heightPx } = await renderer.render(0, 720);
    renderer.close();
    const at = 3 * ((heightPx - 60) * widthPx + 240);
    return (pixels[at] ?? 0) > 200;
  };

  test('with the look that they are printed with, and the link stays', async () => {
    const path = await filled();
    expect(documentFacts(path).pages[0]?.annotations.map(({ subtype }) => subtype)).toEqual(['Widget', 'Link']);
    expect(await isSeen(path)).toBe(true);
    const { path: fixed, outcome } = await bench.fixed(path, 'flattenFields', target);
    expect(outcome.edits).toEqual([{ key: 'fixes.edit.flattenFields', params: { count: 1, pages: 1 } }]);
    const { pages, document } = documentFacts(fixed);
    expect(pages[0]?.annotations.map(({ subtype }) => subtype)).toEqual(['Link']);
    expect(pages[0]?.objects.find(({ kind }) => kind === 'text')).toMatchObject({ text: 'Minji', from: 'form' });
    expect(document.formFieldCount).toBe(0);
    expect(await isSeen(fixed)).toBe(true);
    expect((await bench.make(fixed, 'flattenFields', target)).outcome).toMatchObject({
      problem: { key: 'fixes.problem.nothingToDo' },
    });
  });

  test('those that are for the screen alone leave nothing behind', async () => {
    const path = await filled((field) => field.set(PDFName.of('F'), PDFNumber.of(0)));
    expect(await isSeen(path)).toBe(false);
    const { path: fixed } = await bench.fixed(path, 'flattenFields', target);
    expect(documentFacts(fixed).pages[0]?.objects.map(({ kind }) => kind)).toEqual(['path']);
  });

  test('an appearance that does not say that it is a form is one', async () => {
    const path = await filled((field) => {
      const stream = (field.lookup(PDFName.of('AP')) as PDFDict).lookup(PDFName.of('N')) as PDFStream;
      stream.dict.delete(PDFName.of('Subtype'));
    });
    const { path: fixed } = await bench.fixed(path, 'flattenFields', target);
    expect(await isSeen(fixed)).toBe(true);
  });

  test('those on a layer stay on it', async () => {
    const path = await filled((field, document) => {
      const layer = document.context.register(document.context.obj({ Type: 'OCG', Name: PDFString.of('names') }));
      document.catalog.set(PDFName.of('OCProperties'), document.context.obj({ OCGs: [layer], D: { ON: [layer] } }));
      field.set(PDFName.of('OC'), layer);
    });
    const { path: fixed } = await bench.fixed(path, 'flattenFields', target);
    const text = documentFacts(fixed).pages[0]?.objects.find(({ kind }) => kind === 'text');
    expect(text).toMatchObject({ text: 'Minji', state: { layer: { name: 'names' } } });
  });

  test('on a layer that is off they are left: the other engine shows them, and nothing proves the repair', async () => {
    const path = await filled((field, document) => {
      const layer = document.context.register(document.context.obj({ Type: 'OCG', Name: PDFString.of('names') }));
      document.catalog.set(PDFName.of('OCProperties'), document.context.obj({ OCGs: [layer], D: { OFF: [layer] } }));
      field.set(PDFName.of('OC'), layer);
    });
    expect((await bench.make(path, 'flattenFields', target)).outcome).toMatchObject({
      problem: { key: 'fixes.problem.failedLooks' },
    });
  });

  test('on pages that inherit their size and their resources', async () => {
    const path = await filled((_, document) => {
      const [page] = document.getPages();
      const pages = document.catalog.Pages();
      for (const key of ['MediaBox', 'Resources']) {
        pages.set(PDFName.of(key), page?.node.get(PDFName.of(key)) as PDFDict);
        page?.node.delete(PDFName.of(key));
      }
    });
    const { path: fixed } = await bench.fixed(path, 'flattenFields', target);
    expect(await isSeen(fixed)).toBe(true);
  });

  test('a value that programs are asked to draw anew is not taken as it was drawn once', async () => {
    const path = await filled((_, document) =>
      document.getForm().acroForm.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true)),
    );
    expect((await bench.make(path, 'flattenFields', target)).outcome).toMatchObject({
      problem: { key: 'fixes.problem.fieldWithoutAppearance' },
    });
  });

  test('a value that nobody has drawn is not guessed at', async () => {
    const path = await filled((field) => field.delete(PDFName.of('AP')));
    expect((await bench.make(path, 'flattenFields', target)).outcome).toEqual({
      ok: false,
      problem: { key: 'fixes.problem.fieldWithoutAppearance', params: { page: 1 } },
    });
  });
});
