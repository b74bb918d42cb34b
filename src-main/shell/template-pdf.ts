import { PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { pdfPagesOf, type SpecGeometry } from '../../src-core/specs/book-geometry.ts';
import { guidesOf, type Guide, type GuideKind, type GuideSheet } from '../../src-core/specs/guides.ts';
import { POINTS_PER_MM } from '../../src-core/units.ts';

const LAYER_NAME = 'Guides (not printed)';

/** Colour and dash of each guide, the same as on the screen: red, green and blue from 0 to 1, dash in points. */
const STYLES: Readonly<
  Record<GuideKind, { readonly rgb: readonly [number, number, number]; readonly dash: readonly number[] }>
> = {
  bleed: { rgb: [0.88, 0.09, 0.18], dash: [] },
  trim: { rgb: [0.07, 0.07, 0.07], dash: [9, 5] },
  safe: { rgb: [0.04, 0.6, 0.28], dash: [1.5, 3] },
  spine: { rgb: [0.12, 0.44, 0.92], dash: [] },
  hinge: { rgb: [0.52, 0.22, 0.91], dash: [] },
  wrap: { rgb: [0.31, 0.33, 0.36], dash: [] },
  fold: { rgb: [0.89, 0.42, 0], dash: [7, 3, 1.5, 3] },
};

/**
 * A template of cover or contents for exactly so many book pages: empty pages of the exact outer size, and on a layer of
 * their own, which is shown and never printed, the guides. The file passes the check of sizes and page count.
 */
export async function writeTemplatePdf(spec: SpecGeometry, kind: PdfKind, pages: number): Promise<Uint8Array> {
  const sheet = guidesOf(spec, kind, pages);
  const document = await PDFDocument.create();
  document.setTitle(`${kind} template, ${pages} pages`);
  document.setCreator('Book Print Studio');
  const { context } = document;
  const layer = context.register(
    context.obj({
      Type: 'OCG',
      Name: PDFHexString.fromText(LAYER_NAME),
      Usage: { Print: { PrintState: 'OFF' }, View: { ViewState: 'ON' } },
    }),
  );
  document.catalog.set(
    PDFName.of('OCProperties'),
    context.obj({
      OCGs: [layer],
      D: {
        Order: [layer],
        ON: [layer],
        AS: [
          { Event: 'Print', OCGs: [layer], Category: ['Print'] },
          { Event: 'View', OCGs: [layer], Category: ['View'] },
        ],
      },
    }),
  );
  // Every page shows the same drawing: one stream and one dictionary, however many pages.
  const drawing = context.register(context.flateStream(`/OC /Guides BDC\n${drawSheet(sheet)}\nEMC\n`));
  const resources = context.register(context.obj({ Properties: { Guides: layer } }));
  for (let index = 0; index < pdfPagesOf(spec, kind, pages); index += 1) {
    const page = document.addPage([sheet.widthMm * POINTS_PER_MM, sheet.heightMm * POINTS_PER_MM]);
    page.node.set(PDFName.of('Contents'), drawing);
    page.node.set(PDFName.of('Resources'), resources);
    const trim = sheet.guides.find((guide) => guide.kind === 'trim' && guide.form === 'outline');
    if (kind === 'contents' && trim?.form === 'outline') {
      const { xMm, yMm, widthMm, heightMm } = trim.rect;
      page.setTrimBox(xMm * POINTS_PER_MM, yMm * POINTS_PER_MM, widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM);
    }
  }
  return document.save();
}

function drawSheet(sheet: GuideSheet): string {
  const flip = (yMm: number): number => sheet.heightMm - yMm;
  return sheet.guides.map((guide) => drawGuide(guide, flip)).join('\n');
}

function drawGuide(guide: Guide, flip: (yMm: number) => number): string {
  const { rgb, dash } = STYLES[guide.kind];
  const pen = `q ${rgb.join(' ')} RG 0.75 w [${dash.join(' ')}] 0 d`;
  if (guide.form === 'line')
    return `${pen} ${at(guide.x1Mm, flip(guide.y1Mm))} m ${at(guide.x2Mm, flip(guide.y2Mm))} l S Q`;
  const { xMm, yMm, widthMm, heightMm } = guide.rect;
  const path = `${at(xMm, flip(yMm + heightMm))} ${at(widthMm, heightMm)} re`;
  if (guide.form === 'outline') return `${pen} ${path} S Q`;
  // A band is filled with a tint of its colour: it must not hide what is laid under it.
  const tint = rgb.map((part) => (1 - (1 - part) * 0.18).toFixed(3)).join(' ');
  return `q ${tint} rg ${path} f Q\n${pen} ${path} S Q`;
}

const at = (xMm: number, yMm: number): string =>
  `${(xMm * POINTS_PER_MM).toFixed(3)} ${(yMm * POINTS_PER_MM).toFixed(3)}`;
