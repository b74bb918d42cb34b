import { setImmediate } from 'node:timers/promises';
import type { ImageObject } from '../../src-core/pdf/inspection/page-objects.ts';
import type { InspectedPage } from '../../src-core/pdf/inspection/inspection.ts';
import type { ImageFacts } from '../../src-core/pdf/inspection/image-facts.ts';
import type { PdfDocument } from '../../src-core/pdf/document.ts';
import { openPdf } from '../../src-core/pdf/opened-pdf.ts';
import type { InspectedFileCase } from '../../src-core/preflight/check.ts';
import { sheetsOf } from '../../src-core/preflight/marks/sheets.ts';
import { measurePage, seenPictures } from '../../src-core/preflight/pixels/measure-page.ts';
import type { PagePixels } from '../../src-core/preflight/page-pixels.ts';
import { isScalableJpeg } from '../../src-core/preflight/pixels/page-road.ts';
import { mostInkPercent } from '../../src-core/preflight/pixels/picture-looks.ts';
import type { SheetAnatomy } from '../../src-core/specs/anatomy.ts';
import { nodePdfTools, openPdfFile } from '../pdf-file.ts';
import { openPageRenderer, type PageRenderer } from './page-renderer.ts';
import { scaledJpeg } from './scaled-jpeg.ts';
import { MM_PER_INCH } from '../../src-core/units.ts';

/** A quarter of a millimetre a pixel shows where artwork ends; a cover as wide as two pages stays below 17 MB. */
const PIXELS_PER_MM = 100 / MM_PER_INCH;
const MAX_LONG_SIDE_PX = 2400;
/** Ink is averaged over squares of many millimetres: a pixel each is enough. */
const MM_PER_INK_PIXEL = 1;
const MAX_INK_SIDE_PX = 2000;
/** Structure was read before; here it is only looked up again. */
const REOPEN_TIME_MS = 10_000;

/**
 * Renders every page once and measures it, one raster at a time. Null for pages that could not be rendered. Rejects between
 * two pages when the signal says so.
 */
export async function gatherPixels(
  path: string,
  file: InspectedFileCase,
  signal?: AbortSignal,
): Promise<(PagePixels | null)[]> {
  const { inspection } = file;
  const renderer = await openPageRenderer(path, { inspection }).catch(() => null);
  if (renderer === null) return file.facts.pages.map(() => null);
  const anatomies = new Map<number, SheetAnatomy>(sheetsOf(file).map(({ page, anatomy }) => [page.index, anatomy]));
  const inks = new InkMeter(path, file.thresholds.of('totalInkSquareMm').value);
  const pixels: (PagePixels | null)[] = [];
  try {
    for (let index = 0; index < file.facts.pages.length; index++) {
      // PDFium paints without a pause: only here can the thread hear that it is to stop.
      await setImmediate();
      signal?.throwIfAborted();
      const page = inspection.pages[index];
      pixels.push(page === undefined ? null : await measured(renderer, page, anatomies.get(index) ?? null, inks));
    }
  } finally {
    renderer.close();
    inks.close();
  }
  return pixels;
}

async function measured(
  renderer: PageRenderer,
  page: InspectedPage,
  anatomy: SheetAnatomy | null,
  inks: InkMeter,
): Promise<PagePixels | null> {
  const longSidePx = Math.min(MAX_LONG_SIDE_PX, Math.ceil(Math.max(page.widthMm, page.heightMm) * PIXELS_PER_MM));
  if (!(longSidePx > 0)) return null;
  const raster = await renderer.render(page.index, longSidePx).catch(() => null);
  if (raster === null) return null;
  const pixels = measurePage(raster, page, anatomy);
  const byOrder = new Map(seenPictures(page).map(({ picture }) => [picture.order, picture]));
  const pictures = [];
  for (const look of pixels.pictures) {
    const picture = byOrder.get(look.order);
    pictures.push(picture === undefined ? look : { ...look, inkPercent: await inks.mostInk(picture) });
  }
  return { ...pixels, pictures };
}

/** How much ink pictures in CMYK put on paper. The file is opened when the first one is met. */
class InkMeter {
  private source: ReturnType<typeof openPdfFile> | null = null;
  private document: PdfDocument | null = null;
  private readonly known = new Map<ImageFacts, number | null>();

  constructor(
    private readonly path: string,
    private readonly squareMm: number,
  ) {}

  async mostInk(picture: ImageObject): Promise<number | null> {
    const { image } = picture;
    if (image.jpeg?.components !== 4 || !isScalableJpeg(image)) return null;
    const known = this.known.get(image);
    if (known !== undefined) return known;
    const most = await this.measure(picture).catch(() => null);
    this.known.set(image, most);
    return most;
  }

  private async measure({ image, ppiX, ppiY }: ImageObject): Promise<number | null> {
    const document = this.open();
    if (document === null) return null;
    const side = (pixels: number, ppi: number) =>
      Math.min(MAX_INK_SIDE_PX, pixels, Math.max(1, Math.round(((pixels / ppi) * MM_PER_INCH) / MM_PER_INK_PIXEL)));
    const samples = await scaledJpeg(document, image, side(image.widthPx, ppiX), side(image.heightPx, ppiY));
    return samples === null
      ? null
      : mostInkPercent({ ...samples, cmyk: samples.data }, Math.round(this.squareMm / MM_PER_INK_PIXEL));
  }

  private open(): PdfDocument | null {
    if (this.source !== null) return this.document;
    this.source = openPdfFile(this.path);
    const result = openPdf(this.source, nodePdfTools, { maxTimeMs: REOPEN_TIME_MS });
    this.document = result.status === 'opened' ? result.opened.document : null;
    return this.document;
  }

  close(): void {
    this.source?.close();
  }
}
