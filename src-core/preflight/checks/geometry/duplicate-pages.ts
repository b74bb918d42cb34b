import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import { finding, pdfPages, type InspectedFileCheck } from '../../check.ts';
import { visibleMarks, type VisibleMark } from '../../marks/visible-marks.ts';

const GROUPS_NAMED = 3;
const PAGES_NAMED = 5;

/** Pages that show exactly the same, which is mostly a page exported twice (G-017). Blank pages are `page.blank`'s. */
export const duplicatePages: InspectedFileCheck = {
  id: 'page.duplicate',
  rule: 'G-017',
  run: ({ inspection, kind }) => {
    const byLook = new Map<string, number[]>();
    for (const page of inspection.pages) {
      const look = lookOf(page);
      if (look === null) continue;
      const same = byLook.get(look);
      if (same === undefined) byLook.set(look, [page.index + 1]);
      else same.push(page.index + 1);
    }
    const groups = [...byLook.values()].filter((pages) => pages.length > 1);
    if (groups.length === 0) return [];
    const pages = groups.flat().sort((a, b) => a - b);
    return [
      finding(kind, {
        ruleId: 'page.duplicate',
        severity: 'info',
        pages,
        measured: pdfPages(pages.length),
        params: { pages: pages.length, which: groups.slice(0, GROUPS_NAMED).map(named).join(', ') },
        source: { key: 'findings.source.self' },
        remedies: [{ key: 'findings.remedy.dropDuplicates' }],
      }),
    ];
  },
};

/** `3 = 8 = 13`, and so on for more. */
const named = (pages: readonly number[]): string =>
  pages.slice(0, PAGES_NAMED).join(' = ') + (pages.length > PAGES_NAMED ? ' = …' : '');

/**
 * What a page looks like, as far as its marks tell: the same photos, words and shapes in the same places. Programs name
 * the same picture differently on every page, so that the content as written differs. Null for a page that cannot be
 * compared.
 */
function lookOf(page: InspectedPage): string | null {
  if (page.inspected !== 'whole') return null;
  const marks = visibleMarks(page);
  if (marks.length === 0) return null;
  const looks = marks.map(lookOfMark);
  return looks.includes(null)
    ? page.contentKey
    : `${page.widthMm.toFixed(1)} ${page.heightMm.toFixed(1)}\n${looks.join('\n')}`;
}

/** Null for a mark that its facts do not tell apart from another of its size. */
function lookOfMark({ object, boundsMm }: VisibleMark): string | null {
  const place = [boundsMm.leftMm, boundsMm.topMm, boundsMm.rightMm, boundsMm.bottomMm]
    .map((value) => value.toFixed(1))
    .join(' ');
  switch (object.kind) {
    case 'image':
      return object.image.objectNumber === null ? null : `image ${object.image.objectNumber} ${place}`;
    case 'text':
      return object.text === null ? null : `text ${object.text} ${place}`;
    case 'path':
      // Freehand shapes of the same size need not be the same.
      return object.shape === 'other'
        ? null
        : `path ${object.shape} ${object.fill?.values.join() ?? ''} ${object.stroke?.values.join() ?? ''} ${place}`;
    case 'shading':
      return null;
  }
}
