import type { PictureChoices } from '../../src-core/composition/embedded-parts.ts';
import { sheetsOf } from '../../src-core/composition/sheets.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { sketchesOf } from '../../src-core/layout/sketches.ts';
import { entryNotes } from '../../src-core/layout/themed/faults.ts';
import {
  LayoutPainting,
  NotPainted,
  type LayoutProgress,
  type LayoutSources,
  type PaintedFile,
} from './layout-painting.ts';
import { paintCover, paintSheets } from './paint-book.ts';

/** Everything that a layout's PDFs follow from: `cover.pdf` and `contents.pdf`. */
export interface LayoutOrder extends LayoutSources {
  readonly pictures: PictureChoices;
  /** Of one file. */
  readonly maxBytes: number;
}

/** Paints both PDFs. Rejects with NotPainted, with the signal's reason, and with what the file system says. */
export async function paintLayout(order: LayoutOrder, progress: LayoutProgress): Promise<PaintedFile[]> {
  const { document } = order;
  const painting = await LayoutPainting.begin(order, order.pictures, progress);
  const { book, sources } = painting;
  const [unfinished] = entryNotes(document, painting.measure).filter(({ stops }) => stops);
  if (unfinished !== undefined) {
    const { number, template, field } = unfinished;
    throw new NotPainted({ reason: 'entryUnfinished', number, template, field: field ?? '' });
  }
  const { cover, pages } = sketchesOf(document, painting.measure);
  const sheets = sheetsOf(document.spec, pages);
  const inAll = sheets.length + 1;
  const write = (kind: PdfKind, paint: Parameters<LayoutPainting['write']>[1]): Promise<PaintedFile> =>
    painting.write(kind, paint, (bytes) => {
      if (bytes > order.maxBytes) throw new NotPainted({ reason: 'tooLarge', kind });
    });
  const coverFile = await write('cover', (take) => paintCover(book, cover, sources, take));
  painting.painted(1, inAll);
  const contentsFile = await write('contents', (take) =>
    paintSheets(book, sheets, sources, take, {
      signal: progress.signal,
      onSheet: (painted) => painting.painted(painted + 1, inAll),
    }),
  );
  return [coverFile, contentsFile];
}
