import { intersect } from '../../../pdf/inspection/geometry.ts';
import { finding, pdfPages, type RenderedFileCheck } from '../../check.ts';
import { sheetsOf } from '../../marks/sheets.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { SPECKS_SHARE } from '../../page-pixels.ts';
import { thresholdSource } from '../../threshold-source.ts';

/**
 * Pages of pictures that leave the paper white (G-016, by its pixels). Nobody puts a white picture on a page to have it
 * blank. A line of small type leaves it as white and is no such page; pages without a mark are `page.blank`.
 */
export const pixelBlank: RenderedFileCheck = {
  id: 'page.blankPicture',
  rule: 'G-016',
  run: (file) => {
    const threshold = file.thresholds.of('blankPagesInARow');
    const pages = sheetsOf(file).flatMap(({ page, anatomy }) => {
      const share = file.pixels[page.index]?.trimInkShare ?? null;
      if (share === null || share > SPECKS_SHARE) return [];
      const marks = visibleMarks(page).filter(({ boundsMm }) => intersect(boundsMm, anatomy.trim) !== null);
      const isWrittenOn = share > 0 && marks.some(({ object }) => object.kind === 'text' || object.kind === 'path');
      return marks.length > 0 && !isWrittenOn ? [page.index + 1] : [];
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
