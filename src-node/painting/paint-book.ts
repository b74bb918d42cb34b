import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString, type PDFRef } from 'pdf-lib';
import type {
  Colour,
  CoverSketch,
  PaintItem,
  SheetLayer,
  SheetSketch,
  Sketches,
} from '../../src-core/composition/sketch.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { anatomyOf } from '../../src-core/specs/anatomy.ts';
import { sizeMmOf, type SpecGeometry, type BoxMm } from '../../src-core/specs/book-geometry.ts';
import { srgbProfile } from '../render/print-pictures.ts';
import { Letters, type FaceOf } from '../typefaces/letters.ts';
import { Graphics } from './graphics.ts';
import { paintItems, type Supplies } from './paint-items.ts';
import { PdfOutput, type TakeBytes } from './pdf-output.ts';
import { overlapOf } from '../../src-core/composition/lengths.ts';
import { AS_THEY_ARE, picturesWrittenAnew, type PictureChoices } from '../../src-core/composition/embedded-parts.ts';
import { PictureObjects, type EmbeddingPlan, type FetchPicture } from './picture-objects.ts';
import { mmToPoints } from '../../src-core/units.ts';
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
}

export interface PaintedBook {
  readonly spec: SpecGeometry;
  /** Book pages. */
  readonly pageCount: number;
  readonly title: string;
  /** The program that made it, as its file says. */
  readonly producer: string;
  readonly madeAtMs: number;
}

export interface PaintProgress {
  /** Aborted, painting rejects with its reason before the next sheet. */
  readonly signal?: AbortSignal;
  /** After each sheet, with how many there are so far. */
  readonly onSheet?: (painted: number) => void;
}

const PAPER: Colour = { red: 255, green: 255, blue: 255, alpha: 255 };

/** Writes the cover PDF: one page of back, spine and front. */
export async function paintCover(
  book: PaintedBook,
  sketch: CoverSketch,
  sources: PaintSources,
  take: TakeBytes,
): Promise<void> {
  const file = await BookFile.begin(book, 'cover', [sketch], sources, take);
  const { canvas } = file.addSheet(0);
  await paintGround(canvas, { xMm: 0, yMm: 0, ...sizeMmOf(book.spec, 'cover', book.pageCount) }, sketch.background);
  await paintItems(canvas, file.supplies, sketch.background, sketch.items);
  await file.finish();
}

/** Writes the contents PDF, a page of it a sheet. */
export async function paintSheets(
  book: PaintedBook,
  sheets: readonly SheetSketch[],
  sources: PaintSources,
  take: TakeBytes,
  { signal, onSheet }: PaintProgress = {},
): Promise<void> {
  const file = await BookFile.begin(
    book,
    'contents',
    sheets.flatMap(({ layers }) => layers),
    sources,
    take,
  );
  for (const [index, { layers }] of sheets.entries()) {
    signal?.throwIfAborted();
    const { canvas } = file.addSheet(index);
    for (const [place, layer] of layers.entries())
      await paintLayer(canvas, file.supplies, layer, layers.slice(0, place));
    onSheet?.(index + 1);
  }
  await file.finish();
}

async function paintLayer(
  canvas: SheetCanvas,
  supplies: Supplies,
  layer: SheetLayer,
  before: readonly SheetLayer[],
): Promise<void> {
  const { within, ground, originXMm, originYMm, items } = layer;
  await canvas.apart(async () => {
    if (within !== null) canvas.clipTo(within);
    if (ground !== null) await paintGround(canvas, ground.box, ground.colour);
    const painted = ground !== null ? [] : before.flatMap((earlier) => seenFrom(layer, earlier));
    await paintItems(canvas.movedTo(originXMm, originYMm), supplies, ground?.colour ?? PAPER, items, painted);
  });
}

/** What an earlier layer shows, as items in another one's places: all that a backdrop is found by. */
function seenFrom(
  { originXMm, originYMm }: SheetLayer,
  { within, ground, items, ...earlier }: SheetLayer,
): PaintItem[] {
  const moved = (box: BoxMm, xMm: number, yMm: number): BoxMm => ({ ...box, xMm: box.xMm + xMm, yMm: box.yMm + yMm });
  const grounds: PaintItem[] =
    ground === null
      ? []
      : [
          {
            kind: 'rectangle',
            box: moved(ground.box, -originXMm, -originYMm),
            fill: { ...ground.colour, alpha: 255 },
            border: null,
            cornerRadiusMm: 0,
          },
        ];
  const own = items.map((item) => {
    const onSheet = moved(item.box, earlier.originXMm, earlier.originYMm);
    return { ...item, box: moved(within === null ? onSheet : overlapOf(onSheet, within), -originXMm, -originYMm) };
  });
  return [...grounds, ...own];
}

/** White paper needs no ink. */
async function paintGround(canvas: SheetCanvas, box: BoxMm, background: Colour): Promise<void> {
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

  static async begin(
    book: PaintedBook,
    kind: PdfKind,
    sketches: Sketches,
    sources: PaintSources,
    take: TakeBytes,
  ): Promise<BookFile> {
    const document = await PDFDocument.create({ updateMetadata: false });
    const output = new PdfOutput(document.context, take);
    const { pictures: choices = AS_THEY_ARE, onPicture } = sources;
    const plan = {
      anew: picturesWrittenAnew(sketches, choices),
      choices,
      ...(onPicture !== undefined && { onPicture }),
    };
    const pictures = new PictureObjects(document.context, output, sources.fetchPicture, plan);
    const supplies = {
      letters: new Letters(document.context, sources.faceOf),
      pictures,
      graphics: new Graphics(sources.graphicsFolder),
    };
    const file = new BookFile(book, kind, document, output, supplies);
    file.describe(pictures.profile(await srgbProfile(), 3));
    return file;
  }

  /** The next page, with its boxes as the print house cuts or folds it. */
  addSheet(index: number): { readonly canvas: SheetCanvas; readonly trim: ReturnType<typeof anatomyOf>['trim'] } {
    const { sheet, trim } = anatomyOf(this.book.spec, { kind: this.kind, pages: this.book.pageCount, pdfPage: index });
    const [width, height] = [mmToPoints(sheet.rightMm), mmToPoints(sheet.bottomMm)];
    const page = this.document.addPage([width, height]);
    page.setBleedBox(0, 0, width, height);
    page.setTrimBox(
      mmToPoints(trim.leftMm),
      height - mmToPoints(trim.bottomMm),
      mmToPoints(trim.rightMm - trim.leftMm),
      mmToPoints(trim.bottomMm - trim.topMm),
    );
    return { canvas: new SheetCanvas(page), trim };
  }

  async finish(): Promise<void> {
    await this.supplies.letters.embed();
    await this.document.flush();
    await this.output.finish();
  }

  private describe(profile: PDFRef): void {
    const { document } = this;
    const at = new Date(this.book.madeAtMs);
    document.setTitle(this.book.title);
    document.setProducer(this.book.producer);
    document.setCreationDate(at);
    document.setModificationDate(at);
    document.context.lookup(document.context.trailerInfo.Info, PDFDict).set(PDFName.of('Trapped'), PDFName.of('False'));
    const intent = document.context.obj({ Type: 'OutputIntent', S: 'GTS_PDFA1', DestOutputProfile: profile });
    intent.set(PDFName.of('OutputConditionIdentifier'), PDFString.of('sRGB IEC61966-2.1'));
    document.catalog.set(PDFName.of('OutputIntents'), document.context.obj([intent]));
    document.catalog.set(PDFName.of('Lang'), PDFHexString.fromText('ko'));
  }
}
