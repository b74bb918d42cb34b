import { CURRENT_RULES } from '../../composition/book-rules.ts';
import type { TextMeasure } from '../../composition/sketch.ts';
import type { BreakBefore } from '../../contract/composition.ts';
import { isGallery, type Template } from '../../contract/templates.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { LayoutDocument } from '../document.ts';
import { withOrder } from '../page-order.ts';
import { emptySurface } from '../new-document.ts';
import { refused, type Outcome } from '../refusal.ts';
import { MOST_ENTRIES, type EntryValue, type Themed, type ThemedEntry } from '../themed/entries.ts';
import { themedBook } from '../themed/laid.ts';
import { entriesOf, entryOf, type EntryId } from '../themed/uses.ts';

/** Of the clock on the wall. */
export type Day = Themed['day'];

const begun = (document: LayoutDocument, day: Day): Themed =>
  document.themed ?? { cover: null, order: [], pages: 0, day, rules: CURRENT_RULES };

/** Why a template cannot be of this book; null: it can. */
function refusedTemplate({ spec }: LayoutDocument, template: Template, isCover: boolean) {
  // Both halves of a theme's pages are drawn for a book that is read from the left.
  if (spec.bindingEdge !== 'left') return refused({ key: 'layout.refused.themeBinding' });
  if (template.bookSpecUid !== spec.bookSpecUid || (template.templateKind === 'cover') !== isCover)
    return refused({ key: 'layout.refused.themeSpec', params: { name: template.templateName } });
  return null;
}

/** As the book began to have it: drawn anew since, it would change pages that are there. */
const heldOr = ({ templates }: LayoutDocument, template: Template): Template =>
  templates[template.templateUid] ?? template;

/** The cover by a template; null: by hand again. What the former one was given goes on under the same names. */
export function setCoverTemplate(
  document: LayoutDocument,
  {
    template,
    day,
    values = {},
  }: { readonly template: Template | null; readonly day: Day; readonly values?: ThemedEntry['values'] },
  measure: TextMeasure,
): Outcome {
  const themed = begun(document, day);
  if (template === null)
    return themed.cover === null ? document : settled({ ...document, themed: { ...themed, cover: null } }, measure);
  const reason = refusedTemplate(document, template, true);
  if (reason !== null) return reason;
  const own = heldOr(document, template);
  const cover = { templateUid: own.templateUid, values: carried(own, { ...themed.cover?.values, ...values }) };
  return settled(
    {
      ...document,
      themed: { ...themed, cover },
      templates: { ...document.templates, [own.templateUid]: own },
    },
    measure,
  );
}

/** Entries before another one, or behind the last; the pages that they need come with them. Refused above the most pages of the spec. */
export function addEntries(
  document: LayoutDocument,
  {
    template,
    values,
    before,
    day,
  }: {
    readonly template: Template;
    /** Of each of them. */
    readonly values: readonly ThemedEntry['values'][];
    readonly before: string | null;
    readonly day: Day;
  },
  measure: TextMeasure,
): Outcome {
  const reason = refusedTemplate(document, template, false);
  if (reason !== null) return reason;
  const themed = begun(document, day);
  if (themed.order.length + values.length > MOST_ENTRIES)
    return refused({ key: 'layout.refused.tooManyEntries', params: { most: MOST_ENTRIES } });
  const own = heldOr(document, template);
  const ids = values.map((_, index) => `e${document.nextId + index}`);
  const found = before === null ? -1 : themed.order.indexOf(before);
  const at = found < 0 ? themed.order.length : found;
  const added = values.map((given, index): [string, ThemedEntry] => [
    ids[index] ?? '',
    { templateUid: own.templateUid, values: carried(own, given) },
  ]);
  return settled(
    {
      ...document,
      themed: { ...themed, order: [...themed.order.slice(0, at), ...ids, ...themed.order.slice(at)] },
      entries: { ...document.entries, ...Object.fromEntries(added) },
      templates: { ...document.templates, [own.templateUid]: own },
      nextId: document.nextId + ids.length,
    },
    measure,
  );
}

/** What a template has variables for. */
function carried({ parameters }: Template, values: ThemedEntry['values']): ThemedEntry['values'] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(parameters.definitions, name)));
}

/** Variables set anew; null: with nothing any more. */
export function setEntryValues(
  document: LayoutDocument,
  { entryId, values }: { readonly entryId: EntryId; readonly values: Readonly<Record<string, EntryValue | null>> },
  measure: TextMeasure,
): Outcome {
  const entry = entryOf(document, entryId);
  if (entry === undefined) return refused({ key: 'layout.refused.noEntry' });
  const next = Object.fromEntries(
    Object.entries({ ...entry.values, ...values }).filter((pair): pair is [string, EntryValue] => pair[1] !== null),
  );
  return withEntry(document, entryId, { ...entry, values: next }, measure);
}

/** Another template; what has the same name goes on. */
export function setEntryTemplate(
  document: LayoutDocument,
  { entryId, template }: { readonly entryId: string; readonly template: Template },
  measure: TextMeasure,
): Outcome {
  const entry = entryOf(document, entryId);
  if (entry === undefined) return refused({ key: 'layout.refused.noEntry' });
  const reason = refusedTemplate(document, template, entryId === 'cover');
  if (reason !== null) return reason;
  const own = heldOr(document, template);
  const { templateUid } = own;
  const held = { ...document, templates: { ...document.templates, [templateUid]: own } };
  return withEntry(held, entryId, { ...entry, templateUid, values: carried(own, entry.values) }, measure);
}

/** Where it begins; null: as its template does. */
export function setEntryBreak(
  document: LayoutDocument,
  { entryId, breakBefore }: { readonly entryId: string; readonly breakBefore: BreakBefore | null },
  measure: TextMeasure,
): Outcome {
  const entry = document.entries[entryId];
  if (entry === undefined) return refused({ key: 'layout.refused.noEntry' });
  const { breakBefore: _, ...others } = entry;
  return withEntry(document, entryId, breakBefore === null ? others : { ...others, breakBefore }, measure);
}

function withEntry(document: LayoutDocument, entryId: EntryId, entry: ThemedEntry, measure: TextMeasure): Outcome {
  const { themed } = document;
  if (themed === null) return refused({ key: 'layout.refused.noEntry' });
  return settled(
    entryId === 'cover'
      ? { ...document, themed: { ...themed, cover: entry } }
      : { ...document, entries: { ...document.entries, [entryId]: entry } },
    measure,
  );
}

export function removeEntries(
  document: LayoutDocument,
  { entryIds }: { readonly entryIds: readonly string[] },
  measure: TextMeasure,
): Outcome {
  const { themed } = document;
  const gone = new Set(entryIds.filter((id) => document.entries[id] !== undefined));
  if (themed === null || gone.size === 0) return refused({ key: 'layout.refused.noEntry' });
  return settled(
    {
      ...document,
      themed: { ...themed, order: themed.order.filter((id) => !gone.has(id)) },
      entries: Object.fromEntries(Object.entries(document.entries).filter(([id]) => !gone.has(id))),
    },
    measure,
  );
}

/** One place to the front, or to the back; the same document where it is at that end. */
export function moveEntry(
  document: LayoutDocument,
  { entryId, by }: { readonly entryId: string; readonly by: 1 | -1 },
  measure: TextMeasure,
): Outcome {
  const { themed } = document;
  const at = themed?.order.indexOf(entryId) ?? -1;
  if (themed === null || at < 0) return refused({ key: 'layout.refused.noEntry' });
  const to = at + by;
  const other = themed.order[to];
  if (other === undefined) return document;
  const order = themed.order.with(at, other).with(to, entryId);
  return settled({ ...document, themed: { ...themed, order } }, measure);
}

/**
 * Pictures into an entry's variables: into the one that is named, else into the first that waits for pictures, then the next; a gallery
 * takes as many as it may. Refused where one of them finds no place.
 */
export function putPictures(
  document: LayoutDocument,
  { entryId, keys, name }: { readonly entryId: EntryId; readonly keys: readonly string[]; readonly name?: string },
  measure: TextMeasure,
): Outcome {
  const entry = entryOf(document, entryId);
  const template = entry === undefined ? undefined : document.templates[entry.templateUid];
  if (entry === undefined || template === undefined) return refused({ key: 'layout.refused.noEntry' });
  if (keys.length === 0 || keys.some((key) => document.pictures[key] === undefined))
    return refused({ key: 'layout.refused.noPicture' });
  const left = [...keys];
  const values: Record<string, EntryValue> = {};
  for (const [variable, { binding, maxItems = LIMITS.entryPicturesMax }] of Object.entries(
    template.parameters.definitions,
  )) {
    if (binding === 'text' || left.length === 0) continue;
    const isNamed = variable === name;
    const there = entry.values[variable];
    const own = Array.isArray(there) ? there.filter((key) => document.pictures[key] !== undefined) : [];
    if (name !== undefined && !isNamed) continue;
    if (isGallery(binding)) values[variable] = [...own, ...left.splice(0, Math.max(0, maxItems - own.length))];
    else if (own.length === 0 || isNamed) values[variable] = left.splice(0, 1);
  }
  if (left.length > 0) return refused({ key: 'layout.refused.noPicturePlace', params: { count: left.length } });
  return setEntryValues(document, { entryId, values }, measure);
}

/**
 * The book with the pages that its entries need, and without templates that nothing is made by. A book of which nothing is made by
 * templates is laid out by hand again.
 */
function settled(document: LayoutDocument, measure: TextMeasure): Outcome {
  const { themed } = document;
  if (themed === null) return document;
  const used = new Set(entriesOf(document).map(({ templateUid }) => templateUid));
  const isAll = Object.keys(document.templates).every((uid) => used.has(uid));
  const templates = isAll
    ? document.templates
    : Object.fromEntries(Object.entries(document.templates).filter(([uid]) => used.has(uid)));
  if (themed.cover === null && themed.order.length === 0) return { ...document, themed: null, templates };
  const taken = themedBook({ ...document, templates }, measure, 'waiting')?.taken ?? 0;
  const held = { ...document, templates, themed: taken === themed.pages ? themed : { ...themed, pages: taken } };
  const lacking = taken - document.order.length;
  if (lacking <= 0) return held;
  const ids = Array.from({ length: lacking }, (_, index) => `p${held.nextId + index}`);
  return withOrder(
    { ...held, nextId: held.nextId + lacking },
    [...held.order, ...ids],
    Object.fromEntries(ids.map((id) => [id, emptySurface()])),
  );
}
