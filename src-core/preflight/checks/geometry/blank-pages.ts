import { intersect } from '../../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import { pdfPagesOf } from '../../../specs/book-geometry.ts';
import { finding, pdfPages, type InspectedFileCheck } from '../../check.ts';
import { sheetsOf } from '../../marks/sheets.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { thresholdSource } from '../../threshold-source.ts';

/** A cover is neither at an end of the book nor in a row, and cannot be left out. */
const BLANK_COVER = finding('cover', {
  ruleId: 'page.blankCover',
  severity: 'warning',
  pages: [1],
  source: { key: 'findings.source.self' },
  remedies: [{ key: 'findings.remedy.fillCover' }],
});

/**
 * Pages on which nothing is to be seen: no mark, or only white and hidden ones (G-016). One in between is usually
 * meant; several in a row, or the first or last page of the book, rarely are. Pictures that are all white show in
 * their pixels.
 */
export const blankPages: InspectedFileCheck = {
  id: 'page.blank',
  rule: 'G-016',
  run: (file) => {
    const { inspection, kind } = file;
    const threshold = file.thresholds.of('blankPagesInARow');
    const trims = new Map(sheetsOf(file).map(({ page, anatomy }) => [page, anatomy.trim]));
    const isBlank = (page: InspectedPage) =>
      page.inspected === 'whole' &&
      !visibleMarks(page).some(({ boundsMm }) => intersect(boundsMm, trims.get(page) ?? boundsMm) !== null);
    const [first] = inspection.pages;
    if (kind === 'cover' && inspection.facts.pageCount === 1)
      return first !== undefined && isBlank(first) ? [BLANK_COVER] : [];
    const runs = runsOf(inspection.pages.map(isBlank));
    const last = inspection.facts.pageCount - 1;
    const wanted = pdfPagesOf(file.spec, kind, file.pageCount);
    const isNoticeable = ({ from, to }: Run) => to - from + 1 > threshold.value || from === 0 || to === last;
    return [
      { ruleId: 'page.blankRun' as const, severity: 'warning' as const, found: runs.filter(isNoticeable) },
      { ruleId: 'page.blank' as const, severity: 'info' as const, found: runs.filter((run) => !isNoticeable(run)) },
    ].flatMap(({ ruleId, severity, found }) => {
      if (found.length === 0) return [];
      const pages = found.flatMap(({ from, to }) =>
        Array.from({ length: to - from + 1 }, (_, offset) => from + offset + 1),
      );
      return [
        finding(kind, {
          ruleId,
          severity,
          pages,
          measured: pdfPages(found.reduce((most, { from, to }) => Math.max(most, to - from + 1), 0)),
          allowed: pdfPages(threshold.value),
          params: { pages: pages.length, first: pages[0] ?? 0 },
          source: thresholdSource(threshold, file),
          origin: threshold.origin,
          causeKey: 'page.blank',
          remedies: [{ key: 'findings.remedy.fillBlanks' }],
          fixes: last >= wanted && pages.includes(last + 1) ? ['dropTrailingBlanks'] : [],
        }),
      ];
    });
  },
};

/** Pages from 0, both ends included. */
interface Run {
  readonly from: number;
  readonly to: number;
}

function runsOf(flags: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  let from = -1;
  for (const [index, flag] of [...flags, false].entries()) {
    if (flag && from < 0) from = index;
    if (!flag && from >= 0) {
      runs.push({ from, to: index - 1 });
      from = -1;
    }
  }
  return runs;
}
