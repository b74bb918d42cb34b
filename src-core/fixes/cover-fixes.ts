import type { OpenedPdf } from '../pdf/opened-pdf.ts';
import { correctTable } from '../pdf/recovery.ts';
import { pageAlone } from '../pdf/writing/page-alone.ts';
import type { Fingerprint } from '../pdf/writing/xref-section.ts';
import { coverTakenOut } from '../preflight/cover-within.ts';
import type { TextRef } from '../text-ref.ts';
import { whyNotFix, whyNotFixDocument } from './can-fix.ts';
import { NOTHING_TO_DO, refused, type FixPlan, type FixTarget } from './fix.ts';
import {
  dropPageLabels,
  editablePages,
  geometryEntries,
  sameLooks,
  unchangedPage,
  writtenGeometry,
  type FixMaker,
} from './page-editor.ts';
import { keepPages } from './page-tree-edit.ts';

/** The contents of a book that came as one file: all pages but the first or the last, which is the cover. */
export const takeCoverOut: FixMaker = (work) => {
  const { opened, target, pages } = work;
  const place = target.kind === 'cover' ? null : placeOfCover(opened, target);
  if (place === null) return refused(NOTHING_TO_DO);
  const [from, to] = place === 'first' ? [1, pages.length] : [0, pages.length - 1];
  if (!keepPages(work, from, to)) return refused({ key: 'fixes.problem.oddPageTree', params: { page: 1 } });
  dropPageLabels(work);
  const left = pages.slice(from, to);
  return {
    ok: true,
    plan: {
      edits: [{ key: 'fixes.edit.takeCoverOut', params: { place, pages: left.length } }],
      pages: left.map((page) => ({ ...unchangedPage(page), kept: sameLooks(page, page.geometry).kept })),
    },
  };
};

/** Null of any other file, and of one in which two pages would do. */
function placeOfCover({ facts }: OpenedPdf, target: FixTarget): 'first' | 'last' | null {
  const place = coverTakenOut(null, facts, target)?.place ?? 'either';
  return place === 'either' ? null : place;
}

type CoverAlonePlan =
  | { readonly ok: false; readonly problem: TextRef }
  | {
      readonly ok: true;
      readonly plan: FixPlan;
      /** The file, in the order of its bytes. */
      readonly pieces: readonly Uint8Array[];
    };

/**
 * The cover of a book that came as one file: the first or the last page in a file of its own, without the others' bytes.
 *
 * @throws LimitExceeded, ReadFailed, Unwritable
 */
export function planCoverAlone(opened: OpenedPdf, target: FixTarget, fingerprint: Fingerprint): CoverAlonePlan {
  const { document, facts } = opened;
  const against = whyNotFix('takeCoverOut', facts, null) ?? whyNotFixDocument(document);
  if (against !== null) return { ok: false, problem: against };
  const place = placeOfCover(opened, target);
  if (place === null) return { ok: false, problem: NOTHING_TO_DO };
  const pages = editablePages(opened);
  if ('key' in pages) return { ok: false, problem: pages };
  document.budget.startLook();
  if (correctTable(document).corrected > 0) return { ok: false, problem: { key: 'fixes.problem.rebuildTableFirst' } };
  const cover = pages.at(place === 'first' ? 0 : -1);
  if (cover === undefined) return { ok: false, problem: NOTHING_TO_DO };
  const annotations = document.resolve(cover.dict.get('Annots'));
  // They may belong to a form, or lead to pages that are not in this file.
  if (Array.isArray(annotations) && annotations.length > 0)
    return { ok: false, problem: { key: 'fixes.problem.annotationsInTheWay', params: { page: cover.index + 1 } } };
  const page = { inherited: { mediaBox: undefined, cropBox: undefined, rotate: undefined, resources: undefined } };
  return {
    ok: true,
    plan: { edits: [], pages: [sameLooks(cover, writtenGeometry(page, cover.geometry))] },
    pieces: [...pageAlone(opened, cover.index, geometryEntries(page, cover.geometry), fingerprint)],
  };
}
