import { ascii, lastIndexOfBytes } from './bytes.ts';
import type { PdfDocument } from './document.ts';
import { ObjectScan } from './object-scan.ts';
import { PdfRef, dictOf, isDict } from './objects.ts';
import { hasObjectsAfter, readXrefChain } from './xref-reader.ts';
import { ENTRY, XrefTable } from './xref-table.ts';

/** The stretch at the end of the file in which a lost table is looked for. */
const TAIL_SEARCH_BYTES = 1024 * 1024;
const MAX_TAIL_TRIES = 3;
const XREF = ascii('xref');
const T = 0x74;
const HEADING_BYTES = 64;

/** Whether the trailer leads to a catalogue with a page tree. */
export function hasPageTree(document: PdfDocument): boolean {
  const catalogue = document.resolve(document.trailer.get('Root'));
  return isDict(catalogue) && isDict(dictOf(document.resolve(catalogue.get('Pages'))));
}

/**
 * First resort, for a wrong or missing `startxref`: the last classic table near the end of the file.
 * True when one was found that leads to a page tree. A table with objects behind it belongs to an older state of the file.
 */
export function findXrefInTail(document: PdfDocument, headerOffset: number, prepareDecryption: () => void): boolean {
  const { reader } = document;
  const start = Math.max(0, reader.size - TAIL_SEARCH_BYTES);
  const bytes = reader.readOnce(start, reader.size - start);
  const candidates: number[] = [];
  for (let at = lastIndexOfBytes(bytes, XREF); at >= 0 && candidates.length < MAX_TAIL_TRIES; ) {
    // The `xref` of `startxref` is none.
    if (bytes[at - 1] !== T) {
      if (hasObjectsAfter(bytes, at)) break;
      candidates.push(start + at);
    }
    at = at === 0 ? -1 : lastIndexOfBytes(bytes, XREF, at - 1);
  }
  for (const candidate of candidates) {
    document.startOver();
    if (!readXrefChain(document, candidate, headerOffset)) continue;
    prepareDecryption();
    if (hasPageTree(document) && document.misplacedObjects === 0) {
      document.damage.note('xrefFoundBySearch', candidate);
      return true;
    }
  }
  return false;
}

/**
 * Last resort: makes the table anew by finding every object in the file, jumping over streams.
 * Answers the numbers of the page dictionaries met, in file order.
 */
export function rebuildXref(document: PdfDocument, prepareDecryption: () => void): readonly number[] {
  document.startOver();
  document.damage.note('xrefRebuilt', null);
  const scan = new ObjectScan(document);
  scan.run();
  document.trailer = scan.trailer();
  // What was fetched during the scan may have been replaced by a later object of the same number.
  document.forgetObjects();
  prepareDecryption();
  const packed = addPackedObjects(document, scan.objectStreams);
  if (!hasPageTree(document)) {
    const catalogue = scan.lastCatalogue ?? packed.lastCatalogue;
    if (catalogue !== undefined) document.trailer.set('Root', new PdfRef(catalogue, 0));
  }
  return [...scan.pages, ...packed.pages];
}

/** Where every object of the file really stands, the last of a number winning; the document's own table stays as it is. */
export function findObjects(document: PdfDocument): XrefTable {
  const found = new XrefTable(document.budget.limits.maxObjects);
  new ObjectScan(document, found).run();
  return found;
}

/**
 * Sets the whole table right: every entry leads to its object, and what is nowhere in the file has none. Answers how many objects
 * were elsewhere, and how many nowhere.
 */
export function correctTable(document: PdfDocument): { readonly corrected: number; readonly lost: number } {
  const { xref } = document;
  let found: XrefTable | undefined;
  let [corrected, lost] = [document.replacedObjects, 0];
  for (let objectNumber = 1; objectNumber < xref.length; objectNumber++) {
    if (xref.kind(objectNumber) !== ENTRY.inFile || standsAt(document, xref.place(objectNumber), objectNumber))
      continue;
    found ??= findObjects(document);
    const isFound = found.kind(objectNumber) === ENTRY.inFile;
    if (isFound) corrected++;
    else lost++;
    xref.put(objectNumber, isFound ? ENTRY.inFile : ENTRY.free, isFound ? found.place(objectNumber) : 0);
  }
  document.forgetObjects();
  return { corrected, lost };
}

const standsAt = (document: PdfDocument, place: number, objectNumber: number): boolean =>
  document.parseAt(place, HEADING_BYTES, (lexer) => lexer.takeObjectHeading())?.objectNumber === objectNumber;

/** Enters what lies in object streams, unless a plain object of the same number stands later in the file. */
function addPackedObjects(
  document: PdfDocument,
  containers: readonly number[],
): { pages: number[]; lastCatalogue: number | undefined } {
  const { xref } = document;
  const packed = new Set<number>();
  for (const container of containers) {
    if (xref.kind(container) !== ENTRY.inFile) continue;
    const containerPlace = xref.place(container);
    for (const objectNumber of document.numbersInObjectStream(container)) {
      xref.reserve(objectNumber + 1, containerPlace);
      if (xref.kind(objectNumber) === ENTRY.inFile && xref.place(objectNumber) > containerPlace) continue;
      if (objectNumber === container) continue;
      xref.put(objectNumber, ENTRY.inObjectStream, container);
      packed.add(objectNumber);
    }
  }
  const pages: number[] = [];
  let lastCatalogue: number | undefined;
  for (const objectNumber of packed) {
    const value = document.fetchOnce(objectNumber);
    if (!isDict(value)) continue;
    const type = value.get('Type');
    if (type === 'Page') pages.push(objectNumber);
    else if (type === 'Catalog') lastCatalogue = objectNumber;
  }
  return { pages, lastCatalogue };
}
