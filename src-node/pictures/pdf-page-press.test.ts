import { writeFileSync } from 'node:fs';
import { PDFDocument, PDFHexString, PDFName, PDFString, type PDFPage } from 'pdf-lib';
import { expect, it } from 'vitest';
import { measureByWidths } from '../../src-core/composition/text-measure.ts';
import { guardsOfSpread } from '../../src-core/layout/guards.ts';
import { resolveThresholds } from '../../src-core/preflight/thresholds.ts';
import { at, laidOut, newFolder, TRIM, useScratchFolder } from '../painting/testing/placed-book.ts';
import { lookAtPdfPage } from './pdf-page.ts';

useScratchFolder();

/** A page of this content, in a file for that press. */
async function fileFor(
  name: string,
  content: string,
  intent: Readonly<Record<string, string>>,
  components: number | null,
  edit: (document: PDFDocument, page: PDFPage) => void = () => undefined,
) {
  const document = await PDFDocument.create();
  const page = document.addPage([TRIM.width, TRIM.height]);
  const { context, catalog } = document;
  page.node.normalizedEntries();
  page.node.addContentStream(context.register(context.flateStream(content)));
  const said = Object.fromEntries(Object.entries(intent).map(([key, value]) => [key, PDFString.of(value)]));
  const profile =
    components === null
      ? {}
      : { DestOutputProfile: context.register(context.stream(Buffer.alloc(200), { N: components })) };
  const intents = context.obj([context.obj({ Type: 'OutputIntent', S: 'GTS_PDFX', ...said, ...profile })]);
  catalog.set(PDFName.of('OutputIntents'), intents);
  edit(document, page);
  writeFileSync(at(name), await document.save());
  return at(name);
}
const madeFor = async (path: string) => (await lookAtPdfPage(path, 1, newFolder('press-'))).page?.madeFor;
const FOGRA = { OutputConditionIdentifier: 'FOGRA51' };
const INKS = '0 0 0 1 k 50 50 100 100 re f';
const LIGHTS = '1 0 0 rg 50 50 100 100 re f';

it('plain inks of a file that names a press are told of beside their spread', async () => {
  const source = await fileFor('fogra.pdf', INKS, { OutputConditionIdentifier: 'FOGRA51' }, 4);
  expect(await madeFor(source)).toBe('FOGRA51');
  const { book } = await laidOut(source);
  const found = guardsOfSpread(
    book,
    0,
    resolveThresholds(),
    measureByWidths(() => 0.5),
  );
  expect(found.find(({ kind }) => kind === 'otherPress')).toMatchObject({
    severity: 'info',
    text: { params: { name: 'fogra p1.pdf', press: 'FOGRA51' } },
  });
});

it.each([
  ['a white that is no ink', '0 0 0 0 k 50 50 100 100 re f'],
  ['inks beside the page', '1 0 0 0 k -500 -500 100 100 re f'],
])('%s tells of no press', async (_, content) => {
  expect(await madeFor(await fileFor('none.pdf', content, FOGRA, 4))).toBeUndefined();
});

it('a picture whose colours stand in a table of plain inks tells of its press', async () => {
  const source = await fileFor('table.pdf', 'q 100 0 0 100 50 50 cm /Im Do Q', FOGRA, 4, ({ context }, page) => {
    const table = ['Indexed', 'DeviceCMYK', 1, PDFHexString.of('00000000FF000000')];
    const image = { Type: 'XObject', Subtype: 'Image', Width: 2, Height: 2, BitsPerComponent: 8, ColorSpace: table };
    const drawn = context.register(context.flateStream(Uint8Array.of(0, 1, 1, 0), image as never));
    page.node.setXObject(PDFName.of('Im'), drawn);
  });
  expect(await madeFor(source)).toBe('FOGRA51');
});

it.each([
  ['a press that is named alone', INKS, { OutputConditionIdentifier: 'JC200103' }, null, 'JC200103'],
  [
    'a press of its own, by its description',
    INKS,
    { OutputConditionIdentifier: 'Custom', Info: 'Our press' },
    4,
    'Our press',
  ],
  ['lights on a page for a press', LIGHTS, { OutputConditionIdentifier: 'FOGRA51' }, 4, undefined],
  ['inks for an intent of lights', INKS, { OutputConditionIdentifier: 'sRGB IEC61966-2.1' }, 3, undefined],
] as const)('%s', async (_, content, intent, components, told) => {
  expect(await madeFor(await fileFor('one.pdf', content, intent, components))).toBe(told);
});
