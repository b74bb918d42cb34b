import { boxSizeMm, visibleBox } from '../../src-core/pdf/boxes.ts';
import type { OverprintShown } from '../../src-core/pdf/overprint/overprint-update.ts';
import type { PdfFacts } from '../../src-core/pdf/read-facts.ts';
import { OpenedFile } from '../opened-file.ts';
import { readPdfFile } from '../pdf-file.ts';
import { openCheckedRenderer, openPageRenderer, type PageRenderer } from './page-renderer.ts';
import { bytesOf, pictureLibrary } from './picture-library.ts';

/** A page as a picture, for people. */
export interface PagePicture {
  readonly jpeg: Uint8Array;
  /** Of the page as seen. */
  readonly widthMm: number;
  readonly heightMm: number;
  readonly overprint: OverprintShown;
}

/** Pages of one file as pictures for people. Close it. */
export interface PagePictures {
  /** As PDFium counts. */
  readonly pageCount: number;
  /** `page` counts from 1. Null for a page that is not there or cannot be shown. */
  of(page: number): Promise<PagePicture | null>;
  close(): void;
}

/** Sharp enough on a third of an A4 page, small enough for a report of fifty. */
const LONG_SIDE_PX = 700;
const JPEG_QUALITY = 78;

/** As PDFium reads the file by itself: what proves a file that was painted here. Throws when it cannot be opened. */
export async function openPagePictures(path: string): Promise<PagePictures> {
  return picturesOf(await openPageRenderer(path), readPdfFile(path));
}

/** As the checks have read the file: what a report shows beside their findings. Throws when it cannot be opened. */
export async function openCheckedPictures(path: string): Promise<PagePictures> {
  const file = OpenedFile.open(path);
  try {
    const renderer = await openCheckedRenderer(file);
    const facts = file.structure.status === 'opened' ? file.structure.opened.facts : file.structure.facts;
    const pictures = picturesOf(renderer, facts);
    return {
      ...pictures,
      close() {
        pictures.close();
        file.close();
      },
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

function picturesOf(renderer: PageRenderer, facts: PdfFacts): PagePictures {
  return {
    pageCount: renderer.pageCount,
    async of(page) {
      const geometry = facts.status === 'read' ? facts.pages[page - 1] : undefined;
      const box = geometry === undefined ? null : visibleBox(geometry);
      if (geometry === undefined || box === null) return null;
      const raster = await renderer.render(page - 1, LONG_SIDE_PX).catch(() => null);
      if (raster === null) return null;
      const { widthPx: width, heightPx: height, rgb } = raster;
      const sharp = await pictureLibrary();
      const jpeg = await bytesOf(sharp(rgb, { raw: { width, height, channels: 3 } }).jpeg({ quality: JPEG_QUALITY }));
      return { jpeg, ...boxSizeMm(box, geometry), overprint: renderer.overprintOf(page - 1) };
    },
    close: () => renderer.close(),
  };
}
