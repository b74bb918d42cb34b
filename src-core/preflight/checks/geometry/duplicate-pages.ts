import { finding, pdfPages, type InspectedFileCheck } from '../../check.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';

const PAIRS_NAMED = 3;

/** Pages that paint exactly the same, which is mostly a page exported twice (G-017). Blank pages are `page.blank`'s. */
export const duplicatePages: InspectedFileCheck = {
  id: 'page.duplicate',
  rule: 'G-017',
  run: ({ inspection, kind }) => {
    const byContent = new Map<string, number[]>();
    for (const page of inspection.pages) {
      if (page.contentKey === null || page.inspected !== 'whole' || visibleMarks(page).length === 0) continue;
      const same = byContent.get(page.contentKey);
      if (same === undefined) byContent.set(page.contentKey, [page.index + 1]);
      else same.push(page.index + 1);
    }
    const groups = [...byContent.values()].filter((pages) => pages.length > 1);
    if (groups.length === 0) return [];
    const pages = groups.flat().sort((a, b) => a - b);
    return [
      finding(kind, {
        ruleId: 'page.duplicate',
        severity: 'info',
        pages,
        measured: pdfPages(pages.length),
        params: { pages: pages.length, which: groups.slice(0, PAIRS_NAMED).map((group) => group.join(' = ')).join(', ') },
        source: { key: 'findings.source.self' },
      }),
    ];
  },
};
