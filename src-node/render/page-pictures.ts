import { boxSizeMm, visibleBox } from '../../src-core/pdf/boxes.ts';
import { readPdfFile } from '../pdf-file.ts';
import { openPageRenderer } from './page-renderer.ts';
import { pictureLibrary } from './picture-library.ts';

/** Pages of one file as pictures for people. Close it. */
export interface PagePictures {
  /** As PDFium counts. */
  readonly pageCount: number;
  /** `page` counts from 1. Null for a page that is not there or cannot be shown. */
  of(page: number): Promise<{ readonly jpeg: Uint8Array; readonly widthMm: number; readonly heightMm: number } | null>;
  close(): Promise<void>;
}

/** Sharp enough on a third of an A4 page, small enough for a report of fifty. */
const LONG_SIDE_PX = 700;
const JPEG_QUALITY = 78;

/** Throws when the file cannot be opened. */
export async function openPagePictures(path: string): Promise<PagePictures> {
  const facts = readPdfFile(path);
  const renderer = await openPageRenderer(path);
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
      const jpeg = await sharp(rgb, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: JPEG_QUALITY })
        .toBuffer();
      return { jpeg: new Uint8Array(jpeg), ...boxSizeMm(box, geometry) };
    },
    close: async () => renderer.close(),
  };
}
