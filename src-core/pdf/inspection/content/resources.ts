import type { PdfDocument } from '../../document.ts';
import { isDict, type PdfDict, type PdfValue } from '../../objects.ts';

export type ResourceCategory = 'ExtGState' | 'Pattern' | 'Shading' | 'XObject' | 'Font' | 'Properties';

/** What the names in a content stream mean (ISO 32000-1, 7.8.3). */
export class Resources {
  readonly hasColourSpaces: boolean;
  private readonly categories = new Map<ResourceCategory, PdfDict | null>();

  constructor(
    private readonly document: PdfDocument,
    readonly dict: PdfDict | undefined,
  ) {
    this.hasColourSpaces = dict?.has('ColorSpace') === true;
  }

  /** As written, so that a reference stays one; undefined when there is nothing. */
  get(category: ResourceCategory, name: string): PdfValue | undefined {
    let entries = this.categories.get(category);
    if (entries === undefined) {
      const resolved = this.document.resolve(this.dict?.get(category));
      this.categories.set(category, (entries = isDict(resolved) ? resolved : null));
    }
    const value = entries?.get(name);
    return value === undefined || this.document.resolve(value) === null ? undefined : value;
  }
}
