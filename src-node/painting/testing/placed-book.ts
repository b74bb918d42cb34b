import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PDFDocument, type PDFPage } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import { exportedWith } from '../../../src-core/composition/embedded-parts.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { newLayout } from '../../../src-core/layout/new-document.ts';
import { addPictures } from '../../../src-core/layout/operations/pictures.ts';
import { placePages } from '../../../src-core/layout/operations/placed-pages.ts';
import { done } from '../../../src-core/layout/testing/sample-book.ts';
import { MM_PER_INCH } from '../../../src-core/units.ts';
import { specNamed } from '../../../test/fixtures/catalogue.ts';
import { FONTS_FOLDER } from '../../../test/fixtures/layout/sample-orders.ts';
import { countPdfPages, lookAtPdfPage } from '../../pictures/pdf-page.ts';
import { paintLayout } from '../paint-layout.ts';

// Books of placed pages, and what other programs see of them. Their files lie in a folder of the test file's own.

export const TIME_MS = 120_000;
const PPI = 72;
let folder = '';

/** Once in a test file: what it writes lies in a folder of its own, and goes with it. */
export function useScratchFolder(): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'placed-pages-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

/** A folder of the test file's, for anything. */
export const newFolder = (stem: string): string => mkdtempSync(join(folder, stem));
export const at = (name: string): string => join(folder, name);
export const native = (command: string, ...words: string[]) => execFileSync(command, words, { encoding: 'utf8' });

export const SPEC = specNamed('PHOTOBOOK_A5_SC');
export const TRIM = {
  width: (SPEC.innerTrimWidthMm / MM_PER_INCH) * 72,
  height: (SPEC.innerTrimHeightMm / MM_PER_INCH) * 72,
};
export const BLEED = (3 / MM_PER_INCH) * 72;

/** The book with all pages of a PDF laid out, and its files. */
export async function laidOut(path: string, pageCount: number = SPEC.pageMin, spec = SPEC) {
  const into = mkdtempSync(join(folder, 'book-'));
  mkdirSync(join(into, 'pictures'));
  let book: LayoutDocument = newLayout({ layoutId: 'placed', title: 'placed', spec, pageCount });
  const places: Record<string, string> = {};
  const pages = await countPdfPages(path);
  for (let number = 1; number <= pages; number += 1) {
    const { key, path: place, ...facts } = await lookAtPdfPage(path, number, join(into, 'pictures'));
    places[key] = place;
    const picture = {
      key,
      ...facts,
      name: basename(place),
      path: `pictures/${basename(place)}`,
      rating: 0,
      focus: null,
    };
    book = done(addPictures(book, { pictures: [picture] }));
  }
  book = done(placePages(book, { keys: book.pictureOrder }));
  const order = {
    ...{ document: book, folder: into, places, madeAtMs: 0, producer: 'x', fontsFolder: FONTS_FOLDER },
    graphicsFolder: join(FONTS_FOLDER, '../templates/graphics'),
  };
  const progress = { signal: new AbortController().signal, onSheet: () => undefined, onPicture: () => undefined };
  return { book, into, order, progress, places };
}

export type LaidOut = Awaited<ReturnType<typeof laidOut>>;

export async function exported(path: string, pageCount?: number, spec?: typeof SPEC): Promise<string> {
  const { into, order, progress } = await laidOut(path, pageCount, spec);
  await paintLayout({ ...order, pictures: exportedWith(300, 'kept'), maxBytes: 1e9 }, progress);
  return join(into, 'contents.pdf');
}

/** A page to where it is cut, as Ghostscript draws it. */
export async function cutPage(
  path: string,
  page: number,
  size: { readonly width: number; readonly height: number } | null = null,
) {
  const image = at(`${basename(path)}-${page}-${Math.random()}.png`);
  const pages = [`-dFirstPage=${page}`, `-dLastPage=${page}`];
  native(
    'gs',
    '-q',
    '-dNOPAUSE',
    '-dBATCH',
    '-dUseTrimBox',
    '-dPrinted=true',
    ...pages,
    '-sDEVICE=png16m',
    `-r${PPI}`,
    `-sOutputFile=${image}`,
    path,
  );
  const whole = sharp(image).removeAlpha();
  const shaped = size === null ? whole : whole.resize(size.width, size.height, { fit: 'fill' });
  const { data, info } = await shaped.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The share of pixels that are plainly others, edges of letters aside. */
export async function difference(source: string, page: number, book: string, bookPage: number): Promise<number> {
  const wanted = await cutPage(source, page);
  const given = await cutPage(book, bookPage, wanted);
  let others = 0;
  for (let pixel = 0; pixel < wanted.data.length; pixel += 3) {
    const away = [0, 1, 2].map((channel) =>
      Math.abs((wanted.data[pixel + channel] ?? 0) - (given.data[pixel + channel] ?? 0)),
    );
    if (Math.max(...away) > 60) others += 1;
  }
  return others / (wanted.data.length / 3);
}
/** Edges fall on other pixels where a page begins at another part of one. */
export const EDGES = 0.012;

/** A page of content that was written by hand, as small programs write theirs. */
export async function handWritten(
  name: string,
  content: string,
  edit: (document: PDFDocument, page: PDFPage) => void | Promise<void> = () => undefined,
): Promise<string> {
  const document = await PDFDocument.create();
  const page = document.addPage([TRIM.width, TRIM.height]);
  page.node.normalizedEntries();
  page.node.addContentStream(document.context.register(document.context.flateStream(content)));
  await edit(document, page);
  writeFileSync(at(name), await document.save());
  return at(name);
}
/** Of a page to where it is cut, in points from its bottom left. */
export const colourAt = async (path: string, page: number, xPt: number, yPt: number): Promise<number[]> => {
  const { data, width, height } = await cutPage(path, page);
  return [...data.subarray(((height - yPt) * width + xPt) * 3).subarray(0, 3)];
};
