import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { PLACED_PAGE } from '../../src-core/composition/bound-values.ts';
import { placedPageSchema, type PlacedPage } from '../../src-core/layout/document.ts';
import { ContentUnreadable } from '../../src-core/pdf/content-streams.ts';
import { LimitExceeded } from '../../src-core/pdf/limits.ts';
import type { PdfRectangle } from '../../src-core/pdf/boxes.ts';
import { undrawnFields } from '../../src-core/pdf/inspection/field-values.ts';
import type { ColourSpace } from '../../src-core/pdf/inspection/colour-facts.ts';
import type { InspectedPage } from '../../src-core/pdf/inspection/inspection.ts';
import type { PdfValue } from '../../src-core/pdf/objects.ts';
import { openPdf, type OpenedPdf } from '../../src-core/pdf/opened-pdf.ts';
import { pressOf } from '../../src-core/pdf/inspection/press-intent.ts';
import { spacesOf } from '../../src-core/preflight/checks/colour/painted-colours.ts';
import { visibleMarks } from '../../src-core/preflight/marks/visible-marks.ts';
import { placedBox, placedSizeMm } from '../../src-core/pdf/placed-box.ts';
import { ReadFailed } from '../../src-core/pdf/window-reader.ts';
import { pageAlone } from '../../src-core/pdf/writing/page-alone.ts';
import { pageAsForm } from '../../src-core/pdf/writing/page-as-form.ts';
import { Unwritable } from '../../src-core/pdf/writing/serialise.ts';
import { DRAWN_PPI } from '../../src-core/layout/inside.ts';
import { MM_PER_INCH } from '../../src-core/units.ts';
import { sourceOf } from '../bytes-source.ts';
import { cutToBytes } from '../cut-to-bytes.ts';
import { OpenedFile } from '../opened-file.ts';
import { fingerprint, nodePdfTools, openPdfFile } from '../pdf-file.ts';
import { openCheckedRenderer } from '../render/page-renderer.ts';
import { bytesOf, pictureLibrary } from '../render/picture-library.ts';
import { RenderFailed } from '../render/pdfium-document.ts';
import { keepConverted, type LayoutPictureFile } from './layout-picture.ts';

/** Why a PDF, or a page of it, is not placed. */
export class PageRefused extends Error {
  constructor(
    readonly why: 'empty' | 'locked' | 'unreadable' | 'tooManyPages' | 'size',
    cause?: unknown,
  ) {
    super(`the page is refused: ${why}`, { cause });
    this.name = 'PageRefused';
  }
}

/** Smaller ones are colours and patterns: nobody sees their pixels. */
const LEAST_SIDE_PX = 16;
const MOST_PX = 100_000;
/** Of the customer's name, so that the number of the page is kept with it. */
const MOST_STEM_BYTES = 200;
const PROOF_QUALITY = 88;
/** So much of a page's fields is told (`placedPageSchema`). */
const MOST_FIELDS = 50;
const MOST_NAME = 200;

/** No book has more (`layoutDocumentSchema`). */
export const MOST_PAGES = 2_000;

/** How many pages there are to be placed. Throws PageRefused, and what `openSync` throws. */
export async function countPdfPages(path: string): Promise<number> {
  const pages = await withPdf(path, async ({ leaves }) => leaves.length);
  if (pages > MOST_PAGES) throw new PageRefused('tooManyPages');
  return pages;
}

/**
 * One page, from 1, written into `folder` as a file of its own, with what its annotations print; pages that paint the same are files of
 * different bytes. The customer's file stays as it is. Throws PageRefused, and what the file system throws. To be called where untrusted
 * bytes may be opened.
 */
export const lookAtPdfPage = (path: string, pageNumber: number, folder: string): Promise<LayoutPictureFile> =>
  withPdf(path, (opened) => keptPage(opened, path, pageNumber, folder));

/**
 * Some pages as `lookAtPdfPage` does, of one opening of their file: to find the pages of a long one takes longer than to write one. Answers of each
 * what became of it. Throws PageRefused of the file.
 */
export const lookAtPdfPages = (
  path: string,
  pageNumbers: readonly number[],
  folder: string,
): Promise<PromiseSettledResult<LayoutPictureFile>[]> =>
  withPdf(path, async (opened) => {
    const looked: PromiseSettledResult<LayoutPictureFile>[] = [];
    for (const pageNumber of pageNumbers)
      looked.push(
        ...(await Promise.allSettled([
          keptPage(opened, path, pageNumber, folder).catch((error: unknown) => Promise.reject(refusedFor(error))),
        ])),
      );
    return looked;
  });

async function keptPage(
  opened: OpenedPdf,
  path: string,
  pageNumber: number,
  folder: string,
): Promise<LayoutPictureFile> {
  const { bytes, page: placed, press } = pageOf(opened, pageNumber - 1);
  const key = createHash('sha256').update(bytes).digest('hex');
  const name = `${cutToBytes(basename(path, extname(path)).normalize('NFC'), MOST_STEM_BYTES)} p${pageNumber}.pdf`;
  const target = await keepConverted(folder, name, key, PLACED_PAGE, bytes);
  const inspected = inspectedPage(target);
  const page: PlacedPage = {
    ...placed,
    ...(press !== null && hasPlainInks(inspected) && { madeFor: press.slice(0, MOST_NAME) }),
  };
  const perMm = Math.min(DRAWN_PPI, ...picturePpis(inspected)) / MM_PER_INCH;
  const pixels = (mm: number) => Math.min(Math.max(Math.round(mm * perMm), 1), MOST_PX);
  return {
    ...{ key, path: target, sizeBytes: bytes.length, mimeType: PLACED_PAGE, page },
    ...{ widthPx: pixels(page.widthMm), heightPx: pixels(page.heightMm), takenAtMs: null, profile: null },
  };
}

async function withPdf<Answer>(path: string, ask: (opened: OpenedPdf) => Promise<Answer>): Promise<Answer> {
  const file = openPdfFile(path);
  try {
    if (file.size === 0) throw new PageRefused('empty');
    const result = openPdf(file, nodePdfTools);
    // Streams of an encrypted file are litter in any other.
    const { encrypted } = result.status === 'opened' ? result.opened.facts : result.facts;
    if (encrypted !== null) throw new PageRefused('locked');
    if (result.status !== 'opened' || result.opened.leaves.length === 0) throw new PageRefused('unreadable');
    return await ask(result.opened);
  } catch (error) {
    throw refusedFor(error);
  } finally {
    file.close();
  }
}

/** The page is to blame, or what kept it from being read. */
function refusedFor(error: unknown): unknown {
  if (error instanceof ReadFailed) return error.cause ?? error;
  const isOfPage = error instanceof LimitExceeded || error instanceof Unwritable || error instanceof ContentUnreadable;
  return isOfPage ? new PageRefused('unreadable', error) : error;
}

function pageOf(opened: OpenedPdf, pageIndex: number) {
  // One page has the limits of a file, and leaves nothing of it in memory to the next one.
  opened.document.forgetObjects();
  opened.document.budget.startLook();
  const [geometry, leaf] = [opened.facts.pages[pageIndex], opened.leaves[pageIndex]];
  const box = geometry === undefined ? null : placedBox(geometry);
  if (geometry === undefined || box === null) throw new PageRefused('unreadable');
  const entries: Readonly<Record<string, PdfValue | undefined>> = {
    MediaBox: boxValue(box.sheet),
    TrimBox: boxValue(box.trim),
    Rotate: geometry.rotate === 0 ? undefined : geometry.rotate,
    UserUnit: geometry.userUnit === 1 ? undefined : geometry.userUnit,
  };
  const undrawn = leaf === undefined ? [] : undrawnFields(opened.document, leaf.dict, box.sheet);
  const page: PlacedPage = {
    ...placedSizeMm(geometry, box),
    ...(undrawn.length > 0 && { undrawnFields: undrawn.slice(0, MOST_FIELDS).map((name) => name.slice(0, MOST_NAME)) }),
  };
  if (!placedPageSchema.safeParse(page).success) throw new PageRefused('size');
  const bytes = Buffer.concat([...pageAlone(opened, pageIndex, entries, fingerprint, 'page')]);
  mustBePlaced(bytes);
  return { bytes, page, press: leaf === undefined ? null : pressOf(opened.document, leaf.dict) };
}

/** What cannot be put into a book is not taken into its tray. */
function mustBePlaced(bytes: Uint8Array): void {
  const written = openPdf(sourceOf(bytes), nodePdfTools);
  if (written.status === 'unreadable') throw new PageRefused('unreadable');
  let count = 1;
  pageAsForm(written.opened, { newNumber: () => count++, deflate: (content) => content, shared: null, blends: false });
}

const boxValue = ({ left, bottom, right, top }: PdfRectangle): PdfValue => [left, bottom, right, top];

/** The page that lies in a file of its own. Throws PageRefused. */
function inspectedPage(path: string): InspectedPage {
  const file = OpenedFile.open(path);
  try {
    const result = file.inspect();
    const [page] = result.status === 'inspected' ? result.inspection.pages : [];
    if (page === undefined) throw new PageRefused('unreadable');
    return page;
  } finally {
    file.close();
  }
}

/** Inks without a profile of their own, of something that is seen: they mean what the output intent says. */
const hasPlainInks = (page: InspectedPage): boolean =>
  visibleMarks(page).some(({ object }) => spacesOf(object).some(isOfPlainInks));

/** Tables of colours and cells that are painted in one are of the inks that they are made of. */
const isOfPlainInks = ({ family, base }: ColourSpace): boolean =>
  family === 'DeviceCMYK' || ((family === 'Indexed' || family === 'Pattern') && base !== null && isOfPlainInks(base));

const picturePpis = ({ objects }: InspectedPage): number[] =>
  objects.flatMap((object) => {
    if (object.kind !== 'image' || object.isHidden || object.clippedMm === null) return [];
    const { ppiX, ppiY, image } = object;
    const ppi = Math.min(ppiX, ppiY);
    return Math.min(image.widthPx, image.heightPx) < LEAST_SIDE_PX || !(ppi >= 1) ? [] : [ppi];
  });

/** As `drawPdfPage`, packed for a proof. */
export async function pageAsJpeg(path: string, longSidePx: number): Promise<Buffer> {
  const { widthPx, heightPx, rgb } = await drawPdfPage(path, longSidePx);
  const sharp = await pictureLibrary();
  return bytesOf(
    sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 } }).jpeg({ quality: PROOF_QUALITY }),
  );
}

/** The page as it prints, overprint too, on paper: its longer side so many pixels. Throws PageRefused. */
export async function drawPdfPage(path: string, longSidePx: number) {
  const file = OpenedFile.open(path);
  try {
    const renderer = await openCheckedRenderer(file);
    try {
      return await renderer.render(0, longSidePx);
    } finally {
      renderer.close();
    }
  } catch (error) {
    if (error instanceof RenderFailed) throw new PageRefused('unreadable', error);
    throw error;
  } finally {
    file.close();
  }
}
