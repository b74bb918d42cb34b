import type { PdfInspection } from '../../src-core/pdf/inspection/inspection.ts';
import type { OpenedPdf } from '../../src-core/pdf/opened-pdf.ts';
import type { OverprintShown } from '../../src-core/pdf/overprint/overprint-update.ts';
import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import { roadOf } from '../../src-core/preflight/pixels/page-road.ts';
import type { ByteSource } from '../../src-core/ports.ts';
import { OpenedFile } from '../opened-file.ts';
import { openPdfFile } from '../pdf-file.ts';
import { OverprintRoad } from './overprint-road.ts';
import { PdfiumDocument, type RasterSize } from './pdfium-document.ts';
import { pdfium } from './pdfium-library.ts';
import { renderPicturePage } from './picture-page.ts';
import { repairedSource } from './repaired-source.ts';
import { ScaledRoad } from './scaled-road.ts';

export interface PageRendererOptions {
  /** A page that takes longer is given up. PDFium looks at the clock between marks; a mark without end needs its thread ended. */
  readonly maxPageTimeMs?: number;
}

export interface PageRenderer {
  /** Pages as PDFium counts them: a second opinion. */
  readonly pageCount: number;
  /** The page as seen, turned and cropped, its longer side as many pixels as asked. Rejects with RenderFailed. */
  render(pageIndex: number, longSidePx: number): Promise<PageRaster>;
  /** How it was drawn last; `none` where nobody has looked for overprint. */
  overprintOf(pageIndex: number): OverprintShown;
  close(): void;
}

const DEFAULT_PAGE_TIME_MS = 20_000;

/**
 * Opens a PDF for rendering page by page as PDFium reads it by itself, without overprint: another engine than the one that judged or changed it.
 * Throws what `openSync` throws, and RenderFailed when it is no PDF. Close it.
 */
export async function openPageRenderer(path: string, options: PageRendererOptions = {}): Promise<PageRenderer> {
  const file = openPdfFile(path);
  try {
    const renderer = await openRenderer(file, options);
    return {
      ...renderer,
      close() {
        renderer.close();
        file.close();
      },
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * The pages of an opened file as its checks have read them, overprint simulated. Those that are blank or one JPEG of a sound file need no PDFium; where
 * the file's table of objects is broken, PDFium is given a right one. Throws RenderFailed. Closed before the file is.
 */
export async function openCheckedRenderer(file: OpenedFile, options: PageRendererOptions = {}): Promise<PageRenderer> {
  const { structure } = file;
  const result = file.inspect();
  const asIs = file.bytes();
  if (structure.status === 'unreadable' || result.status === 'unreadable') return openRenderer(asIs, options);
  const { opened } = structure;
  const { inspection } = result;
  const overprint = new OverprintRoad(file, inspection, options.maxPageTimeMs ?? DEFAULT_PAGE_TIME_MS);
  // Of a damaged file two engines may see different pages: each is drawn by the one that did not judge it.
  if (inspection.facts.damage.length === 0)
    return openRenderer(asIs, options, {
      overprint,
      shortcuts: new Shortcuts(inspection, opened),
      scaled: scaledRoad(file, options),
    });
  const repaired = repairedSource(asIs, opened);
  if (repaired === null) return openRenderer(asIs, options, { ...NO_ROADS, overprint });
  // The second opinion is on the file that the customer has.
  const pageCount = await openRenderer(asIs, options).then(counted, () => null);
  const renderer = await openRenderer(repaired, options, { ...NO_ROADS, overprint });
  return { ...renderer, pageCount: pageCount ?? renderer.pageCount };
}

function counted(renderer: PageRenderer): number {
  renderer.close();
  return renderer.pageCount;
}

/**
 * Opens a PDF for rendering by PDFium alone, as `openPageRenderer` does, with the photos of a sound file decoded for it at the
 * size at which they are shown, without overprint. For looking at many pages of files that are held against each other.
 */
export async function openQuickRenderer(path: string, options: PageRendererOptions = {}): Promise<PageRenderer> {
  const file = OpenedFile.open(path);
  try {
    const scaled = scaledRoad(file, options);
    const { structure } = file;
    const repaired = structure.status === 'unreadable' ? null : repairedSource(file.bytes(), structure.opened);
    const renderer = await openRenderer(repaired ?? file.bytes(), options, { ...NO_ROADS, scaled });
    return {
      ...renderer,
      close() {
        renderer.close();
        file.close();
      },
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Null for a damaged file: see `openCheckedRenderer`. */
function scaledRoad(
  file: OpenedFile,
  { maxPageTimeMs = DEFAULT_PAGE_TIME_MS }: PageRendererOptions,
): ScaledRoad | null {
  const { structure } = file;
  const result = file.inspect();
  if (structure.status === 'unreadable' || result.status === 'unreadable') return null;
  const { facts, pages } = result.inspection;
  return facts.damage.length > 0 ? null : new ScaledRoad(file.bytes(), structure.opened.document, pages, maxPageTimeMs);
}

/** Other ways than PDFium's own, tried one after the other; each answers null for pages that it does not suit. */
interface Roads {
  /** Not shorter, but truer. */
  readonly overprint: OverprintRoad | null;
  readonly shortcuts: Shortcuts | null;
  readonly scaled: ScaledRoad | null;
}

const NO_ROADS: Roads = { overprint: null, shortcuts: null, scaled: null };

async function openRenderer(
  source: ByteSource,
  { maxPageTimeMs = DEFAULT_PAGE_TIME_MS }: PageRendererOptions,
  { overprint, shortcuts, scaled }: Roads = NO_ROADS,
): Promise<PageRenderer> {
  let document = PdfiumDocument.over(await pdfium(), source);
  return {
    pageCount: document.pageCount,
    async render(pageIndex, longSidePx) {
      const size = (aspect: number) => rasterSize(aspect, longSidePx);
      const other =
        (await overprint?.render(pageIndex, longSidePx, size)) ??
        (await shortcuts?.render(pageIndex, longSidePx)) ??
        (await scaled?.render(pageIndex, longSidePx, size)) ??
        null;
      if (other !== null) return other;
      if (document.isSpent) {
        const next = PdfiumDocument.over(await pdfium(), source);
        document.close();
        document = next;
      }
      return document.render(pageIndex, size, maxPageTimeMs);
    },
    overprintOf: (pageIndex) => overprint?.shown(pageIndex) ?? 'none',
    close() {
      overprint?.close();
      scaled?.close();
      document.close();
    },
  };
}

/** Pages that can be had without PDFium. */
class Shortcuts {
  constructor(
    private readonly inspection: PdfInspection,
    private readonly opened: OpenedPdf,
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
