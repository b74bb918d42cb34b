import type { PageRaster } from '../../src-core/preflight/pixels/page-pixels.ts';
import { openPdfFile } from '../pdf-file.ts';
import { PdfiumDocument, type RasterSize } from './pdfium-document.ts';
import { pdfium } from './pdfium-library.ts';

export interface PageRendererOptions {
  /** A page that takes longer is given up. PDFium looks at the clock between marks; a mark without end needs its thread ended. */
  readonly maxPageTimeMs?: number;
}

export interface PageRenderer {
  /** Pages as PDFium counts them: a second opinion. */
  readonly pageCount: number;
  /** The page as seen, turned and cropped, its longer side as many pixels as asked. Throws RenderFailed. */
  render(pageIndex: number, longSidePx: number): Promise<PageRaster>;
  close(): void;
}

const DEFAULT_PAGE_TIME_MS = 20_000;
/** Opens a PDF for rendering page by page. Throws what `openSync` throws, and RenderFailed when it is no PDF. Close it. */
export async function openPageRenderer(path: string, options: PageRendererOptions = {}): Promise<PageRenderer> {
  const file = openPdfFile(path);
  try {
    let document = PdfiumDocument.over(await pdfium(), file);
    return {
      pageCount: document.pageCount,
      async render(pageIndex, longSidePx) {
        if (document.isSpent) {
          const next = PdfiumDocument.over(await pdfium(), file);
          document.close();
          document = next;
        }
        return document.render(pageIndex, (aspect) => rasterSize(aspect, longSidePx), options.maxPageTimeMs ?? DEFAULT_PAGE_TIME_MS);
      },
      close() {
        document.close();
        file.close();
      },
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Width by height for the longer side, at least one pixel each. */
export function rasterSize(aspect: number, longSidePx: number): RasterSize {
  const short = (share: number) => Math.max(1, Math.round(longSidePx * share));
  return aspect >= 1 ? { widthPx: longSidePx, heightPx: short(1 / aspect) } : { widthPx: short(aspect), heightPx: longSidePx };
}
