import type { TextRef } from '../text-ref.ts';
import { appearanceOf, type Appearance } from '../pdf/inspection/appearance.ts';
import { hasFieldValue } from '../pdf/inspection/field-values.ts';
import type { Matrix } from '../pdf/inspection/geometry.ts';
import { PdfRef, isDict, type PdfDict, type PdfValue } from '../pdf/objects.ts';
import { NewStream } from '../pdf/writing/new-stream.ts';
import { numberText } from '../pdf/writing/serialise.ts';
import type { PlannedPage } from './fix.ts';
import { STALE_ENTRIES } from './moved-page.ts';
import { annotationsOf, type Annotation } from './page-annotations.ts';
import { contentStreams, unreadableContent } from './page-content.ts';
import {
  catalogueOf,
  eachPage,
  editCatalogue,
  sameLooks,
  withEntries,
  type EditablePage,
  type FixMaker,
  type FixWork,
} from './page-editor.ts';

const PAGE_SPACE: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * The fields of a form as a part of their pages: what a printer would show of them is painted behind the content with their own
 * appearances, and the form goes (ISO 32000-1, 12.5.5 and 12.7). Refused where a value has no appearance: every program draws
 * another one.
 */
export const flattenFields: FixMaker = (work) => {
  let fields = 0;
  const result = eachPage(
    work,
    (page) => {
      const flattened = flattenedPage(work, page);
      if (flattened === null || 'key' in flattened) return flattened;
      fields += flattened.fields;
      return flattened.planned;
    },
    (pages) => [{ key: 'fixes.edit.flattenFields', params: { count: fields, pages } }],
  );
  if (result.ok) editCatalogue(work, { AcroForm: undefined });
  return result;
};

function flattenedPage(
  work: FixWork,
  page: EditablePage,
): { readonly planned: PlannedPage; readonly fields: number } | TextRef | null {
  const annotations = annotationsOf(work, page);
  const fields = annotations.filter(({ dict }) => dict.get('Subtype') === 'Widget');
  if (fields.length === 0) return null;
  const { document } = work.opened;
  const painted: Painted[] = [];
  for (const { dict } of fields) {
    const appearance = appearanceOf(document, dict, PAGE_SPACE);
    const isDrawnAnew = appearance === null || needsAppearances(work);
    if (isDrawnAnew && isPrinted(work, dict) && hasFieldValue(document, dict))
      return { key: 'fixes.problem.fieldWithoutAppearance', params: { page: page.index + 1 } };
    if (appearance !== null) painted.push({ appearance, layer: dict.get('OC') });
  }
  const others = annotations.filter((annotation) => !fields.includes(annotation));
  const content = painted.length === 0 ? {} : paintedContent(work, page, painted);
  if (content === null) return unreadableContent(page);
  work.update.put(page.objectNumber, withEntries(page.dict, { ...STALE_ENTRIES, ...content, Annots: listOf(others) }));
  return { planned: { ...sameLooks(page, page.geometry), touched: 'content' }, fields: fields.length };
}

const listOf = (annotations: readonly Annotation[]): PdfValue | undefined =>
  annotations.length === 0 ? undefined : annotations.map(({ value }) => value);

/** One field as it is printed. */
interface Painted {
  readonly appearance: Appearance;
  /** Its /OC: the layer that it belongs to. */
  readonly layer: PdfValue | undefined;
}

/** The page's content with the appearances painted behind it, under names that the page does not use; null when it cannot be read. */
function paintedContent(
  work: FixWork,
  page: EditablePage,
  painted: readonly Painted[],
): Record<string, PdfValue> | null {
  const streams = contentStreams(work, page);
  if (streams === null) return null;
  const { document } = work.opened;
  const resources = document.resolve(page.dict.get('Resources') ?? page.inherited.resources);
  const entriesOf = (category: string): PdfDict => {
    const known = isDict(resources) ? document.resolve(resources.get(category)) : undefined;
    return new Map(isDict(known) ? known : []);
  };
  const [forms, layers] = [entriesOf('XObject'), entriesOf('Properties')];
  let text = '\nQ\n';
  for (const { appearance, layer } of painted) {
    const name = newName(forms, 'BpsField');
    forms.set(name, formOf(work, appearance));
    const drawing = `q\n${appearance.toPage.map(numberText).join(' ')} cm\n/${name} Do\nQ\n`;
    if (layer === undefined) text += drawing;
    else {
      const layerName = newName(layers, 'BpsLayer');
      layers.set(layerName, layer);
      text += `/OC /${layerName} BDC\n${drawing}EMC\n`;
    }
  }
  const merged: PdfDict = new Map(isDict(resources) ? resources : []);
  merged.set('XObject', forms);
  if (layers.size > 0) merged.set('Properties', layers);
  const { update } = work;
  return { Contents: [update.addContent('q\n'), ...streams, update.addContent(text)], Resources: merged };
}

function newName(known: PdfDict, stem: string): string {
  for (let n = known.size + 1; ; n++) if (!known.has(`${stem}${n}`)) return `${stem}${n}`;
}

/** What `Do` paints: some appearances do not say that they are forms. */
function formOf(work: FixWork, { stream }: Appearance): PdfRef {
  const { document } = work.opened;
  if (document.resolve(stream.dict.get('Subtype')) === 'Form')
    return new PdfRef(stream.objectNumber, stream.generation);
  const dict = withEntries(stream.dict, { Type: 'XObject', Subtype: 'Form', Length: undefined });
  return work.update.add(new NewStream(dict, document.encodedBytes(stream).slice()));
}

/** Programs are asked to draw the values anew: what is there of them may be empty or of another value (12.7.2). */
function needsAppearances(work: FixWork): boolean {
  const form = work.update.resolveDict(catalogueOf(work)?.dict.get('AcroForm'));
  return form !== undefined && work.opened.document.resolve(form.get('NeedAppearances')) === true;
}

/** Annotation flags, ISO 32000-1, table 165: printed and not hidden. */
function isPrinted({ opened: { document } }: FixWork, field: PdfDict): boolean {
  return ((document.number(field.get('F')) ?? 0) & 0b110) === 0b100;
}
