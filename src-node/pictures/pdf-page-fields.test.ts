import { writeFileSync } from 'node:fs';
import { PDFDocument, PDFHexString, PDFName, PDFString, type PDFContext } from 'pdf-lib';
import { expect, it } from 'vitest';
import { guardsOfSpread } from '../../src-core/layout/guards.ts';
import { resolveThresholds } from '../../src-core/preflight/thresholds.ts';
import { measureByWidths } from '../../src-core/composition/text-measure.ts';
import {
  at,
  colourAt,
  exported,
  laidOut,
  native,
  newFolder,
  TIME_MS,
  TRIM,
  useScratchFolder,
} from '../painting/testing/placed-book.ts';
import { lookAtPdfPage } from './pdf-page.ts';

useScratchFolder();

type Entries = Readonly<Record<string, unknown>>;

/** A form as programs leave it that let each reader draw its values. */
async function formOf(name: string, fields: (context: PDFContext) => readonly Entries[]): Promise<string> {
  const document = await PDFDocument.create();
  const page = document.addPage([TRIM.width, TRIM.height]);
  const { context } = document;
  const helv = context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' });
  const all = fields(context).map((entries) =>
    context.register(
      context.obj({ Type: 'Annot', Subtype: 'Widget', F: 4, DA: PDFString.of('/Helv 24 Tf 0 g'), ...entries } as never),
    ),
  );
  page.node.set(PDFName.of('Annots'), context.obj(all));
  const form = { Fields: all, NeedAppearances: true, DR: { Font: { Helv: helv } } };
  document.catalog.set(PDFName.of('AcroForm'), context.obj(form as never));
  writeFileSync(at(name), await document.save());
  return at(name);
}
const undrawnOn = async (path: string) => (await lookAtPdfPage(path, 1, newFolder('form-'))).page?.undrawnFields ?? [];

it(
  'values of fields that every reader draws for itself are told by page and field, where they are not printed',
  async () => {
    const source = await formOf('values.pdf', (context) => {
      const group = context.register(context.obj({ T: PDFString.of('customer'), FT: 'Tx', V: PDFString.of('Kim') }));
      const empty = context.register(
        context.flateStream('/Tx BMC EMC', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 200, 40] }),
      );
      const full = context.register(
        context.flateStream('BT /Helv 12 Tf (Lee) Tj ET', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 200, 40] }),
      );
      return [
        { FT: 'Tx', T: PDFString.of('name'), V: PDFString.of('HHHHHHHH'), Rect: [50, 300, 250, 340] },
        { Parent: group, T: PDFString.of('first'), Rect: [50, 250, 250, 290] },
        { FT: 'Tx', T: PDFString.of('blank'), V: PDFString.of('x'), Rect: [50, 200, 250, 240], AP: { N: empty } },
        { FT: 'Btn', T: PDFString.of('ticked'), V: 'Yes', AS: 'Yes', Rect: [50, 150, 70, 170] },
        { FT: 'Tx', T: PDFString.of('drawn'), V: PDFString.of('Lee'), Rect: [50, 100, 250, 140], AP: { N: full } },
        { FT: 'Btn', T: PDFString.of('open'), V: 'Off', AS: 'Off', Rect: [50, 80, 70, 90] },
        { FT: 'Tx', T: PDFString.of('nothing'), V: PDFString.of(''), Rect: [50, 50, 250, 70] },
        { FT: 'Tx', T: PDFString.of('screen'), V: PDFString.of('x'), F: 0, Rect: [50, 20, 250, 40] },
      ];
    });
    // A reader draws it, the book does not.
    expect(native('pdftotext', await exported(source), '-')).not.toContain('HHHH');
    expect(native('mutool', 'draw', '-q', '-F', 'text', source, '1')).toContain('HHHHHHHH');
    expect(await undrawnOn(source)).toEqual(['name', 'customer.first', 'blank', 'ticked']);
    const { book } = await laidOut(source);
    const found = guardsOfSpread(
      book,
      0,
      resolveThresholds(),
      measureByWidths(() => 0.5),
    );
    expect(found.find(({ kind }) => kind === 'undrawnFields')?.text.params).toMatchObject({
      name: 'values p1.pdf',
      fields: 'name, customer.first, blank, ticked',
      count: 4,
      more: 0,
    });
  },
  TIME_MS,
);

it(
  'a form whose values are drawn in its file is told of nothing, and printed',
  async () => {
    const source = await formOf('drawn.pdf', (context) => {
      const black = context.register(
        context.flateStream('0 g 0 0 100 40 re f BT ET', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 40] }),
      );
      return [
        { FT: 'Btn', T: PDFString.of('ticked'), AS: 'Yes', Rect: [50, 300, 150, 340], AP: { N: { Yes: black } } },
      ];
    });
    expect(await undrawnOn(source)).toEqual([]);
    expect(await colourAt(await exported(source), 1, 100, 320)).toEqual([0, 0, 0]);
  },
  TIME_MS,
);

it('what no reader would show is no value: an empty text with its mark, blanks, a field without a place on its page', async () => {
  const source = await formOf('nothing.pdf', () => [
    // As Acrobat writes a field that was emptied: the mark of UTF-16 and nothing behind it.
    { FT: 'Tx', T: PDFString.of('emptied'), V: PDFHexString.of('FEFF'), Rect: [50, 300, 250, 340] },
    { FT: 'Tx', T: PDFString.of('blanks'), V: PDFString.of('  '), Rect: [50, 250, 250, 290] },
    { FT: 'Ch', T: PDFString.of('choice'), V: [PDFString.of('')], Rect: [50, 200, 250, 240] },
    { FT: 'Tx', T: PDFString.of('kept'), V: PDFString.of('x'), Rect: [0, 0, 0, 0] },
    { FT: 'Tx', T: PDFString.of('beside'), V: PDFString.of('x'), Rect: [-400, 100, -200, 140] },
  ]);
  expect(await undrawnOn(source)).toEqual([]);
});

it('a long text that is a stream is a value, and an appearance that shows an empty text shows none', async () => {
  const source = await formOf('streams.pdf', (context) => {
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 200, 40] };
    const letters = context.register(context.flateStream('/Tx BMC BT /Helv 12 Tf () Tj ET EMC', form));
    return [
      {
        FT: 'Tx',
        T: PDFString.of('long'),
        V: context.register(context.flateStream('Hello')),
        Rect: [50, 300, 250, 340],
      },
      { FT: 'Tx', T: PDFString.of('empty'), V: PDFString.of('x'), Rect: [50, 250, 250, 290], AP: { N: letters } },
    ];
  });
  expect(await undrawnOn(source)).toEqual(['long', 'empty']);
});
