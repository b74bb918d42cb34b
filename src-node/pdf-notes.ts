import { readNotes, type PdfNote } from '../src-core/pdf/inspection/notes.ts';
import { pageFrame } from '../src-core/pdf/inspection/page-frame.ts';
import { textOf } from '../src-core/pdf/inspection/text-strings.ts';
import { dictOf } from '../src-core/pdf/objects.ts';
import { openPdf, type OpenedPdf } from '../src-core/pdf/opened-pdf.ts';
import type { Mm2 } from '../src-core/specs/book-geometry.ts';
import { nodePdfTools, openPdfFile } from './pdf-file.ts';

/** A PDF as somebody sends it back, with what was written onto it. */
export interface AnnotatedPdf {
  /** Of its document information; empty: it has none. */
  readonly keywords: string;
  /** As they are seen. */
  readonly pages: readonly Mm2[];
  readonly notes: readonly PdfNote[];
}

/** Null: its structure cannot be read. Throws what `openSync` throws. */
export function readAnnotatedPdf(path: string): AnnotatedPdf | null {
  const file = openPdfFile(path);
  try {
    const result = openPdf(file, nodePdfTools);
    if (result.status === 'unreadable') return null;
    const { opened } = result;
    return {
      keywords: keywordsOf(opened),
      pages: opened.facts.pages.map((page) => {
        const { widthMm, heightMm } = pageFrame(page);
        return { widthMm, heightMm };
      }),
      notes: readNotes(opened),
    };
  } finally {
    file.close();
  }
}

function keywordsOf({ document }: OpenedPdf): string {
  const information = dictOf(document.resolve(document.trailer.get('Info')));
  return textOf(document.resolve(information?.get('Keywords'))) ?? '';
}
