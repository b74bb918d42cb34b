import type { TextRef } from '../text-ref.ts';
import type { DamageCode } from '../pdf/damage.ts';
import type { PdfDocument } from '../pdf/document.ts';
import type { DocumentFacts } from '../pdf/inspection/document-facts.ts';
import { countOf, isDict, type PdfDict } from '../pdf/objects.ts';
import type { PdfFacts } from '../pdf/read-facts.ts';
import type { FixName } from '../preflight/finding.ts';

/** Damage that says nothing against the table of objects: what is written behind such a file is read as it is meant. */
const BEARABLE_DAMAGE: ReadonlySet<DamageCode> = new Set([
  'pageTypeWrong',
  'countWrong',
  'mediaBoxMissing',
  'boxMalformed',
  'rotateInvalid',
  'userUnitInvalid',
]);

/**
 * Why a repair cannot be made on this file, before anything is tried; null when nothing is known against it.
 * Encrypted, signed, XFA, portfolio and damaged files are refused whatever the repair (preflight-rules 2.1, 4).
 */
export function whyNotFix(
  fix: FixName,
  facts: PdfFacts,
  document: Pick<DocumentFacts, 'signatureCount' | 'xfa' | 'isPortfolio'> | null,
): TextRef | null {
  if (facts.status !== 'read')
    return facts.encrypted === null ? { key: 'fixes.problem.unreadable' } : { key: 'fixes.problem.encrypted' };
  if (facts.encrypted !== null) return { key: 'fixes.problem.encrypted' };
  const problem = againstFacts(
    fix,
    facts.recovery !== 'none',
    facts.damage.map(({ code }) => code),
  );
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

function againstFacts(fix: FixName, isRecovered: boolean, damage: readonly DamageCode[]): TextRef | null {
  const unbearable = damage.filter((code) => !BEARABLE_DAMAGE.has(code));
  // Found by whoever looked at what the pages paint; the table that led elsewhere is what this repair replaces.
  if (!isRecovered && unbearable.length > 0 && unbearable.every((code) => code === 'objectMisplaced'))
    return fix === 'rebuildTable' ? null : { key: 'fixes.problem.rebuildTableFirst' };
  const isPrefixed = unbearable.includes('junkBeforeHeader');
  if (isRecovered || unbearable.some((code) => code !== 'junkBeforeHeader')) return { key: 'fixes.problem.damaged' };
  return isPrefixed && fix !== 'dropLeadingBytes' ? { key: 'fixes.problem.leadingBytesFirst' } : null;
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
