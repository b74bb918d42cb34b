import type { TextRef } from '../text-ref.ts';
import type { ByteSource } from '../ports.ts';
import { openPdf } from '../pdf/opened-pdf.ts';
import type { PdfTools } from '../pdf/read-facts.ts';
import { wholeTable } from '../pdf/writing/whole-table.ts';
import type { Fingerprint } from '../pdf/writing/xref-section.ts';
import { whyNotFix, whyNotFixDocument } from './can-fix.ts';
import { NOTHING_TO_DO, type FixPlan } from './fix.ts';
import { sameLooks, editablePages } from './page-editor.ts';
import { setRight } from './right-table.ts';

type LeadingBytesPlan =
  | { readonly ok: false; readonly problem: TextRef }
  | { readonly ok: true; readonly plan: FixPlan; readonly lostBytes: number; readonly appended: Uint8Array };

/**
 * Takes away what stands before `%PDF-`. Where the file counts its offsets from the header, that is all; where it counts
 * from its first byte, a table of all objects at their new places is written behind it.
 */
export function planWithoutLeadingBytes(
  source: ByteSource,
  tools: PdfTools,
  fingerprint: Fingerprint,
): LeadingBytesPlan {
  const result = openPdf(source, tools);
  if (result.status === 'unreadable') return { ok: false, problem: { key: 'fixes.problem.unreadable' } };
  const { opened } = result;
  const against = whyNotFix('dropLeadingBytes', opened.facts, null) ?? whyNotFixDocument(opened.document);
  if (against !== null) return { ok: false, problem: against };
  const lostBytes = opened.facts.header.offset;
  if (lostBytes === 0) return { ok: false, problem: NOTHING_TO_DO };
  const pages = editablePages(opened);
  if ('key' in pages) return { ok: false, problem: pages };
  const rest = openPdf(withoutStart(source, lostBytes), tools);
  const isSound = rest.status === 'opened' && rest.opened.facts.damage.length === 0;
  const table = isSound ? null : setRight(opened);
  if (table?.ok === false) return table;
  const appended = isSound ? new Uint8Array(0) : wholeTable(opened.document, lostBytes, fingerprint);
  const plan = {
    edits: [{ key: 'fixes.edit.dropLeadingBytes', params: { bytes: lostBytes } }],
    pages: pages.map((page) => sameLooks(page, page.geometry)),
  };
  return { ok: true, plan, lostBytes, appended };
}

const withoutStart = (source: ByteSource, bytes: number): ByteSource => ({
  size: source.size - bytes,
  read: (offset, length) => source.read(offset + bytes, length),
});
