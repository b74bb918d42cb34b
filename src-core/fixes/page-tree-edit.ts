import { PdfRef, isDict, type PdfDict, type PdfValue } from '../pdf/objects.ts';
import type { PageLeaf } from '../pdf/page-tree.ts';
import { catalogueOf, type FixWork } from './page-editor.ts';

interface TreeRoot {
  readonly reference: PdfRef;
  readonly dict: PdfDict;
}

/** The root of the page tree; undefined when it has no number of its own. */
function rootOf(work: FixWork): TreeRoot | undefined {
  const reference = catalogueOf(work)?.dict.get('Pages');
  if (!(reference instanceof PdfRef)) return undefined;
  const dict = work.update.dictOf(reference.objectNumber);
  return dict === undefined ? undefined : { reference, dict };
}

/** Where a new page hangs, and what it inherits there unless it says otherwise. */
export interface PagePlace {
  readonly parent: PdfRef;
  readonly inherited: PageLeaf['inherited'];
}

const placeBelow = ({ reference, dict }: TreeRoot): PagePlace => ({
  parent: reference,
  inherited: {
    mediaBox: dict.get('MediaBox'),
    cropBox: dict.get('CropBox'),
    rotate: dict.get('Rotate'),
    resources: dict.get('Resources'),
  },
});

/** Adds pages behind the last one; `pageOf` makes the dictionary of each. */
export function appendPages(work: FixWork, count: number, pageOf: (place: PagePlace) => PdfDict): boolean {
  const root = rootOf(work);
  const kids = work.opened.document.resolve(root?.dict.get('Kids'));
  if (root === undefined || !Array.isArray(kids)) return false;
  const added = Array.from({ length: count }, () => work.update.add(pageOf(placeBelow(root))));
  work.update.put(
    root.reference.objectNumber,
    new Map([...root.dict, ['Kids', [...kids, ...added]], ['Count', work.pages.length + count]]),
  );
  return true;
}

/** Makes a flat tree of these pages, which have to say all that they inherited elsewhere. */
export function replacePages(work: FixWork, pagesAt: (place: PagePlace) => readonly PdfRef[]): boolean {
  const root = rootOf(work);
  if (root === undefined) return false;
  const kids = pagesAt(placeBelow(root));
  work.update.put(
    root.reference.objectNumber,
    new Map<string, PdfValue>([...root.dict, ['Kids', [...kids]], ['Count', kids.length]]),
  );
  return true;
}

/** Leaves these pages alone (from 0, `to` excluded); nodes that are left without a page go too. */
export function keepPages(work: FixWork, from: number, to: number): boolean {
  const root = rootOf(work);
  if (root === undefined) return false;
  const cut = new TreeCut(work, from, to);
  cut.enter(root.reference, root.dict);
  return true;
}

class TreeCut {
  private leaves = 0;

  constructor(
    private readonly work: FixWork,
    private readonly from: number,
    private readonly to: number,
  ) {}

  /** Answers the node as it will be; null when nothing is left of it. */
  enter(value: PdfValue, dict: PdfDict): PdfValue | null {
    const { document } = this.work.opened;
    const kids = document.resolve(dict.get('Kids'));
    if (!Array.isArray(kids) || dict.get('Type') === 'Page') return this.isKept(this.leaves++) ? value : null;
    const before = this.leaves;
    const kept = kids.map((kid) => {
      const child = document.resolve(kid);
      return isDict(child) ? this.enter(kid, child) : null;
    });
    const left = Math.max(0, Math.min(this.leaves, this.to) - Math.max(before, this.from));
    if (left === 0) return null;
    if (left === this.leaves - before) return value;
    const edited: PdfDict = new Map([...dict, ['Kids', kept.filter((kid) => kid !== null)], ['Count', left]]);
    if (!(value instanceof PdfRef)) return edited;
    this.work.update.put(value.objectNumber, edited);
    return value;
  }

  private isKept(index: number): boolean {
    return index >= this.from && index < this.to;
  }
}
