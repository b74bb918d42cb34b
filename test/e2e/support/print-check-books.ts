import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { degrees } from 'pdf-lib';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { bytesOf, goodBook, type EditableBook } from '../../fixtures/preflight/good-book.ts';
import type { Mutation } from '../../fixtures/preflight/mutation.ts';
import { IMAGE_MUTATIONS } from '../../fixtures/preflight/mutations/images.ts';
import { specNamed } from '../../fixtures/catalogue.ts';

const SPEC = 'SQUAREBOOK_SC';
const PAGE_COUNT = 24;
/** Each photo is decoded at every look at its page: three are enough. */
const PHOTO_EVERY = 8;
/** Pages from 1 with a coarse photo, and the one with a photo out of proportion. */
export const COARSE_PAGES = [3, PAGE_COUNT] as const;
export const STRETCHED_PAGE = 9;
/** A page with nothing on it but a photo, which is rendered without the renderer of pages. */
const PHOTO_PAGE_INDEX = 4;

export const TITLES = { good: 'Good', coarse: 'Coarse', turned: 'Turned' } as const;

/** A customer's folder: a book without a fault, one with coarse and stretched photos, one with pages upside down. */
export async function writePrintCheckBooks(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const cover = await bytesOf(await made('cover'));
  const changes: Readonly<Record<keyof typeof TITLES, (book: EditableBook) => void | Promise<void>>> = {
    good: leavePhotoAlone,
    coarse: spoilPhotos,
    turned: turnPages,
  };
  for (const [name, change] of Object.entries(changes) as [
    keyof typeof TITLES,
    (book: EditableBook) => void | Promise<void>,
  ][]) {
    const contents = await made('contents');
    await change(contents);
    writeFileSync(join(folder, `${TITLES[name]}_cover.pdf`), cover);
    writeFileSync(join(folder, `${TITLES[name]}_contents.pdf`), await bytesOf(contents));
  }
}

function made(kind: PdfKind): Promise<EditableBook> {
  return goodBook({ spec: specNamed(SPEC), kind, pageCount: PAGE_COUNT, photoEvery: PHOTO_EVERY });
}

function leavePhotoAlone({ document, pages, photos: [photo], insetMm }: EditableBook): void {
  if (photo === undefined) throw new Error('a good book has photos');
  const { width, height } = (pages[PHOTO_PAGE_INDEX] as EditableBook['pages'][number]).getSize();
  const inset = (insetMm * 72) / 25.4;
  document.removePage(PHOTO_PAGE_INDEX);
  const page = document.insertPage(PHOTO_PAGE_INDEX, [width, height]);
  page.setTrimBox(inset, inset, width - 2 * inset, height - 2 * inset);
  page.setBleedBox(0, 0, width, height);
  page.drawImage(photo, { x: 0, y: 0, width, height });
}

async function spoilPhotos(book: EditableBook): Promise<void> {
  for (const page of COARSE_PAGES) await mutation('a photo at 96 ppi').change?.(upTo(book, page));
  await mutation('a photo stretched by a fifth').change?.(upTo(book, STRETCHED_PAGE));
}

/** The mutations change the last page: of a book that ends there. */
const upTo = (book: EditableBook, page: number): EditableBook => ({ ...book, pages: book.pages.slice(0, page) });

const turnPages = ({ pages }: EditableBook): void => pages.forEach((page) => page.setRotation(degrees(180)));

function mutation(name: string): Mutation {
  const found = IMAGE_MUTATIONS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no mutation puts in ${name}`);
  return found;
}
