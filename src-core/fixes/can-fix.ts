import type { TextRef } from '../text-ref.ts';
import type { PdfDocument } from '../pdf/document.ts';
import type { DocumentFacts } from '../pdf/inspection/document-facts.ts';
import { countOf, isDict, type PdfDict } from '../pdf/objects.ts';
import type { PdfFacts, ReadablePdf } from '../pdf/read-facts.ts';
import { tableState } from '../pdf/table-state.ts';
import type { FixName } from '../preflight/finding.ts';

/**
 * Why a repair cannot be made on this file, before anything is tried; null when nothing is known against it.
 * Encrypted, signed, XFA and portfolio files are refused whatever the repair, and damaged ones but for their table (preflight-rules 2.1, 4).
 */
export function whyNotFix(
  fix: FixName,
  facts: PdfFacts,
  document: Pick<DocumentFacts, 'signatureCount' | 'xfa' | 'isPortfolio'> | null,
): TextRef | null {
  if (facts.status !== 'read')
    return facts.encrypted === null ? { key: 'fixes.problem.unreadable' } : { key: 'fixes.problem.encrypted' };
  if (facts.encrypted !== null) return { key: 'fixes.problem.encrypted' };
  const problem = againstFacts(fix, facts);
  if (problem !== null || document === null) return problem;
  return againstDocument({
    isSigned: document.signatureCount > 0,
    hasXfa: document.xfa !== 'none',
    isPortfolio: document.isPortfolio,
  });
}

/** The same of an opened document, from its catalogue alone. */
export function whyNotFixDocument(document: PdfDocument): TextRef | null {
  const catalogue = document.resolve(document.trailer.get('Root'));
  if (!isDict(catalogue)) return { key: 'fixes.problem.damaged' };
  const form = document.resolve(catalogue.get('AcroForm'));
  return againstDocument({
    isSigned: document.resolve(catalogue.get('Perms')) instanceof Map || (isDict(form) && hasSignature(document, form)),
    hasXfa: isDict(form) && form.has('XFA'),
    isPortfolio: catalogue.has('Collection'),
  });
}

/** Bytes before the header go first, and what takes them away writes another table where that is needed; then the table, then all else. */
function againstFacts(fix: FixName, facts: ReadablePdf): TextRef | null {
  const state = tableState(facts);
  if (state === 'beyond') return { key: 'fixes.problem.damaged' };
  if (state === 'guessed') return { key: 'fixes.problem.pagesGuessed' };
  if (fix === 'dropLeadingBytes') return null;
  if (facts.damage.some(({ code }) => code === 'junkBeforeHeader')) return { key: 'fixes.problem.leadingBytesFirst' };
  return state === 'broken' && fix !== 'rebuildTable' ? { key: 'fixes.problem.rebuildTableFirst' } : null;
}

function againstDocument(state: {
  readonly isSigned: boolean;
  readonly hasXfa: boolean;
  readonly isPortfolio: boolean;
}): TextRef | null {
  if (state.isSigned) return { key: 'fixes.problem.signed' };
  if (state.hasXfa) return { key: 'fixes.problem.xfa' };
  return state.isPortfolio ? { key: 'fixes.problem.portfolio' } : null;
}

const MAX_FIELDS = 20_000;

/** A signature field that has been signed. The flag alone also stands in files whose field is still empty. */
function hasSignature(document: PdfDocument, form: PdfDict): boolean {
  const open = [document.resolve(form.get('Fields'))].flat();
  for (let visited = 0; open.length > 0 && visited < MAX_FIELDS; visited++) {
    const field = document.resolve(open.pop());
    if (!isDict(field)) continue;
    if (document.resolve(field.get('FT')) === 'Sig' && isDict(document.resolve(field.get('V')))) return true;
    const kids = document.resolve(field.get('Kids'));
    if (Array.isArray(kids)) open.push(...kids);
  }
  return open.length > 0 && ((countOf(document.resolve(form.get('SigFlags'))) ?? 0) & 1) === 1;
}
