import type { OpenedPdf } from '../pdf/opened-pdf.ts';
import { tableState } from '../pdf/table-state.ts';
import { wholeTable } from '../pdf/writing/whole-table.ts';
import type { Fingerprint } from '../pdf/writing/xref-section.ts';
import type { TextRef } from '../text-ref.ts';
import { whyNotFix, whyNotFixDocument } from './can-fix.ts';
import { NOTHING_TO_DO, type FixPlan } from './fix.ts';
import { editablePages, sameLooks } from './page-editor.ts';
import { setRight } from './right-table.ts';

type RebuiltTablePlan =
  | { readonly ok: false; readonly problem: TextRef }
  | { readonly ok: true; readonly plan: FixPlan; readonly appended: Uint8Array };

/**
 * A table behind the file that leads to every object where it really stands, for a file whose own leads elsewhere for what its pages
 * paint, or for its pages, or is lost.
 */
export function planRebuiltTable(opened: OpenedPdf, fingerprint: Fingerprint): RebuiltTablePlan {
  const { document, facts } = opened;
  const against = whyNotFix('rebuildTable', facts, null) ?? whyNotFixDocument(document);
  if (against !== null) return { ok: false, problem: against };
  const table = setRight(opened);
  if (!table.ok) return table;
  if (table.objects === 0 && tableState(facts) === 'sound') return { ok: false, problem: NOTHING_TO_DO };
  const pages = editablePages(opened);
  if ('key' in pages) return { ok: false, problem: pages };
  const plan = {
    edits: [{ key: 'fixes.edit.rebuildTable', params: { objects: table.objects } }],
    pages: pages.map((page) => sameLooks(page, page.geometry)),
  };
  return { ok: true, plan, appended: wholeTable(document, 0, fingerprint) };
}
