import type { PdfInspection } from '../pdf/inspection/inspection.ts';

/** What other files of the desk are compared with: kept when the inspection itself is gone. */
export interface FileSummary {
  /** The words on the first page, as far as its fonts tell: runs of text in painting order. */
  readonly firstPageWords: readonly string[];
  /** PDF pages, from 1, that are drawn with their overprint simulated: without it they would look otherwise than in print. */
  readonly overprintPages: readonly number[];
}

const MAX_RUNS = 200;

/** `overprintPages` from 0, as the page index. */
export function summarise({ pages }: PdfInspection, overprintPages: Iterable<number>): FileSummary {
  const objects = pages[0]?.objects ?? [];
  const words = objects.flatMap((object) =>
    object.kind === 'text' && !object.isHidden && object.text !== null ? [object.text.normalize('NFC')] : [],
  );
  return {
    firstPageWords: words.slice(0, MAX_RUNS),
    overprintPages: Array.from(overprintPages, (index) => index + 1).sort((a, b) => a - b),
  };
}
