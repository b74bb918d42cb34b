import { ascii } from '../pdf/bytes.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { PdfRef, PdfStream, countOf, dictOf, isDict, type PdfValue } from '../pdf/objects.ts';
import type { OpenedPdf } from '../pdf/opened-pdf.ts';
import { correctTable } from '../pdf/recovery.ts';
import { ENTRY } from '../pdf/xref-table.ts';
import type { TextRef } from '../text-ref.ts';

type RightTable = { readonly ok: true; readonly objects: number } | { readonly ok: false; readonly problem: TextRef };

/** What a page names and is not made of. */
const BESIDE_THE_PAGE: ReadonlySet<string> = new Set([
  'Parent',
  'P',
  'A',
  'AA',
  'B',
  'Dest',
  'PieceInfo',
  'Metadata',
  'Thumb',
  'StructParent',
  'StructParents',
]);

/**
 * Sets the table of an opened file right and answers how many objects it leads to that the file's own does not. Refused where something is lost that the pages
 * need, or may be: a right table over it would make a sound file of one that lacks a part.
 */
export function setRight(opened: OpenedPdf): RightTable {
  const { document, facts } = opened;
  document.budget.startLook();
  const { corrected, lost } = correctTable(document);
  if (lost > 0) return refusedFor(lost);
  // A table that leads elsewhere lists all there is; one that was lost, or of which a part was, may lack what was cut off with it.
  if (facts.damage.some(({ code }) => MAY_LACK.has(code))) {
    if (facts.recovery === 'rebuilt' && hasLostKey(document))
      return { ok: false, problem: { key: 'fixes.problem.encrypted' } };
    if (facts.recovery === 'rebuilt' && isOlderThanItsEnd(opened))
      return { ok: false, problem: { key: 'fixes.problem.stateCut' } };
    const missing = missingIn(opened);
    if (missing > 0) return refusedFor(missing);
  }
  return { ok: true, objects: facts.recovery === 'none' ? corrected : listed(document) };
}

const MAY_LACK: ReadonlySet<string> = new Set([
  'xrefRebuilt',
  'xrefDamaged',
  'previousXrefDamaged',
  'endMarkerMissing',
]);

const refusedFor = (count: number): RightTable => ({
  ok: false,
  problem: { key: 'fixes.problem.objectsLost', params: { count } },
});

function listed({ xref }: PdfDocument): number {
  let count = 0;
  for (let objectNumber = 1; objectNumber < xref.length; objectNumber++)
    if (xref.kind(objectNumber) === ENTRY.inFile || xref.kind(objectNumber) === ENTRY.inObjectStream) count++;
  return count;
}

/** How many objects that the pages are made of are nowhere, or not there to their end. */
function missingIn({ document, leaves }: OpenedPdf): number {
  const { xref, reader } = document;
  const open: PdfValue[] = leaves.flatMap(({ dict, inherited }) => [dict, inherited.resources ?? null]);
  const seen = new Set<number>();
  let [missing, last] = [0, 0];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value instanceof PdfRef) {
      const { objectNumber } = value;
      if (seen.has(objectNumber)) continue;
      seen.add(objectNumber);
      const kind = objectNumber < xref.length ? xref.kind(objectNumber) : ENTRY.free;
      if (kind === ENTRY.inFile) last = Math.max(last, xref.place(objectNumber));
      if (kind === ENTRY.inFile || kind === ENTRY.inObjectStream) open.push(document.fetchOnce(objectNumber));
      else missing++;
    } else if (Array.isArray(value)) open.push(...value);
    else {
      if (value instanceof PdfStream && !isWhole(value)) missing++;
      const dict = dictOf(value);
      if (dict !== undefined) for (const [key, entry] of dict) if (!BESIDE_THE_PAGE.has(key)) open.push(entry);
    }
  }
  // The file may end within it.
  return missing + (reader.search(ENDOBJ, last, () => undefined) < 0 ? 1 : 0);

  function isWhole(stream: PdfStream): boolean {
    const length = countOf(document.resolve(stream.dict.get('Length')));
    return length === undefined ? document.findStreamEnd(stream).isMarked : stream.dataOffset + length < reader.size;
  }
}

const ENDOBJ = ascii('endobj');
const END_MARKER = ascii('%%EOF');

/** Whether an update of the file was cut off: what is left mixes two states of it. */
const isOlderThanItsEnd = ({ document, facts }: OpenedPdf): boolean =>
  facts.damage.some(({ code }) => code === 'endMarkerMissing') &&
  document.reader.search(END_MARKER, 0, () => undefined) >= 0;

/** Whether the file is encrypted and the trailer that said so is lost: all that it holds would be litter for good. */
function hasLostKey(document: PdfDocument): boolean {
  const { xref } = document;
  for (let objectNumber = 1; objectNumber < xref.length; objectNumber++) {
    if (xref.kind(objectNumber) !== ENTRY.inFile) continue;
    const value = document.fetchOnce(objectNumber);
    if (isDict(value) && value.get('Filter') === 'Standard' && value.has('O') && value.has('U')) return true;
  }
  return false;
}
