import { intersect } from '../../../pdf/inspection/geometry.ts';
import { finding, pdfPages, type RenderedFileCheck } from '../../check.ts';
import { sheetsOf } from '../../marks/sheets.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { thresholdSource } from '../../threshold-source.ts';

/** A few pixels in ten thousand are specks of a scan. */
const SPECKS_SHARE = 0.0002;

/**
 * Pages with marks that leave the paper white: pictures without anything in them (G-016, by its pixels). Nobody puts a
 * white picture on a page to have it blank. Pages without a mark are `page.blank`.
 */
export const pixelBlank: RenderedFileCheck = {
  id: 'page.blankPicture',
  rule: 'G-016',
  run: (file) => {
    const threshold = file.thresholds.of('blankPagesInARow');
    const pages = sheetsOf(file).flatMap(({ page, anatomy }) => {
      const share = file.pixels[page.index]?.trimInkShare ?? null;
      const isMarked = visibleMarks(page).some(({ boundsMm }) => intersect(boundsMm, anatomy.trim) !== null);
      return share !== null && share <= SPECKS_SHARE && isMarked ? [page.index + 1] : [];
    });
    if (pages.length === 0) return [];
    const isNoticeable = pages.length > threshold.value || pages.includes(1) || pages.includes(file.facts.pageCount);
    return [
      finding(file.kind, {
        ruleId: 'page.blankPicture',
        severity: isNoticeable ? 'warning' : 'info',
        pages,
        measured: pdfPages(pages.length),
        params: { pages: pages.length, first: pages[0] ?? 0 },
        source: thresholdSource(threshold, file),
        origin: threshold.origin,
        causeKey: 'page.blank',
        remedies: [{ key: 'findings.remedy.checkBlankPicture' }],
      }),
    ];
  },
};
