import type { PdfInspection } from '../../src-core/pdf/inspection/inspection.ts';
import { openPdf, type OpenedPdf } from '../../src-core/pdf/opened-pdf.ts';
import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import { roadOf } from '../../src-core/preflight/pixels/page-road.ts';
import { nodePdfTools, openPdfFile } from '../pdf-file.ts';
import { PdfiumDocument, type RasterSize } from './pdfium-document.ts';
import { pdfium } from './pdfium-library.ts';
import { renderPicturePage } from './picture-page.ts';
import { repairedSource } from './repaired-source.ts';

export interface PageRendererOptions {
  /** A page that takes longer is given up. PDFium looks at the clock between marks; a mark without end needs its thread ended. */
  readonly maxPageTimeMs?: number;
  /**
   * With what the pages paint, those that are blank or one JPEG of a sound file need no PDFium, and where the file's table of objects is broken
   * PDFium is given a right one. Without it PDFium paints all of them, as it reads the file by itself.
   */
  readonly inspection?: PdfInspection;
}

export interface PageRenderer {
  /** Pages as PDFium counts them: a second opinion. */
  readonly pageCount: number;
  /** The page as seen, turned and cropped, its longer side as many pixels as asked. Rejects with RenderFailed. */
  render(pageIndex: number, longSidePx: number): Promise<PageRaster>;
  close(): void;
}

const DEFAULT_PAGE_TIME_MS = 20_000;
/** Structure was read before; here it is only looked up again. */
const REOPEN_TIME_MS = 10_000;

/** Opens a PDF for rendering page by page. Throws what `openSync` throws, and RenderFailed when it is no PDF. Close it. */
export async function openPageRenderer(path: string, options: PageRendererOptions = {}): Promise<PageRenderer> {
  const { inspection } = options;
  const file = openPdfFile(path);
  try {
    const source = inspection === undefined ? file : repairedSource(file, inspection.facts);
    let document = PdfiumDocument.over(await pdfium(), source);
    // Of a damaged file two engines may see different pages: each is drawn by the one that did not judge it.
    const shortcuts = inspection === undefined || inspection.facts.damage.length > 0 ? null : openShortcuts(inspection);
    return {
      pageCount: document.pageCount,
      async render(pageIndex, longSidePx) {
        const short = await shortcuts?.render(pageIndex, longSidePx);
        if (short) return short;
        if (document.isSpent) {
          const next = PdfiumDocument.over(await pdfium(), source);
          document.close();
          document = next;
        }
        return document.render(
          pageIndex,
          (aspect) => rasterSize(aspect, longSidePx),
          options.maxPageTimeMs ?? DEFAULT_PAGE_TIME_MS,
        );
      },
      close() {
        document.close();
        shortcuts?.close();
        file.close();
      },
    };
  } catch (error) {
    file.close();
    throw error;
  }

  /** A file of its own: reads of the two are mixed, and each keeps what it has read. */
  function openShortcuts(inspection: PdfInspection): Shortcuts | null {
    const source = openPdfFile(path);
    const result = openPdf(source, nodePdfTools, { maxTimeMs: REOPEN_TIME_MS });
    if (result.status === 'opened') return new Shortcuts(inspection, result.opened, () => source.close());
    source.close();
    return null;
  }
}

/** Pages that can be had without PDFium. */
class Shortcuts {
  constructor(
    private readonly inspection: PdfInspection,
    private readonly opened: OpenedPdf,
    readonly close: () => void,
  ) {}

  /** Null for a page that PDFium has to paint. */
  async render(pageIndex: number, longSidePx: number): Promise<PageRaster | null> {
    const page = this.inspection.pages[pageIndex];
    if (page === undefined) return null;
    const way = roadOf(page);
    if (way.road === 'general') return null;
    const size = rasterSize(page.widthMm / page.heightMm, longSidePx);
    if (way.road === 'blank') return { ...size, rgb: new Uint8Array(size.widthPx * size.heightPx * 3).fill(255) };
    try {
      return await renderPicturePage(this.opened.document, page, way.picture, size);
    } catch {
      // What the picture library cannot decode PDFium may be able to.
      return null;
    }
  }
}

/** Width by height for the longer side, at least one pixel each. */
export function rasterSize(aspect: number, longSidePx: number): RasterSize {
  const short = (share: number) => Math.max(1, Math.round(longSidePx * share));
  return aspect >= 1
    ? { widthPx: longSidePx, heightPx: short(1 / aspect) }
    : { widthPx: short(aspect), heightPx: longSidePx };
}
