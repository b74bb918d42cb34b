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

/** The contents of a book that came as one file: all pages but the first, which is the cover. */
export const takeCoverOut: FixMaker = (work) => {
  const { opened, target, pages } = work;
  if (target.kind === 'cover' || coverTakenOut(null, opened.facts, target) === null) return refused(NOTHING_TO_DO);
  if (!keepPages(work, 1, pages.length)) return refused({ key: 'fixes.problem.oddPageTree', params: { page: 1 } });
  dropPageLabels(work);
  const left = pages.slice(1);
  return {
    ok: true,
    plan: {
      edits: [{ key: 'fixes.edit.takeCoverOut', params: { pages: left.length } }],
      pages: left.map((page) => ({ ...unchangedPage(page), kept: sameLooks(page, page.geometry).kept })),
    },
  };
};

type CoverAlonePlan =
  | { readonly ok: false; readonly problem: TextRef }
  | {
      readonly ok: true;
      readonly plan: FixPlan;
      /** The file, in the order of its bytes. */
      readonly pieces: readonly Uint8Array[];
    };

/**
 * The cover of a book that came as one file: the first page in a file of its own, without the others' bytes.
 *
 * @throws LimitExceeded, ReadFailed, Unwritable
 */
export function planCoverAlone(opened: OpenedPdf, target: FixTarget, fingerprint: Fingerprint): CoverAlonePlan {
  const { document, facts } = opened;
  const against = whyNotFix('takeCoverOut', facts, null) ?? whyNotFixDocument(document);
  if (against !== null) return { ok: false, problem: against };
  if (coverTakenOut(null, facts, target) === null) return { ok: false, problem: NOTHING_TO_DO };
  const pages = editablePages(opened);
  if ('key' in pages) return { ok: false, problem: pages };
  document.budget.startLook();
  if (correctTable(document).corrected > 0) return { ok: false, problem: { key: 'fixes.problem.rebuildTableFirst' } };
  const [first] = pages;
  if (first === undefined) return { ok: false, problem: NOTHING_TO_DO };
  const annotations = document.resolve(first.dict.get('Annots'));
  // They may belong to a form, or lead to pages that are not in this file.
  if (Array.isArray(annotations) && annotations.length > 0)
    return { ok: false, problem: { key: 'fixes.problem.annotationsInTheWay', params: { page: 1 } } };
  const page = { inherited: { mediaBox: undefined, cropBox: undefined, rotate: undefined, resources: undefined } };
  return {
    ok: true,
    plan: { edits: [], pages: [sameLooks(first, writtenGeometry(page, first.geometry))] },
    pieces: [...pageAlone(opened, 0, geometryEntries(page, first.geometry), fingerprint)],
  };
}
