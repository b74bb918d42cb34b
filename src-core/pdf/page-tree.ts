import type { PdfDocument } from './document.ts';
import { LimitExceeded } from './limits.ts';
import { PdfRef, countOf, dictOf, isDict } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';

/** A page's dictionary with the entries it inherits from the nodes above it. */
export interface PageLeaf {
  readonly dict: PdfDict;
  readonly inherited: InheritedEntries;
  /** Where to look for it again; null for a page dictionary written straight into /Kids. */
  readonly objectNumber: number | null;
}

export interface InheritedEntries {
  readonly mediaBox: PdfValue | undefined;
  readonly cropBox: PdfValue | undefined;
  readonly rotate: PdfValue | undefined;
  readonly resources: PdfValue | undefined;
}

export interface PageTreeReport {
  readonly pageCount: number;
  /** Nodes that are named in /Kids but cannot be had. */
  readonly missingNodes: number;
  /** What the root of the tree claims, believed by nobody. */
  readonly statedCount: number | undefined;
}

const NOTHING_INHERITED: InheritedEntries = {
  mediaBox: undefined,
  cropBox: undefined,
  rotate: undefined,
  resources: undefined,
};

/**
 * Walks the page tree in reading order and hands every page to `visit` with its index.
 *
 * A node counts as met again only on its own path: one page may legally stand in the tree twice.
 * Page dictionaries are not kept after the visit.
 */
export function walkPages(document: PdfDocument, visit: (leaf: PageLeaf, index: number) => void): PageTreeReport {
  const walk = new PageWalk(document, visit);
  const catalogue = document.resolve(document.trailer.get('Root'));
  const root = isDict(catalogue) ? catalogue.get('Pages') : undefined;
  if (root === undefined) return { pageCount: 0, missingNodes: 1, statedCount: undefined };
  walk.enter(root, NOTHING_INHERITED, 0);
  const rootDict = dictOf(document.resolve(root));
  return {
    pageCount: walk.pageCount,
    missingNodes: walk.missingNodes,
    statedCount: countOf(document.resolve(rootDict?.get('Count'))),
  };
}

/** For pages found without their tree: what they inherit by their own /Parent links. */
export function inheritedThroughParents(document: PdfDocument, page: PdfDict): InheritedEntries {
  const ancestors: PdfDict[] = [];
  let parent = document.resolve(page.get('Parent'));
  while (isDict(parent) && ancestors.length < document.budget.limits.maxDepth) {
    document.budget.step(0);
    ancestors.push(parent);
    parent = document.resolve(parent.get('Parent'));
  }
  return ancestors.reduceRight<InheritedEntries>((inherited, node) => inherit(node, inherited), NOTHING_INHERITED);
}

class PageWalk {
  pageCount = 0;
  missingNodes = 0;
  private visitedNodes = 0;
  private readonly path = new Set<number>();

  constructor(
    private readonly document: PdfDocument,
    private readonly visit: (leaf: PageLeaf, index: number) => void,
  ) {}

  enter(node: PdfValue, inherited: InheritedEntries, depth: number): void {
    const { document, path } = this;
    const { limits } = document.budget;
    const objectNumber = node instanceof PdfRef ? node.objectNumber : null;
    const place = objectNumber === null ? 0 : document.xref.place(objectNumber);
    if (objectNumber !== null && path.has(objectNumber)) {
      document.damage.note('pageTreeLoop', place);
      return;
    }
    if (depth > limits.maxDepth) throw new LimitExceeded('tooDeep', place);
    if (++this.visitedNodes > limits.maxObjects) throw new LimitExceeded('tooManyObjects', place);
    const fetched = objectNumber === null ? node : document.fetchOnce(objectNumber);
    const dict = dictOf(document.resolve(fetched));
    if (dict === undefined) {
      this.missingNodes++;
      document.damage.note('pageNodeMissing', objectNumber === null ? null : place);
      return;
    }
    const kids = document.resolve(dict.get('Kids'));
    if (!Array.isArray(kids) || dict.get('Type') === 'Page') {
      this.leaf({ dict, inherited, objectNumber }, depth, place);
      return;
    }
    const passedOn = inherit(dict, inherited);
    if (objectNumber !== null) path.add(objectNumber);
    for (const kid of kids) this.enter(kid, passedOn, depth + 1);
    if (objectNumber !== null) path.delete(objectNumber);
  }

  private leaf(leaf: PageLeaf, depth: number, place: number): void {
    const { document } = this;
    if (depth === 0) {
      const isPage = leaf.dict.get('Type') === 'Page';
      document.damage.note(isPage ? 'pageForTree' : 'pageNodeMissing', place);
      if (!isPage) {
        this.missingNodes++;
        return;
      }
    }
    if (this.pageCount >= document.budget.limits.maxPages) throw new LimitExceeded('tooManyPages', place);
    if (leaf.dict.get('Type') !== 'Page') document.damage.note('pageTypeWrong', place);
    this.visit(leaf, this.pageCount++);
  }
}

function inherit(node: PdfDict, from: InheritedEntries): InheritedEntries {
  if (!node.has('MediaBox') && !node.has('CropBox') && !node.has('Rotate') && !node.has('Resources')) return from;
  return {
    mediaBox: node.get('MediaBox') ?? from.mediaBox,
    cropBox: node.get('CropBox') ?? from.cropBox,
    rotate: node.get('Rotate') ?? from.rotate,
    resources: node.get('Resources') ?? from.resources,
  };
}
