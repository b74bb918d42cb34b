import type { TextRef } from '../text-ref.ts';
import { PdfRef, isDict, type PdfDict, type PdfValue } from '../pdf/objects.ts';
import { NOTHING_TO_DO, refused, type PlanResult, type PlannedPage } from './fix.ts';
import { annotationsOf, editedAnnotations, rectangleOf, type Annotation } from './page-annotations.ts';
import {
  catalogueOf,
  editCatalogue,
  sameLooks,
  unchangedPage,
  withEntries,
  type EditablePage,
  type FixMaker,
  type FixWork,
} from './page-editor.ts';
import { placeOf, transformRectangle } from './seen-page.ts';

/** Actions that only lead to a place in the same document: no program does anything but turn pages. */
const HARMLESS_ACTIONS: ReadonlySet<unknown> = new Set(['GoTo']);
const MAX_FIELDS = 20_000;
const MAX_OUTLINE_ITEMS = 20_000;

/** Comments, links, form fields and everything else that lies on the pages and is no part of them. */
export const removeAnnotations: FixMaker = (work) => {
  let count = 0;
  const pages = work.pages.map((page) => {
    const annotations = annotationsOf(work, page);
    if (annotations.length === 0) return unchangedPage(page);
    count += annotations.length;
    work.update.put(page.objectNumber, withEntries(page.dict, { Annots: undefined }));
    return withoutThese(work, page, annotations);
  });
  if (work.update.isEmpty) return refused(NOTHING_TO_DO);
  // The fields of a form are these annotations: without them it has none.
  editCatalogue(work, { AcroForm: undefined });
  return { ok: true, plan: { edits: [{ key: 'fixes.edit.removeAnnotations', params: { count } }], pages } };
};

/** JavaScript and everything else that a program would do on opening, printing, closing or a click. */
export const removeActions: FixMaker = (work) => {
  const { update } = work;
  const pages = work.pages.map((page): PlannedPage => {
    const annotations = annotationsOf(work, page);
    const isActive = annotations.some(({ dict }) => withoutActions(work, dict) !== dict);
    if (!isActive && !page.dict.has('AA')) return unchangedPage(page);
    const list = isActive
      ? { Annots: editedAnnotations(work, annotations, ({ dict }) => withoutActions(work, dict)) }
      : {};
    update.put(page.objectNumber, withEntries(page.dict, { ...list, AA: undefined }));
    return sameLooks(page, page.geometry);
  });
  removeFieldActions(work);
  removeOutlineActions(work);
  removeCatalogueActions(work);
  return changedOr(work, pages, { key: 'fixes.edit.removeActions' });
};

/** Files within the file, and the paper clips that stand for them. */
export const removeEmbeddedFiles: FixMaker = (work) => {
  const pages = work.pages.map((page): PlannedPage => {
    const annotations = annotationsOf(work, page);
    const attached = annotations.filter(({ dict }) => dict.get('Subtype') === 'FileAttachment');
    if (attached.length === 0 && !page.dict.has('AF')) return unchangedPage(page);
    const others = annotations.filter((annotation) => !attached.includes(annotation)).map(({ value }) => value);
    const list = attached.length === 0 ? {} : { Annots: others.length === 0 ? undefined : others };
    work.update.put(page.objectNumber, withEntries(page.dict, { ...list, AF: undefined }));
    return withoutThese(work, page, attached);
  });
  editCatalogue(work, { AF: undefined });
  editNames(work, 'EmbeddedFiles');
  return changedOr(work, pages, { key: 'fixes.edit.removeEmbeddedFiles' });
};

function changedOr(work: FixWork, pages: readonly PlannedPage[], edit: TextRef): PlanResult {
  return work.update.isEmpty ? refused(NOTHING_TO_DO) : { ok: true, plan: { edits: [edit], pages } };
}

/** A page that looks as before but for the places where these were. */
function withoutThese(work: FixWork, page: EditablePage, annotations: readonly Annotation[]): PlannedPage {
  const { seen, geometry } = page;
  const free = annotations.flatMap((annotation) => {
    const rectangle = rectangleOf(work, annotation);
    return rectangle === null ? [] : [placeOf(transformRectangle(seen.toSeen, rectangle), seen.heightPt)];
  });
  return { ...sameLooks(page, geometry), touched: 'content', free };
}

function isActiveAction({ opened: { document } }: FixWork, value: PdfValue | undefined): boolean {
  const action = document.resolve(value);
  return isDict(action) && (!HARMLESS_ACTIONS.has(document.resolve(action.get('S'))) || action.has('Next'));
}

/** The same dictionary when it does nothing. */
function withoutActions(work: FixWork, dict: PdfDict): PdfDict {
  const isActive = isActiveAction(work, dict.get('A'));
  // PA is the action that a link had before the web was captured into it (ISO 32000-1, table 173).
  if (!isActive && !dict.has('AA') && !dict.has('PA')) return dict;
  return withEntries(dict, { A: isActive ? undefined : dict.get('A'), AA: undefined, PA: undefined });
}

function removeCatalogueActions(work: FixWork): void {
  const catalogue = catalogueOf(work);
  const opening = work.opened.document.resolve(catalogue?.dict.get('OpenAction'));
  // A destination only says which page to show first.
  editCatalogue(work, { AA: undefined, ...(isDict(opening) ? { OpenAction: undefined } : {}) });
  editNames(work, 'JavaScript');
}

/** Fields form a tree of their own, of which only the leaves lie on pages. */
function removeFieldActions(work: FixWork): void {
  const { document } = work.opened;
  const form = work.update.resolveDict(catalogueOf(work)?.dict.get('AcroForm'));
  const open: PdfValue[] = [document.resolve(form?.get('Fields')) ?? []].flat();
  const seen = new Set<number>();
  for (let value = open.pop(); value !== undefined && seen.size < MAX_FIELDS; value = open.pop()) {
    if (!(value instanceof PdfRef) || seen.has(value.objectNumber)) continue;
    seen.add(value.objectNumber);
    const dict = work.update.dictOf(value.objectNumber);
    if (dict === undefined) continue;
    const kids = document.resolve(dict.get('Kids'));
    if (Array.isArray(kids)) open.push(...kids);
    const edited = withoutActions(work, dict);
    if (edited !== dict) work.update.put(value.objectNumber, edited);
  }
}

function removeOutlineActions(work: FixWork): void {
  const outlines = work.update.resolveDict(catalogueOf(work)?.dict.get('Outlines'));
  const open: (PdfValue | undefined)[] = [outlines?.get('First')];
  const seen = new Set<number>();
  while (open.length > 0 && seen.size < MAX_OUTLINE_ITEMS) {
    const value = open.pop();
    if (!(value instanceof PdfRef) || seen.has(value.objectNumber)) continue;
    seen.add(value.objectNumber);
    const dict = work.update.dictOf(value.objectNumber);
    if (dict === undefined) continue;
    open.push(dict.get('Next'), dict.get('First'));
    const edited = withoutActions(work, dict);
    if (edited !== dict) work.update.put(value.objectNumber, edited);
  }
}

/** Takes one name tree out of the catalogue's /Names. */
function editNames(work: FixWork, tree: string): void {
  const value = catalogueOf(work)?.dict.get('Names');
  const names = work.update.resolveDict(value);
  if (names === undefined || !names.has(tree)) return;
  const edited = withEntries(names, { [tree]: undefined });
  if (value instanceof PdfRef) work.update.put(value.objectNumber, edited);
  else editCatalogue(work, { Names: edited });
}
