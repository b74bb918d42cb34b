import type { PdfDocument } from '../document.ts';
import { PdfRef, dictOf, type PdfDict, type PdfValue } from '../objects.ts';

/** Goes through dictionaries that lead to each other, each once: links may lead in circles and lists have no end. */
export class DictionaryVisits {
  /** More were named than are visited. */
  isCut = false;
  private readonly seen = new Set<number>();

  constructor(
    private readonly document: PdfDocument,
    private left: number,
  ) {}

  /** The dictionary (of a stream too) that a value leads to; undefined for anything else, when met before, and beyond the limit. */
  enter(value: PdfValue | undefined): PdfDict | undefined {
    if (value instanceof PdfRef) {
      if (this.seen.has(value.objectNumber)) return undefined;
      this.seen.add(value.objectNumber);
    }
    if (this.left <= 0) {
      this.isCut = true;
      return undefined;
    }
    this.left--;
    this.document.budget.step(value instanceof PdfRef ? this.document.xref.place(value.objectNumber) : 0);
    return dictOf(this.document.resolve(value));
  }

  /** The items of an array, or nothing. No more than may still be visited. */
  items(value: PdfValue | undefined): readonly PdfValue[] {
    const items = this.document.resolve(value);
    if (!Array.isArray(items)) return [];
    if (items.length <= this.left) return items;
    this.isCut = true;
    return items.slice(0, this.left);
  }
}
