import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString, type PDFRef } from 'pdf-lib';
import { AS_THEY_ARE, picturesWrittenAnew, type PictureChoices } from '../../src-core/composition/embedded-parts.ts';
import type { Sketches } from '../../src-core/composition/sketch.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { anatomyOf } from '../../src-core/specs/anatomy.ts';
import type { Mm2, SpecGeometry } from '../../src-core/specs/book-geometry.ts';
import { mmToPoints } from '../../src-core/units.ts';
import { srgbProfile } from '../render/print-pictures.ts';
import { Letters, type FaceOf } from '../typefaces/letters.ts';
import { Graphics } from './graphics.ts';
import type { Supplies } from './paint-items.ts';
import { PdfOutput, type TakeBytes } from './pdf-output.ts';
import { PlacedPages } from './placed-pages.ts';
import { PictureObjects, type EmbeddingPlan, type FetchPicture } from './picture-objects.ts';
import { SheetCanvas } from './sheet-canvas.ts';

/** What painting needs of the world. */
export interface PaintSources {
  readonly faceOf: FaceOf;
  readonly fetchPicture: FetchPicture;
  /** Where the template catalogue's drawings lie. */
  readonly graphicsFolder: string;
  /** Left out: all stay as they are. */
  readonly pictures?: PictureChoices;
  readonly onPicture?: EmbeddingPlan['onPicture'];
  readonly drawPage?: EmbeddingPlan['drawPage'];
}

export interface PaintedBook {
  readonly spec: SpecGeometry;
  /** Book pages. */
  readonly pageCount: number;
  readonly title: string;
  /** The program that made it, as its file says. */
  readonly producer: string;
  readonly madeAtMs: number;
  /** Which file this is, for a program that is given it back. */
  readonly keywords?: string;
}

/** One PDF of a book while it is made. */
export class BookFile {
  private constructor(
    private readonly book: PaintedBook,
    private readonly document: PDFDocument,
    private readonly output: PdfOutput,
    readonly supplies: Supplies,
    private readonly pages: PlacedPages,
  ) {}

  static async begin(book: PaintedBook, sketches: Sketches, sources: PaintSources, take: TakeBytes): Promise<BookFile> {
    const document = await PDFDocument.create({ updateMetadata: false });
    const output = new PdfOutput(document.context, take);
    const { pictures: choices = AS_THEY_ARE, onPicture, drawPage } = sources;
    const plan = {
      anew: picturesWrittenAnew(sketches, choices),
      choices,
      ...(onPicture !== undefined && { onPicture }),
      ...(drawPage !== undefined && { drawPage }),
    };
    const pages = new PlacedPages(document.context, output);
    const pictures = new PictureObjects(document.context, output, sources.fetchPicture, plan, pages);
    const supplies = {
      letters: new Letters(document.context, sources.faceOf),
      pictures,
      graphics: new Graphics(sources.graphicsFolder),
    };
    const file = new BookFile(book, document, output, supplies, pages);
    file.describe(pictures.profile(await srgbProfile(), 3));
    return file;
  }

  /** The next page of the cover or contents, with its boxes as the print house cuts or folds it. */
  addSheet(kind: PdfKind, index: number): SheetCanvas {
    const { sheet, trim } = anatomyOf(this.book.spec, { kind, pages: this.book.pageCount, pdfPage: index });
    const canvas = this.addPage({ widthMm: sheet.rightMm, heightMm: sheet.bottomMm });
    const { page } = canvas;
    const { width, height } = page.getSize();
    page.setBleedBox(0, 0, width, height);
    page.setTrimBox(
      mmToPoints(trim.leftMm),
      height - mmToPoints(trim.bottomMm),
      mmToPoints(trim.rightMm - trim.leftMm),
      mmToPoints(trim.bottomMm - trim.topMm),
    );
    return canvas;
  }

  /** The next page, of any size. */
  addPage({ widthMm, heightMm }: Mm2): SheetCanvas {
    return new SheetCanvas(this.document.addPage([mmToPoints(widthMm), mmToPoints(heightMm)]));
  }

  async finish(): Promise<void> {
    await this.supplies.letters.embed();
    this.pages.describe(this.document.catalog);
    await this.document.flush();
    await this.output.finish();
  }

  private describe(profile: PDFRef): void {
    const { document } = this;
    const at = new Date(this.book.madeAtMs);
    document.setTitle(this.book.title);
    document.setProducer(this.book.producer);
    if (this.book.keywords !== undefined) document.setKeywords([this.book.keywords]);
    document.setCreationDate(at);
    document.setModificationDate(at);
    document.context.lookup(document.context.trailerInfo.Info, PDFDict).set(PDFName.of('Trapped'), PDFName.of('False'));
    const intent = document.context.obj({ Type: 'OutputIntent', S: 'GTS_PDFA1', DestOutputProfile: profile });
    intent.set(PDFName.of('OutputConditionIdentifier'), PDFString.of('sRGB IEC61966-2.1'));
    document.catalog.set(PDFName.of('OutputIntents'), document.context.obj([intent]));
    document.catalog.set(PDFName.of('Lang'), PDFHexString.fromText('ko'));
  }
}
