import type { PageFacts } from '../pdf/boxes.ts';
import type { PdfValue } from '../pdf/objects.ts';
import { pdfPagesOf } from '../specs/book-geometry.ts';
import { NOTHING_TO_DO, refused, type PlannedPage } from './fix.ts';
import { annotationsOf } from './page-annotations.ts';
import { contentStreams } from './page-content.ts';
import {
  geometryEntries,
  unchangedPage,
  withEntries,
  writtenGeometry,
  type EditablePage,
  type FixMaker,
  type FixWork,
} from './page-editor.ts';
import { appendPages, keepPages } from './page-tree-edit.ts';

const BROKEN_TREE = { key: 'fixes.problem.oddPageTree', params: { page: 1 } } as const;

/** White pages behind the last one, of its size and with its boxes, up to the number that the order asks for. */
export const addBlankPages: FixMaker = (work) => {
  const last = work.pages.at(-1);
  const missing = missingPages(work);
  if (work.target.kind === 'cover' || last === undefined || missing <= 0) return refused(NOTHING_TO_DO);
  let geometry: PageFacts = last.geometry;
  const isDone = appendPages(work, missing, (place) => {
    geometry = writtenGeometry(place, last.geometry);
    const page = new Map<string, PdfValue>([
      ['Type', 'Page'],
      ['Parent', place.parent],
      ['Resources', new Map()],
    ]);
    return withEntries(page, geometryEntries(place, last.geometry));
  });
  if (!isDone) return refused(BROKEN_TREE);
  const added = Array.from(
    { length: missing },
    (): PlannedPage => ({ geometry, touched: 'content', kept: [], free: [] }),
  );
  return {
    ok: true,
    plan: {
      edits: [{ key: 'fixes.edit.addBlankPages', params: { pages: missing } }],
      pages: [...work.pages.map(unchangedPage), ...added],
    },
  };
};

/** Pages at the end that the order has no place for, when every one of them is proved to be white. */
export const dropTrailingBlanks: FixMaker = (work) => {
  const surplus = -missingPages(work);
  if (work.target.kind === 'cover' || surplus <= 0) return refused(NOTHING_TO_DO);
  const keep = work.pages.length - surplus;
  for (const page of work.pages.slice(keep)) {
    const isBlank = hasNothing(work, page) || work.looks.isBlank(page.index);
    if (isBlank === true) continue;
    const reason = isBlank === null ? 'notSeen' : 'notBlank';
    return refused({ key: 'fixes.problem.pageNotBlank', params: { page: page.index + 1, reason } });
  }
  if (!keepPages(work, 0, keep)) return refused(BROKEN_TREE);
  return {
    ok: true,
    plan: {
      edits: [{ key: 'fixes.edit.dropTrailingBlanks', params: { pages: surplus } }],
      pages: work.pages.slice(0, keep).map(unchangedPage),
    },
  };
};

const missingPages = ({ target, pages }: FixWork): number =>
  pdfPagesOf(target.spec, 'contents', target.pageCount) - pages.length;

/** Proved without looking: no content and no annotations. */
function hasNothing(work: FixWork, page: EditablePage): boolean {
  return contentStreams(work, page)?.length === 0 && annotationsOf(work, page).length === 0;
}
