import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString, type PDFRef } from 'pdf-lib';
import type { CoverSketch, PageSketch } from '../../src-core/composition/sketch.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { anatomyOf } from '../../src-core/specs/anatomy.ts';
import { pdfPagesOf, sizeMmOf, type SpecGeometry } from '../../src-core/specs/book-geometry.ts';
import { srgbProfile } from '../render/print-pictures.ts';
import { Graphics } from './graphics.ts';
import { Letters, type TypefaceBytes } from './letters.ts';
import { paintItems, type Supplies } from './paint-items.ts';
import { PdfOutput, type TakeBytes } from './pdf-output.ts';
import { largestSides } from '../../src-core/composition/picture-place.ts';
import { PictureObjects, type FetchPicture } from './picture-objects.ts';
import { SheetCanvas, pointsOf } from './sheet-canvas.ts';

/** What painting needs of the world. */
export interface PaintSources {
  readonly bytesOf: TypefaceBytes;
  readonly fetchPicture: FetchPicture;
  /** Where the template catalogue's drawings lie. */
  readonly graphicsFolder: string;
  /** Pictures that are finer than this where they are placed largest are reduced to it; null or left out: all stay as they are. */
  readonly maxPpi?: number | null;
}

export interface PaintedBook {
  readonly spec: SpecGeometry;
  /** Book pages. */
  readonly pageCount: number;
  readonly title: string;
  readonly madeAtMs: number;
}

const MM_PER_INCH = 25.4;
const PRODUCER = 'Book Print Service';

/** Writes the cover PDF: one page of back, spine and front. */
export async function paintCover(book: PaintedBook, sketch: CoverSketch, sources: PaintSources, take: TakeBytes): Promise<void> {
  const file = await BookFile.begin(book, 'cover', [sketch], sources, take);
  const { canvas } = file.addSheet(0);
  await paintGround(canvas, { xMm: 0, yMm: 0, ...sizeMmOf(book.spec, 'cover', book.pageCount) }, sketch.background);
  await paintItems(canvas, file.supplies, sketch.background, sketch.items);
  await file.finish();
}

/** Writes the contents PDF: a page a sheet, or for LAYFLAT two pages side by side; only outer edges bleed. */
export async function paintContents(book: PaintedBook, sketches: readonly PageSketch[], sources: PaintSources, take: TakeBytes): Promise<void> {
  const { spec } = book;
  const file = await BookFile.begin(book, 'contents', sketches, sources, take);
  const isSpread = spec.bindingType === 'LAYFLAT';
  const pagesASheet = isSpread ? 2 : 1;
  const { widthMm, heightMm } = sizeMmOf(spec, 'contents', book.pageCount);
  for (let index = 0; index < pdfPagesOf(spec, 'contents', book.pageCount); index++) {
    const { canvas, trim } = file.addSheet(index);
    for (const [place, sketch] of sketches.slice(index * pagesASheet, (index + 1) * pagesASheet).entries()) {
      const shareMm = widthMm / pagesASheet;
      const part = { xMm: place * shareMm, yMm: 0, widthMm: shareMm, heightMm };
      const corner = canvas.movedTo(trim.leftMm + place * spec.innerTrimWidthMm, trim.topMm);
      await canvas.apart(async () => {
        // What bleeds over the fold would lie on the neighbour.
        if (isSpread) canvas.clipTo(part);
        await paintGround(canvas, part, sketch.background);
        await paintItems(corner, file.supplies, sketch.background, sketch.items);
      });
    }
  }
  await file.finish();
}

/** White paper needs no ink. */
async function paintGround(canvas: SheetCanvas, box: Parameters<SheetCanvas['fillBox']>[0], background: PageSketch['background']): Promise<void> {
  const { red, green, blue } = background;
  if (red === 255 && green === 255 && blue === 255) return;
  await canvas.apart(() => canvas.fillBox(box, 0, { ...background, alpha: 255 }));
}

/** One PDF of a book while it is made. */
class BookFile {
  private constructor(
    private readonly book: PaintedBook,
    private readonly kind: PdfKind,
    private readonly document: PDFDocument,
    private readonly output: PdfOutput,
    readonly supplies: Supplies,
  ) {}

  static async begin(book: PaintedBook, kind: PdfKind, sketches: Parameters<typeof largestSides>[0], sources: PaintSources, take: TakeBytes): Promise<BookFile> {
    const document = await PDFDocument.create({ updateMetadata: false });
    const output = new PdfOutput(document.context, take);
    const { maxPpi = null } = sources;
    const sidesMm = maxPpi === null ? null : largestSides(sketches);
    const mostPxOf = (blobKey: string) => (maxPpi === null || sidesMm === null ? null : Math.round(((sidesMm.get(blobKey) ?? 0) / MM_PER_INCH) * maxPpi));
    const pictures = new PictureObjects(document.context, output, sources.fetchPicture, mostPxOf);
    const supplies = { letters: new Letters(document, sources.bytesOf), pictures, graphics: new Graphics(sources.graphicsFolder) };
    const file = new BookFile(book, kind, document, output, supplies);
    file.describe(pictures.profile(await srgbProfile(), 3));
    return file;
  }

  /** The next page, with its boxes as the print house cuts or folds it. */
  addSheet(index: number): { readonly canvas: SheetCanvas; readonly trim: ReturnType<typeof anatomyOf>['trim'] } {
    const { sheet, trim } = anatomyOf(this.book.spec, { kind: this.kind, pages: this.book.pageCount, pdfPage: index });
    const [width, height] = [pointsOf(sheet.rightMm), pointsOf(sheet.bottomMm)];
    const page = this.document.addPage([width, height]);
    page.setBleedBox(0, 0, width, height);
    page.setTrimBox(pointsOf(trim.leftMm), height - pointsOf(trim.bottomMm), pointsOf(trim.rightMm - trim.leftMm), pointsOf(trim.bottomMm - trim.topMm));
    return { canvas: new SheetCanvas(page), trim };
  }

  async finish(): Promise<void> {
    await this.document.flush();
    await this.output.finish();
  }

  private describe(profile: PDFRef): void {
    const { document } = this;
    const at = new Date(this.book.madeAtMs);
    document.setTitle(this.book.title);
    document.setProducer(PRODUCER);
    document.setCreationDate(at);
    document.setModificationDate(at);
    document.context.lookup(document.context.trailerInfo.Info, PDFDict).set(PDFName.of('Trapped'), PDFName.of('False'));
    const intent = document.context.obj({ Type: 'OutputIntent', S: 'GTS_PDFA1', DestOutputProfile: profile });
    intent.set(PDFName.of('OutputConditionIdentifier'), PDFString.of('sRGB IEC61966-2.1'));
    document.catalog.set(PDFName.of('OutputIntents'), document.context.obj([intent]));
    document.catalog.set(PDFName.of('Lang'), PDFHexString.fromText('ko'));
  }
}
