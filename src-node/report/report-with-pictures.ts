import type { PdfKind } from '../../src-core/contract/books.ts';
import type { BookReport } from '../../src-core/preflight/report.ts';
import { openCheckedPictures, type PagePictures } from '../render/page-pictures.ts';
import { openMessages } from './messages.ts';
import { reportPdf } from './report-pdf.ts';
import type { Language } from '../../src-core/text-ref.ts';

/** Crosses threads: plain values only. */
export interface ReportRequest {
  readonly books: readonly BookReport[];
  /** Where each book's files lie, in the order of `books`. */
  readonly paths: readonly Readonly<Record<PdfKind, string | null>>[];
  readonly language: Language;
  readonly localesFolder: string;
  readonly fontsFolder: string;
  readonly madeAtMs: number;
}

/** The PDF report with pictures of the files' own pages. A page that cannot be shown is left out, its finding stays. */
export async function reportWithPictures({
  books,
  paths,
  language,
  localesFolder,
  fontsFolder,
  madeAtMs,
}: ReportRequest): Promise<Uint8Array> {
  const open = new Map<string, PagePictures | null>();
  const picturesOf = async (path: string) => {
    const known = open.get(path);
    if (known !== undefined) return known;
    const opened = await openCheckedPictures(path).catch(() => null);
    open.set(path, opened);
    return opened;
  };
  try {
    return await reportPdf({
      books,
      messages: openMessages(localesFolder, language),
      fontsFolder,
      madeAt: new Date(madeAtMs),
      pictureOf: async (book, kind, page) => {
        const path = paths[books.indexOf(book)]?.[kind] ?? null;
        const pictures = path === null ? null : await picturesOf(path);
        return pictures === null ? null : pictures.of(page);
      },
    });
  } finally {
    for (const pictures of open.values()) pictures?.close();
  }
}
