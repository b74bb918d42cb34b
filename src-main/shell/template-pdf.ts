import { PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { pdfPagesOf, type SpecGeometry } from '../../src-core/specs/book-geometry.ts';
import { BAND_TINT, dashesPtOf, GUIDE_LINE_PT } from '../../src-core/specs/guide-pens.ts';
import { GUIDE_COLOURS, guidesOf, type Guide, type GuideSheet } from '../../src-core/specs/guides.ts';
import type { TemplateWords } from '../../src-core/specs/template-words.ts';
import { POINTS_PER_MM } from '../../src-core/units.ts';

/**
 * A template of cover or contents for exactly so many book pages: empty pages of the exact outer size, and on a layer of
 * their own, which is shown and never printed, the guides. The file passes the check of sizes and page count.
 */
export async function writeTemplatePdf(
  spec: SpecGeometry,
  kind: PdfKind,
  pages: number,
  words: Pick<TemplateWords, 'language' | 'title' | 'told' | 'guides'>,
): Promise<Uint8Array> {
  const sheet = guidesOf(spec, kind, pages);
  const document = await PDFDocument.create();
  document.setTitle(words.title);
  document.setSubject(words.told);
  document.setLanguage(words.language);
  document.setCreator('Book Print Studio');
  const { context } = document;
  const layer = context.register(
    context.obj({
      Type: 'OCG',
      Name: PDFHexString.fromText(words.guides),
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
  const rgb = rgbOf(GUIDE_COLOURS[guide.kind]);
  const pen = `q ${operands(rgb)} RG ${GUIDE_LINE_PT} w [${dashesPtOf(guide.kind).join(' ')}] 0 d`;
  if (guide.form === 'line')
    return `${pen} ${at(guide.x1Mm, flip(guide.y1Mm))} m ${at(guide.x2Mm, flip(guide.y2Mm))} l S Q`;
  const { xMm, yMm, widthMm, heightMm } = guide.rect;
  const path = `${at(xMm, flip(yMm + heightMm))} ${at(widthMm, heightMm)} re`;
  if (guide.form === 'outline') return `${pen} ${path} S Q`;
  const tint = operands(rgb.map((part) => 1 - (1 - part) * BAND_TINT));
  return `q ${tint} rg ${path} f Q\n${pen} ${path} S Q`;
}

const at = (xMm: number, yMm: number): string =>
  `${(xMm * POINTS_PER_MM).toFixed(3)} ${(yMm * POINTS_PER_MM).toFixed(3)}`;

/** Red, green and blue from 0 to 1. */
const rgbOf = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);

const operands = (parts: readonly number[]): string => parts.map((part) => part.toFixed(3)).join(' ');
