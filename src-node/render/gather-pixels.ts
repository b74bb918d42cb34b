import { setImmediate } from 'node:timers/promises';
import type { InspectedPage } from '../../src-core/pdf/inspection/inspection.ts';
import type { InspectedFileCase } from '../../src-core/preflight/check.ts';
import { sheetsOf } from '../../src-core/preflight/marks/sheets.ts';
import { measurePage, seenPictures } from '../../src-core/preflight/pixels/measure-page.ts';
import type { MeasuredPages, PagePixels } from '../../src-core/preflight/page-pixels.ts';
import type { SheetAnatomy } from '../../src-core/specs/anatomy.ts';
import type { OpenedFile } from '../opened-file.ts';
import { InkMeter } from './ink-meter.ts';
import { openCheckedRenderer, type PageRenderer } from './page-renderer.ts';
import { PictureProof } from './picture-proof.ts';
import { scaledJpeg } from './scaled-jpeg.ts';
import { MM_PER_INCH } from '../../src-core/units.ts';

/** A quarter of a millimetre a pixel shows where artwork ends; a cover as wide as two pages stays below 17 MB. */
const PIXELS_PER_MM = 100 / MM_PER_INCH;
const MAX_LONG_SIDE_PX = 2400;
/**
 * Renders every page of an inspected file once and measures it, one raster at a time. Null for pages that could not be rendered.
 * Most ink is that of any square of `inkSquareMm`, the one threshold that is asked here (`MEASURED_BY`). Rejects between two
 * pages and two pictures when the signal says so.
 */
export async function gatherPixels(
  file: OpenedFile,
  inspected: Omit<InspectedFileCase, 'thresholds'>,
  inkSquareMm: number,
  signal?: AbortSignal,
): Promise<MeasuredPages> {
  const { inspection, facts } = inspected;
  const renderer = await openCheckedRenderer(file).catch(() => null);
  if (renderer === null || file.structure.status === 'unreadable') return { pixels: facts.pages.map(() => null) };
  const anatomies = new Map<number, SheetAnatomy>(
    sheetsOf(inspected).map(({ page, anatomy }) => [page.index, anatomy]),
  );
  const { document } = file.structure.opened;
  const inks = new InkMeter((...asked) => scaledJpeg(document, ...asked), inkSquareMm, signal);
  const proof = new PictureProof(document, signal);
  const pixels: (PagePixels | null)[] = [];
  try {
    for (let index = 0; index < facts.pages.length; index++) {
      // PDFium paints without a pause: only here can the thread hear that it is to stop.
      await setImmediate();
      signal?.throwIfAborted();
      const page = inspection.pages[index];
      pixels.push(
        page === undefined ? null : await measured(renderer, page, anatomies.get(index) ?? null, { inks, proof }),
      );
    }
  } finally {
    renderer.close();
  }
  return { pixels, secondOpinionPageCount: renderer.pageCount };
}

async function measured(
  renderer: PageRenderer,
  page: InspectedPage,
  anatomy: SheetAnatomy | null,
  { inks, proof }: { readonly inks: InkMeter; readonly proof: PictureProof },
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
    pictures.push(
      picture === undefined
        ? look
        : { ...look, inkPercent: await inks.mostInk(picture), damage: await proof.damageOf(picture.image) },
    );
  }
  return { ...pixels, pictures };
}
