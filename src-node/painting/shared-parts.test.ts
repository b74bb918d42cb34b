import { readFileSync, writeFileSync } from 'node:fs';
import { PDFDocument, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import {
  at,
  colourAt,
  difference,
  EDGES,
  exported,
  native,
  TIME_MS,
  TRIM,
  useScratchFolder,
} from './testing/placed-book.ts';

useScratchFolder();

const PAGES = 6;

/** Set by Ghostscript's own writer: one embedded typeface on all pages. */
function setInOneTypeface(name: string): string {
  const page = (number: number) =>
    `/NimbusSans-Regular findfont 22 scalefont setfont 60 300 moveto (Page ${number} of one book, abcdefghijklmnopqrstuvwxyz) show showpage`;
  const pages = Array.from({ length: PAGES }, (_, index) => page(index + 1)).join('\n');
  writeFileSync(at(`${name}.ps`), `%!PS\n<< /PageSize [${TRIM.width} ${TRIM.height}] >> setpagedevice\n${pages}`);
  native('gs', '-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', `-sOutputFile=${at(name)}`, at(`${name}.ps`));
  return at(name);
}

/** How often a book has a stream of the entries that these are. */
async function streamsOf(path: string, wanted: Readonly<Record<string, string>>): Promise<number> {
  const { context } = await PDFDocument.load(readFileSync(path));
  const isWanted = ({ dict }: PDFRawStream) =>
    Object.entries(wanted).every(([key, value]) => dict.get(PDFName.of(key))?.toString() === value);
  return context.enumerateIndirectObjects().filter(([, object]) => object instanceof PDFRawStream && isWanted(object))
    .length;
}

it(
  'the typeface of all pages of a file is in the book once, and each page is set in it',
  async () => {
    const source = setInOneTypeface('typeface.pdf');
    const book = await exported(source);
    expect(await streamsOf(source, { Subtype: '/Type1C' })).toBe(1);
    expect(await streamsOf(book, { Subtype: '/Type1C' })).toBe(1);
    expect(
      native('pdffonts', book)
        .split('\n')
        .filter((line) => line.includes('Nimbus')),
    ).toHaveLength(1);
    for (let page = 1; page <= PAGES; page += 1) {
      expect(await difference(source, page, book, page)).toBeLessThan(EDGES);
      expect(native('pdftotext', '-f', `${page}`, '-l', `${page}`, book, '-')).toContain(`Page ${page} of one book`);
    }
    expect(native('qpdf', '--check', book)).toContain('No syntax or stream encoding errors');
  },
  TIME_MS,
);

it(
  'a picture behind all pages is in the book once; one that differs by a byte stays another, and so does one that leads elsewhere',
  async () => {
    const document = await PDFDocument.create();
    const colour = (background: string) =>
      sharp({ create: { width: 300, height: 300, channels: 3, background } })
        .jpeg()
        .toBuffer();
    const [red, blue] = [await colour('#ff0000'), await colour('#0000ff')];
    const [behind, other] = [await document.embedJpg(red), await document.embedJpg(blue)];
    for (const image of [behind, behind, other]) {
      const page = document.addPage([TRIM.width, TRIM.height]);
      page.drawImage(image, { x: 0, y: 0, width: TRIM.width, height: TRIM.height / 2 });
      // Two forms of the same words, which lead to different pictures.
      const form = document.context.register(
        document.context.flateStream('q 100 0 0 100 0 0 cm /Im Do Q', {
          ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 100] },
          Resources: { XObject: { Im: image.ref } },
        }),
      );
      page.node.setXObject(PDFName.of('Stamp'), form);
      page.node.addContentStream(
        document.context.register(document.context.flateStream('q 1 0 0 1 100 400 cm /Stamp Do Q')),
      );
    }
    writeFileSync(at('behind.pdf'), await document.save());
    const book = await exported(at('behind.pdf'));
    expect(await streamsOf(book, { Subtype: '/Image' })).toBe(2);
    for (const [page, name] of [
      [1, 'red'],
      [2, 'red'],
      [3, 'blue'],
    ] as const)
      for (const y of [100, 450]) {
        const [r = 0, , b = 0] = await colourAt(book, page, 150, y);
        expect([page, r > b ? 'red' : 'blue']).toEqual([page, name]);
      }
  },
  TIME_MS,
);

it(
  'a typeface that is drawn, as browsers write those that they may not embed, is in the book once too',
  async () => {
    const document = await PDFDocument.create();
    const { context } = document;
    // Outlines alone: it says no resources, and needs none.
    const glyph = context.register(context.flateStream('1000 0 0 0 900 900 d1 0 0 900 900 re f'));
    const drawn = (scale: number) =>
      context.register(
        context.obj({
          ...{ Type: 'Font', Subtype: 'Type3', FontBBox: [0, 0, 1000, 1000], FontMatrix: [scale, 0, 0, scale, 0, 0] },
          ...{ CharProcs: { A: glyph }, Encoding: { Type: 'Encoding', Differences: [65, 'A'] } },
          ...{ FirstChar: 65, LastChar: 65, Widths: [1000] },
        }),
      );
    const typeface = drawn(0.001);
    for (const other of [drawn(0.0011), drawn(0.0012), drawn(0.0013)]) {
      const page = document.addPage([TRIM.width, TRIM.height]);
      const fonts = context.obj({ Drawn: typeface, Other: other });
      page.node.normalizedEntries().Resources.set(PDFName.of('Font'), fonts);
      const drawing = 'BT /Drawn 100 Tf 200 300 Td (A) Tj /Other 50 Tf 0 -100 Td (A) Tj ET';
      page.node.addContentStream(context.register(context.flateStream(drawing)));
    }
    writeFileSync(at('drawn.pdf'), await document.save());
    const book = await exported(at('drawn.pdf'));
    expect(readFileSync(book, 'latin1').match(/\/Type3/g)).toHaveLength(4);
    for (const page of [1, 2, 3]) expect(await colourAt(book, page, 250, 350)).toEqual([0, 0, 0]);
  },
  TIME_MS,
);

it(
  'layers of the same name stay two where one prints and the other does not',
  async () => {
    const document = await PDFDocument.create();
    const { context } = document;
    const layers = [50, 200].map((x) => {
      const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Layer') }));
      const page = document.addPage([TRIM.width, TRIM.height]);
      page.node.normalizedEntries().Resources.set(PDFName.of('Properties'), context.obj({ Layer: layer }));
      const drawing = `/OC /Layer BDC 1 0 0 rg ${x} 50 100 100 re f EMC`;
      page.node.addContentStream(context.register(context.flateStream(drawing)));
      return layer;
    });
    document.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: layers, D: { OFF: layers.slice(1) } }));
    writeFileSync(at('names.pdf'), await document.save());
    const book = await exported(at('names.pdf'));
    expect([await colourAt(book, 1, 100, 100), await colourAt(book, 2, 250, 100)]).toEqual([
      [255, 0, 0],
      [255, 255, 255],
    ]);
  },
  TIME_MS,
);
