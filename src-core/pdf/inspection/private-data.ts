import type { PdfDocument } from '../document.ts';
import { PdfRef, PdfStream, PdfString, countOf, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import type { PageLeaf } from '../page-tree.ts';

const MAX_VALUES = 50_000;
/** Private data that leads into the page tree leads to what everybody may read. */
const SHARED_TYPES: ReadonlySet<PdfValue | undefined> = new Set(['Page', 'Pages', 'Catalog']);

/** Bytes of what programs keep for themselves (/PieceInfo, ISO 32000-1, 14.5) and of the /Thumb pictures of pages. */
export function readPrivateBytes(document: PdfDocument, catalogue: PdfDict, leaves: readonly PageLeaf[]): number {
  const seen = new Set<number>();
  let left = MAX_VALUES;
  let sum = 0;
  const open: PdfValue[] = [catalogue.get('PieceInfo') ?? null];
  for (const { dict } of leaves) open.push(dict.get('PieceInfo') ?? null, dict.get('Thumb') ?? null);
  while (open.length > 0 && left-- > 0) {
    const written = open.pop();
    if (written instanceof PdfRef) {
      if (seen.has(written.objectNumber)) continue;
      seen.add(written.objectNumber);
    }
    const value = document.resolve(written);
    if (value instanceof PdfStream) sum += countOf(document.resolve(value.dict.get('Length'))) ?? 0;
    else if (value instanceof PdfString) sum += value.bytes.length;
    else if (Array.isArray(value) || (isDict(value) && !SHARED_TYPES.has(value.get('Type')))) {
      for (const one of value.values()) open.push(one);
    }
  }
  return sum;
}
