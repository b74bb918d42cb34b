import type { PdfInspection } from '../../src-core/pdf/inspection/inspection.ts';
import { openPdf } from '../../src-core/pdf/opened-pdf.ts';
import { overprintingPages, type OverprintShown } from '../../src-core/pdf/overprint/overprint-update.ts';
import type { ByteSource } from '../../src-core/ports.ts';
import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import type { OpenedFile } from '../opened-file.ts';
import { nodePdfTools } from '../pdf-file.ts';
import { appendedSource } from './appended-source.ts';
import { PdfiumDocument, RenderFailed, type RasterSize } from './pdfium-document.ts';
import { pdfium } from './pdfium-library.ts';
import { ScaledRoad } from './scaled-road.ts';

/** What PDFium is given for the pages that overprint. */
interface Mixed {
  readonly source: ByteSource;
  readonly pages: Set<number>;
  readonly scaled: ScaledRoad | null;
}

/**
 * Pages whose overprinting marks others shine through, drawn mixed as they print (docs/decisions/0038). What PDFium
 * reads for it is made with the first of them: a file without such a page costs nothing. Close it.
 */
export class OverprintRoad {
  private readonly wanted: ReadonlySet<number>;
  /** Null before it was asked for; `none` when it cannot be had. */
  private mixed: Mixed | 'none' | null = null;
  private engine: PdfiumDocument | null = null;

  constructor(
    private readonly file: OpenedFile,
    private readonly inspection: PdfInspection,
    private readonly maxPageTimeMs: number,
  ) {
    this.wanted = new Set(overprintingPages(inspection));
  }

  /** Of a page as it was drawn last. */
  shown(pageIndex: number): OverprintShown {
    if (!this.wanted.has(pageIndex)) return 'none';
    const { mixed } = this;
    return mixed !== null && mixed !== 'none' && mixed.pages.has(pageIndex) ? 'simulated' : 'notSimulated';
  }

  /** Null for a page that has to be drawn from the file as it is. */
  async render(
    pageIndex: number,
    longSidePx: number,
    size: (aspect: number) => RasterSize,
  ): Promise<PageRaster | null> {
    if (!this.wanted.has(pageIndex)) return null;
    if (this.mixed === null) this.mixed = this.prepare() ?? 'none';
    const { mixed } = this;
    if (mixed === 'none' || !mixed.pages.has(pageIndex)) return null;
    try {
      const scaled = await mixed.scaled?.render(pageIndex, longSidePx, size);
      if (scaled !== null && scaled !== undefined) return scaled;
      if (this.engine?.isSpent === true) this.closeEngine();
      this.engine ??= PdfiumDocument.over(await pdfium(), mixed.source);
      return this.engine.render(pageIndex, size, this.maxPageTimeMs);
    } catch (error) {
      if (!(error instanceof RenderFailed)) throw error;
      // The file as it is may do, and do in time.
      mixed.pages.delete(pageIndex);
      this.closeEngine();
      return null;
    }
  }

  private prepare(): Mixed | null {
    const { file, inspection, maxPageTimeMs } = this;
    const update = file.overprint();
    if (update === null) return null;
    const source = appendedSource(file.bytes(), update.bytes);
    const again = openPdf(source, nodePdfTools);
    const scaled =
      again.status === 'unreadable'
        ? null
        : new ScaledRoad(source, again.opened.document, inspection.pages, maxPageTimeMs);
    return { source, pages: new Set(update.pages), scaled };
  }

  private closeEngine(): void {
    this.engine?.close();
    this.engine = null;
  }

  close(): void {
    this.closeEngine();
    if (this.mixed !== null && this.mixed !== 'none') this.mixed.scaled?.close();
  }
}
