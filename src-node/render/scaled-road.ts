import type { PdfDocument } from '../../src-core/pdf/document.ts';
import type { InspectedPage } from '../../src-core/pdf/inspection/inspection.ts';
import type { ByteSource } from '../../src-core/ports.ts';
import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import { PdfiumDocument, RenderFailed, type RasterSize } from './pdfium-document.ts';
import { pdfium } from './pdfium-library.ts';
import { ScaledPictures } from './scaled-pictures.ts';

/** Pictures are made for one scale; a raster down to half of it is drawn with the same ones. */
const LEAST_SHARE_OF_SCALE = 0.5;

/** Pages of a sound file drawn by PDFium with their photos decoded at the size at which they are shown. Close it. */
export class ScaledRoad {
  private pictures: ScaledPictures | null = null;
  private engine: PdfiumDocument | null = null;
  private pxPerMm = 0;

  constructor(
    private readonly file: ByteSource,
    private readonly document: PdfDocument,
    private readonly pages: readonly InspectedPage[],
    private readonly maxPageTimeMs: number,
  ) {}

  /** Null for a page that has to be drawn from the file as it is. Rejects with RenderFailed. */
  async render(
    pageIndex: number,
    longSidePx: number,
    size: (aspect: number) => RasterSize,
  ): Promise<PageRaster | null> {
    const page = this.pages[pageIndex];
    if (page === undefined) return null;
    try {
      this.prepareFor(longSidePx / Math.max(page.widthMm, page.heightMm));
      const { pictures } = this;
      if (pictures === null) return null;
      // First: an engine that is opened anew has kept nothing, and has to be given all again.
      const engine = await this.opened(pictures);
      if (!(await pictures.prepare(page))) return null;
      const raster = engine.render(page.index, size, this.maxPageTimeMs);
      if (!pictures.isSpoilt) return raster;
      this.closeEngine();
      return null;
    } catch (error) {
      this.closeEngine();
      if (error instanceof RenderFailed && error.reason === 'timeLimit') throw error;
      // The file as it is may do.
      return null;
    } finally {
      this.pictures?.release();
    }
  }

  private prepareFor(pxPerMm: number): void {
    if (pxPerMm <= this.pxPerMm && pxPerMm >= LEAST_SHARE_OF_SCALE * this.pxPerMm) return;
    this.closeEngine();
    this.pxPerMm = pxPerMm;
    // What cannot be written leaves none: the pages are drawn from the file as it is.
    this.pictures = null;
    this.pictures = ScaledPictures.of(this.file, this.document, this.pages, pxPerMm);
  }

  private async opened(pictures: ScaledPictures): Promise<PdfiumDocument> {
    if (this.engine?.isSpent === true) this.closeEngine();
    this.engine ??= PdfiumDocument.over(await pdfium(), pictures.source);
    return this.engine;
  }

  private closeEngine(): void {
    this.engine?.close();
    this.engine = null;
    this.pictures?.startOver();
  }

  close(): void {
    this.closeEngine();
  }
}
