import type { TextRef } from '../text-ref.ts';
import type { PageFacts, PdfRectangle } from '../pdf/boxes.ts';
import { isDict, type PdfDict, type PdfValue } from '../pdf/objects.ts';
import type { OpenedPdf } from '../pdf/opened-pdf.ts';
import type { PageLeaf } from '../pdf/page-tree.ts';
import type { PdfUpdate } from '../pdf/writing/pdf-update.ts';
import type { FixPlan, FixTarget, KeptPart, PlanResult, PlannedPage } from './fix.ts';
import { NOTHING_TO_DO, refused } from './fix.ts';
import { placeOf, seenPage, wholeOf, type SeenPage } from './seen-page.ts';

/** A page that can be changed: a dictionary of its own, and a size. */
export interface EditablePage {
  /** From 0. */
  readonly index: number;
  readonly objectNumber: number;
  readonly dict: PdfDict;
  readonly inherited: PageLeaf['inherited'];
  readonly geometry: PageFacts;
  readonly seen: SeenPage;
}

/** A side of a page as seen. */
export const SIDES = ['left', 'bottom', 'right', 'top'] as const;
export type Side = (typeof SIDES)[number];

/** What a fix has to know of the looks of pages; null for what could not be looked at. */
export interface PageLooks {
  /** Nothing but white paper. */
  readonly isBlank: (pageIndex: number) => boolean | null;
  /** Whether what is to be read on it stands on its head. */
  readonly isUpsideDown: (pageIndex: number) => boolean | null;
  /** Sides on which the artwork reaches the trim and not the edge of the page. */
  readonly sidesWithoutBleed: (pageIndex: number) => readonly Side[] | null;
}

/** Everything a fix works with. */
export interface FixWork {
  readonly opened: OpenedPdf;
  readonly pages: readonly EditablePage[];
  readonly update: PdfUpdate;
  readonly target: FixTarget;
  readonly looks: PageLooks;
  /** zlib compression of new content (RFC 1950). */
  readonly deflate: (bytes: Uint8Array) => Uint8Array;
}

export type FixMaker = (work: FixWork) => PlanResult;

/** The pages of a file, or why they cannot be changed one by one. */
export function editablePages({ facts, leaves }: OpenedPdf): readonly EditablePage[] | TextRef {
  const pages: EditablePage[] = [];
  const numbers = new Set<number>();
  for (const [index, { dict, inherited, objectNumber }] of leaves.entries()) {
    const geometry = facts.pages[index];
    const seen = geometry === undefined ? null : seenPage(geometry);
    if (geometry === undefined || seen === null)
      return { key: 'fixes.problem.pageWithoutSize', params: { page: index + 1 } };
    // Written straight into the tree, or standing in it twice: legal, and nobody's export.
    if (objectNumber === null || numbers.has(objectNumber))
      return { key: 'fixes.problem.oddPageTree', params: { page: index + 1 } };
    numbers.add(objectNumber);
    pages.push({ index, objectNumber, dict, inherited, geometry, seen });
  }
  return pages;
}

/** A page dictionary with entries set, and those that are undefined taken out. */
export function withEntries(dict: PdfDict, entries: Readonly<Record<string, PdfValue | undefined>>): PdfDict {
  const edited: PdfDict = new Map(dict);
  for (const [key, value] of Object.entries(entries)) {
    if (value === undefined) edited.delete(key);
    else edited.set(key, value);
  }
  return edited;
}

export const boxValue = ({ left, bottom, right, top }: PdfRectangle): PdfValue => [left, bottom, right, top];

/** The box entries that make a page say exactly this geometry, whatever it inherits. */
export function geometryEntries(
  page: Pick<EditablePage, 'inherited'>,
  geometry: PageFacts,
): Record<string, PdfValue | undefined> {
  const own = (box: PdfRectangle | null) => (box === null ? undefined : boxValue(box));
  const { inherited } = page;
  return {
    MediaBox: own(geometry.mediaBox),
    // What is inherited cannot be taken out, only said again.
    CropBox: own(geometry.cropBox) ?? (inherited.cropBox === undefined ? undefined : own(geometry.mediaBox)),
    BleedBox: own(geometry.bleedBox),
    TrimBox: own(geometry.trimBox),
    ArtBox: own(geometry.artBox),
    Rotate: geometry.rotate === 0 && inherited.rotate === undefined ? undefined : geometry.rotate,
    UserUnit: geometry.userUnit === 1 ? undefined : geometry.userUnit,
  };
}

/** The geometry that a page with `geometryEntries` is read as. */
export function writtenGeometry(page: Pick<EditablePage, 'inherited'>, geometry: PageFacts): PageFacts {
  return geometry.cropBox === null && page.inherited.cropBox !== undefined
    ? { ...geometry, cropBox: geometry.mediaBox }
    : geometry;
}

export const unchangedPage = ({ geometry }: EditablePage): PlannedPage => ({
  geometry,
  touched: 'nothing',
  kept: [],
  free: [],
});

/** All of a page, at a place of the new one. */
export function keptWhole({ index, seen }: EditablePage, to: PdfRectangle, newHeightPt: number): KeptPart {
  const from = wholeOf(seen.widthPt, seen.heightPt);
  return { fromPage: index, from: placeOf(from, seen.heightPt), to: placeOf(to, newHeightPt), turned: 0 };
}

/** A page that has to look as before, all of it and at its place. */
export function sameLooks(page: EditablePage, geometry: PageFacts): PlannedPage {
  const { widthPt, heightPt } = page.seen;
  return { geometry, touched: 'boxes', kept: [keptWhole(page, wholeOf(widthPt, heightPt), heightPt)], free: [] };
}

/**
 * Plans page by page: `edit` answers the page as it will be, null to leave it as it is, or why nothing can be done.
 * `tell` makes the sentences from the pages that were changed.
 */
export function eachPage(
  work: FixWork,
  edit: (page: EditablePage) => PlannedPage | TextRef | null,
  tell: (changed: number) => readonly TextRef[],
): PlanResult {
  const planned: PlannedPage[] = [];
  for (const page of work.pages) {
    const result = edit(page) ?? unchangedPage(page);
    if ('key' in result) return refused(result);
    planned.push(result);
  }
  const changed = planned.filter((page) => page.touched !== 'nothing').length;
  return changed === 0
    ? refused(NOTHING_TO_DO)
    : { ok: true, plan: { edits: tell(changed), pages: planned } satisfies FixPlan };
}

/** The catalogue's number and dictionary as it will be; undefined when it is none of its own. */
export function catalogueOf({
  opened,
  update,
}: FixWork): { readonly objectNumber: number; readonly dict: PdfDict } | undefined {
  const root = opened.document.trailer.get('Root');
  if (root === undefined || root === null || typeof root !== 'object' || !('objectNumber' in root)) return undefined;
  const dict = update.dictOf(root.objectNumber);
  return isDict(dict) ? { objectNumber: root.objectNumber, dict } : undefined;
}

/** Sets or takes out entries of the catalogue; writes nothing when that changes nothing. */
export function editCatalogue(work: FixWork, entries: Readonly<Record<string, PdfValue | undefined>>): void {
  const catalogue = catalogueOf(work);
  if (catalogue === undefined || !Object.entries(entries).some(([key, value]) => catalogue.dict.get(key) !== value))
    return;
  work.update.put(catalogue.objectNumber, withEntries(catalogue.dict, entries));
}

/** Labels count the pages there were. */
export const dropPageLabels = (work: FixWork): void => editCatalogue(work, { PageLabels: undefined });
