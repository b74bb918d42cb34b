import type { PdfInspection } from '../pdf/inspection/inspection.ts';
import { overprintingPages } from '../pdf/overprint/overprint-update.ts';

/** What other files of the desk are compared with: kept when the inspection itself is gone. */
export interface FileSummary {
  /** The words on the first page, as far as its fonts tell: runs of text in painting order. */
  readonly firstPageWords: readonly string[];
  /** PDF pages, from 1, that are drawn with their overprint simulated: without it they would look otherwise than in print. */
  readonly overprintPages: readonly number[];
  /** Those that would, and are drawn as they are: damaged and encrypted files, too many marks, a limit of reading. */
  readonly notSimulatedPages: readonly number[];
}

const MAX_RUNS = 200;

/** `simulated`: pages from 0, as the page index. */
export function summarise(inspection: PdfInspection, simulated: ReadonlySet<number>): FileSummary {
  const { pages } = inspection;
  const objects = pages[0]?.objects ?? [];
  const words = objects.flatMap((object) =>
    object.kind === 'text' && !object.isHidden && object.text !== null ? [object.text.normalize('NFC')] : [],
  );
  return {
    firstPageWords: words.slice(0, MAX_RUNS),
    overprintPages: Array.from(simulated, (index) => index + 1).sort((a, b) => a - b),
    notSimulatedPages: overprintingPages(inspection)
      .filter((index) => !simulated.has(index))
      .map((index) => index + 1),
  };
}
