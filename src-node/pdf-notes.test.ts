import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PDFDocument, PDFHexString, PDFName, PDFString, degrees, type PDFDict, type PDFPage } from 'pdf-lib';
import { readAnnotatedPdf } from './pdf-notes.ts';

const MM = 25.4 / 72;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const near = (mm: number) => expect.closeTo(mm, 0);

/** Annotations of a page as a program writes them: dictionaries by their names. */
async function pdfWith(
  write: (
    page: PDFPage,
    note: (entries: Record<string, unknown>) => ReturnType<PDFDict['context']['register']>,
  ) => void,
): Promise<string> {
  const document = await PDFDocument.create();
  const page = document.addPage([600, 400]);
  write(page, (entries) => {
    const reference = document.context.register(document.context.obj({ Type: 'Annot', ...entries } as never));
    page.node.addAnnot(reference);
    return reference;
  });
  const path = at(`${Math.random()}.pdf`);
  writeFileSync(path, await document.save());
  return path;
}
const said = (text: string) => PDFHexString.fromText(text);

describe('notes on a PDF', () => {
  it('are those that MuPDF wrote, appended to the file', async () => {
    const document = await PDFDocument.create();
    for (let page = 0; page < 2; page += 1) document.addPage([600, 400]);
    document.setKeywords(['proof 3 of l_x']);
    writeFileSync(at('in.pdf'), await document.save());
    writeFileSync(
      at('write.js'),
      `var doc = new PDFDocument(${JSON.stringify(at('in.pdf'))});
       var page = doc.loadPage(1);
       function add(kind, change) { var note = page.createAnnotation(kind); change(note); note.update(); }
       add("Text", function (n) { n.setRect([100, 100, 120, 120]); n.setContents("더 크게 해 주세요\\nplease"); n.setAuthor("김하나"); });
       add("Highlight", function (n) { n.setQuadPoints([[50, 200, 150, 200, 50, 220, 150, 220]]); });
       add("FreeText", function (n) { n.setRect([200, 200, 300, 240]); n.setContents("Swap with 7-2"); });
       add("Ink", function (n) { n.setInkList([[[10, 10], [50, 60]]]); });
       doc.save(${JSON.stringify(at('out.pdf'))}, "incremental");`,
    );
    execFileSync('mutool', ['run', at('write.js')]);
    const read = readAnnotatedPdf(at('out.pdf'));
    expect(read?.keywords).toBe('proof 3 of l_x');
    expect(read?.pages).toEqual(
      Array.from({ length: 2 }, () => ({ widthMm: near(600 * MM), heightMm: near(400 * MM) })),
    );
    expect(read?.notes).toEqual([
      { page: 1, xMm: near(30 * MM), yMm: near(35 * MM), text: '', author: null, isDone: false },
      {
        page: 1,
        xMm: near(110 * MM),
        yMm: near(110 * MM),
        text: '더 크게 해 주세요\nplease',
        author: '김하나',
        isDone: false,
      },
      { page: 1, xMm: near(100 * MM), yMm: near(210 * MM), text: '', author: null, isDone: false },
      { page: 1, xMm: near(250 * MM), yMm: near(220 * MM), text: 'Swap with 7-2', author: null, isDone: false },
    ]);
  });

  it('are those that Ghostscript wrote, without its links', () => {
    writeFileSync(
      at('notes.ps'),
      `%!PS
<< /PageSize [600 400] >> setpagedevice
[ /Rect [100 300 120 320] /Subtype /Text /Contents (Bigger, please) /Title (Kim) /ANN pdfmark
[ /Rect [300 300 400 400] /Subtype /Link /Contents (no note) /ANN pdfmark
showpage`,
    );
    execFileSync('gs', ['-q', '-o', at('gs.pdf'), '-sDEVICE=pdfwrite', at('notes.ps')]);
    expect(readAnnotatedPdf(at('gs.pdf'))?.notes).toEqual([
      { page: 0, xMm: near(110 * MM), yMm: near(90 * MM), text: 'Bigger, please', author: 'Kim', isDone: false },
    ]);
  });

  it('have their answers with them, and are done once they were answered to be', async () => {
    const path = await pdfWith((_, note) => {
      const box = [0, 0, 20, 20];
      const asked = note({ Subtype: 'Text', Rect: box, Contents: said('더 밝게'), T: PDFString.of('Kim') });
      const other = note({ Subtype: 'Text', Rect: [0, 200, 20, 220], Contents: said('fine') });
      const answer = note({ Subtype: 'Text', Rect: box, Contents: said('how much?'), IRT: asked });
      note({ Subtype: 'Text', Rect: box, Contents: said('a little'), IRT: answer });
      const state = { Subtype: 'Text', Rect: box, F: 30, StateModel: PDFString.of('Review'), Contents: said('set') };
      note({ ...state, IRT: asked, State: PDFString.of('Completed') });
      note({ ...state, IRT: other, State: PDFString.of('Completed') });
      note({ ...state, IRT: other, State: PDFString.of('None') });
      note({ Subtype: 'Popup', Rect: box, Contents: said('a window') });
      note({ Subtype: 'Text', Rect: box, F: 2, Contents: said('hidden') });
    });
    expect(readAnnotatedPdf(path)?.notes.map(({ text, isDone }) => [text, isDone])).toEqual([
      ['fine', false],
      ['더 밝게\nhow much?\na little', true],
    ]);
  });

  it('are about what their arrow or callout ends at, on pages that are turned too', async () => {
    const path = await pdfWith((page, note) => {
      page.setRotation(degrees(90));
      note({
        Subtype: 'Line',
        Rect: [0, 0, 200, 200],
        L: [10, 20, 100, 200],
        LE: [PDFName.of('None'), PDFName.of('OpenArrow')],
        Contents: said('here'),
      });
      note({
        Subtype: 'FreeText',
        Rect: [300, 300, 400, 350],
        CL: [50, 60, 200, 300, 300, 320],
        RC: PDFString.of('<body><p>A &amp; B</p><p>&#xAC00;</p></body>'),
      });
    });
    expect(readAnnotatedPdf(path)?.notes).toEqual([
      expect.objectContaining({ xMm: near(60 * MM), yMm: near(50 * MM), text: 'A & B\n가' }),
      expect.objectContaining({ xMm: near(200 * MM), yMm: near(100 * MM), text: 'here' }),
    ]);
  });

  it('that go in a circle, lie nowhere or are no dictionaries hold nobody up', async () => {
    const path = await pdfWith((page, note) => {
      const { context } = page.doc;
      const [one, two] = [context.nextRef(), context.nextRef()];
      const circle = (to: unknown) =>
        context.obj({ Subtype: 'Text', Rect: [0, 300, 9, 309], Contents: said('round'), IRT: to } as never);
      context.assign(one, circle(two));
      context.assign(two, circle(one));
      page.node.set(PDFName.of('Annots'), context.obj([one, two]));

      note({ Subtype: 'Text', Rect: [1, 2], Contents: said('nowhere') });
      note({ Subtype: 'Text', Rect: [0, 0, 10, 10], Contents: said('\u0000a\u0007\r\nb\u2028c'), IRT: one });
    });
    expect(readAnnotatedPdf(path)?.notes.map(({ text }) => text)).toEqual(['round\nround\na \nb\nc']);
    writeFileSync(at('none.pdf'), 'no PDF');
    expect(readAnnotatedPdf(at('none.pdf'))).toBe(null);
  });
});
