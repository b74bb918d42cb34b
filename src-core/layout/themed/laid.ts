import { bindValues, type BindingProblem } from '../../composition/bind-values.ts';
import type { BoundPicture, BoundValue, BoundValues } from '../../composition/bound-values.ts';
import { composeCover, composeEntries, type EntryPage } from '../../composition/compose.ts';
import type { FieldFit } from '../../composition/grow-element.ts';
import { pictureFits, type PictureFit } from '../../composition/picture-fits.ts';
import { judgeCover } from '../../composition/cover.ts';
import type { PlacementWish } from '../../composition/flow.ts';
import { layEntry, type EntryToPlace, type PlacedEntry } from '../../composition/place.ts';
import { lettersLackingBy } from '../../composition/printable.ts';
import type { CoverSketch, SystemValues, TextMeasure } from '../../composition/sketch.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isGallery, type ParameterDefinition, type Template } from '../../contract/templates.ts';
import type { LayoutDocument } from '../document.ts';
import type { Themed, ThemedEntry } from './entries.ts';

/** On the stage pictures that a template cannot do without have their place before they are there. */
export type Shows = 'printed' | 'waiting';

/** What a picture is called that is not there yet. */
export const WAITING_KEY = '';

/** What keeps an entry from being printed, and what of it is not printed as its template draws it. */
export interface EntryFits {
  readonly problems: readonly BindingProblem[];
  readonly fits: readonly FieldFit[];
  readonly pictures: readonly PictureFit[];
}

/** The cover by its template. */
export interface ThemedCover extends EntryFits {
  readonly sketch: CoverSketch;
}

/** What templates make of a book. */
export interface ThemedBook {
  /** Null: its panels are laid out by hand alone. */
  readonly cover: ThemedCover | null;
  /** At least as many as the book has. */
  readonly pages: readonly EntryPage[];
  /** The entries in their order; of a page's items each tells which of them it is of. */
  readonly entryIds: readonly string[];
  /** Of each of them: its pages, from 1. */
  readonly places: readonly { readonly firstPage: number; readonly lastPage: number }[];
  /** Of each of them, for whoever tells it. */
  readonly fitsOf: (at: number) => EntryFits;
  readonly taken: number;
}

type Bookish = Pick<LayoutDocument, 'themed' | 'entries' | 'templates' | 'pictures' | 'title' | 'spec' | 'order'>;

interface Known {
  readonly of: readonly unknown[];
  readonly book: ThemedBook;
}
/** Those asked for last: states before and after a step, as they are printed and as they are worked on. */
const known: Known[] = [];
const MOST_KNOWN = 6;

/**
 * What templates make of this state of the book; null: nothing. It is made once for each state: nobody changes a document in place. Throws
 * what a template throws that is none for its book spec.
 */
export function themedBook(document: Bookish, measure: TextMeasure, shows: Shows = 'printed'): ThemedBook | null {
  const { themed, entries, templates, pictures, title, spec, order } = document;
  if (themed === null) return null;
  const of = [themed, entries, templates, pictures, title, spec, order.length, measure, shows];
  const found = known.find((one) => one.of.every((part, at) => part === of[at]));
  if (found !== undefined) return found.book;
  const book = laidBook(document, themed, { by: measure, measure: { ...measure, rules: themed.rules }, shows });
  known.unshift({ of, book });
  known.length = Math.min(known.length, MOST_KNOWN);
  return book;
}

interface LaidHow {
  /** Whose widths they are: the same object for as long as the faces are the same. */
  readonly by: TextMeasure;
  readonly measure: TextMeasure;
  readonly shows: Shows;
}

function laidBook(document: Bookish, themed: Themed, { by, measure, shows }: LaidHow): ThemedBook {
  const { spec, order, entries, templates, title } = document;
  const system: SystemValues = { bookTitle: title, ...themed.day };
  const known = themed.order.flatMap((id) => {
    const entry = entries[id];
    const template = entry === undefined ? undefined : templates[entry.templateUid];
    if (entry === undefined || template === undefined) return [];
    const kept = keptEntry(document, entry, template, { measure, by, shows });
    return [{ id, template, values: kept.values, wish: wishOf(entry, template), kept }];
  });
  const lay = (entry: EntryToPlace, at: number): PlacedEntry => laidAt(known[at]?.kept.laid ?? [], entry);
  const { pages, places, taken } = composeEntries({
    spec,
    entries: known,
    pageCount: order.length,
    system,
    measure,
    lay,
  });
  return {
    pages,
    taken,
    entryIds: known.map(({ id }) => id),
    places: places.map(({ firstPage, cursor }) => ({ firstPage, lastPage: cursor.pages })),
    fitsOf: (at) => ({ problems: known[at]?.kept.problems ?? [], ...fitsOnce(places[at], known[at]?.values ?? {}) }),
    cover: laidCover(document, themed, system, measure, shows),
  };
}

function laidCover(
  document: Bookish,
  { cover }: Themed,
  system: SystemValues,
  measure: TextMeasure,
  shows: Shows,
): ThemedCover | null {
  const template = cover === null ? undefined : document.templates[cover.templateUid];
  if (cover === null || template === undefined) return null;
  const { values, problems } = boundOf(document, cover, measure, shows);
  const laid = { spec: document.spec, pageCount: document.order.length, template, values, system, measure };
  return { sketch: composeCover(laid), problems, ...judgeCover(laid) };
}

/** Of an entry as it was laid out before: while nothing that it follows from has changed it is not laid out again. */
interface KeptEntry {
  readonly of: readonly unknown[];
  /** One that lacks nothing is shown as it is printed. */
  readonly shows: Shows | 'both';
  readonly values: BoundValues;
  readonly problems: readonly BindingProblem[];
  readonly laid: { readonly at: string; readonly placed: PlacedEntry }[];
}
const keptEntries = new WeakMap<ThemedEntry, KeptEntry[]>();
/** On the stage and on paper. */
const MOST_KEPT = 2;

function keptEntry(
  document: Bookish,
  entry: ThemedEntry,
  template: Template,
  { by, measure, shows }: LaidHow,
): KeptEntry {
  const pictures = Object.values(entry.values).flatMap((value) =>
    Array.isArray(value) ? value.map((key) => document.pictures[key]) : [],
  );
  const of = [template, document.spec, by, measure.rules, ...pictures];
  const before = keptEntries.get(entry) ?? [];
  const found = before.find(
    (one) =>
      (one.shows === 'both' || one.shows === shows) &&
      one.of.length === of.length &&
      one.of.every((part, at) => part === of[at]),
  );
  if (found !== undefined) return found;
  const { values, problems } = boundOf(document, entry, measure, shows);
  const kept: KeptEntry = { of, shows: problems.length === 0 ? 'both' : shows, values, problems, laid: [] };
  keptEntries.set(entry, [kept, ...before].slice(0, MOST_KEPT));
  return kept;
}

const knownFits = new WeakMap<PlacedEntry, Omit<EntryFits, 'problems'>>();
function fitsOnce(placed: PlacedEntry | undefined, values: BoundValues): Omit<EntryFits, 'problems'> {
  if (placed === undefined) return { fits: [], pictures: [] };
  let own = knownFits.get(placed);
  if (own === undefined) {
    const items = placed.placements.flatMap((placement) => placement.items);
    knownFits.set(placed, (own = { fits: placed.fits, pictures: pictureFits(items, values) }));
  }
  return own;
}

/** Behind the same entries it lies where it lay. */
function laidAt(laid: KeptEntry['laid'], entry: EntryToPlace): PlacedEntry {
  const at = JSON.stringify([entry.cursor, entry.wish]);
  const found = laid.find((one) => one.at === at);
  if (found !== undefined) return found.placed;
  const placed = layEntry(entry);
  laid.unshift({ at, placed });
  laid.length = Math.min(laid.length, MOST_KEPT);
  return placed;
}

/** As the service does it where nothing is said: dividers and imprints begin a page. */
function wishOf({ breakBefore }: ThemedEntry, { templateKind }: Template): PlacementWish {
  return { breakBefore: breakBefore ?? (templateKind === 'content' ? 'none' : 'page'), side: null };
}

/** An entry's variables as they are printed, and what keeps it from being printed. */
export interface BoundEntry {
  readonly values: BoundValues;
  readonly problems: readonly BindingProblem[];
}

/** Holds an entry against its template, by the very rules by which the service takes one. */
export function boundOf(
  { templates, pictures }: Pick<LayoutDocument, 'templates' | 'pictures'>,
  { templateUid, values }: ThemedEntry,
  measure: TextMeasure,
  shows: Shows = 'printed',
): BoundEntry {
  const definitions = templates[templateUid]?.parameters.definitions ?? {};
  const given = Object.fromEntries(
    Object.entries(definitions).flatMap(([name, { binding }]): [string, unknown][] => {
      const value = values[name];
      if (value === undefined) return [];
      if (!Array.isArray(value)) return [[name, value]];
      const there = value.filter((key) => pictures[key] !== undefined);
      return [[name, isGallery(binding) ? there : (there[0] ?? null)]];
    }),
  );
  const { values: unbound, problems } = bindValues(definitions, given, new Map(), lettersLackingBy(measure));
  const picture = (key: string, field: string): BoundPicture => ({ ...boundPicture(pictures, key), field });
  const bound = Object.entries(unbound).map(([name, value]): [string, BoundValue] => {
    if (value.kind === 'picture') return [name, { kind: 'picture', picture: picture(keyOf(value.source), name) }];
    if (value.kind === 'pictures')
      return [name, { kind: 'pictures', pictures: value.sources.map((source) => picture(keyOf(source), name)) }];
    return [name, value];
  });
  // Pictures of a gallery that lacks some are seen all the same.
  const lacking = problems.flatMap(({ name, definition }) => waitingOf(name, definition, given[name], picture, shows));
  return { values: Object.fromEntries([...bound, ...lacking]), problems };
}

const keyOf = (source: { readonly kind: string; readonly fileName?: string }): string => source.fileName ?? WAITING_KEY;

function waitingOf(
  name: string,
  { binding, minItems = 1, maxItems = LIMITS.entryPicturesMax }: ParameterDefinition,
  given: unknown,
  picture: (key: string, field: string) => BoundPicture,
  shows: Shows,
): [string, BoundValue][] {
  if (shows === 'printed' || binding === 'text') return [];
  if (binding === 'file') return [[name, { kind: 'picture', picture: picture(WAITING_KEY, name) }]];
  const keys = Array.isArray(given) ? (given as readonly string[]) : [];
  // What a gallery may not hold is nowhere laid out: who does it for that many takes forever.
  const count = Math.min(Math.max(keys.length, minItems), maxItems);
  const pictures = Array.from({ length: count }, (_, at) => picture(keys[at] ?? WAITING_KEY, name));
  return [[name, { kind: 'pictures', pictures }]];
}

/** Of the shape of most pictures. */
const WAITING: BoundPicture = { blobKey: WAITING_KEY, mimeType: 'image/jpeg', widthPx: 6_000, heightPx: 4_000 };

function boundPicture(pictures: LayoutDocument['pictures'], key: string): BoundPicture {
  const picture = pictures[key];
  if (picture === undefined) return WAITING;
  const { mimeType, widthPx, heightPx, faces, attention = null } = picture;
  return {
    blobKey: key,
    mimeType,
    widthPx,
    heightPx,
    ...(faces === undefined ? {} : { subject: { faces, attention } }),
  };
}

/** Pictures of a book to show a template with; without any, one that is not there yet. */
export const sampleOf = (pictures: LayoutDocument['pictures'], keys: readonly string[]): readonly BoundPicture[] =>
  keys.length === 0 ? [WAITING] : keys.map((key) => boundPicture(pictures, key));
