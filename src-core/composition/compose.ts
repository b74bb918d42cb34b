import type { Template } from '../contract/templates.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import { itemsOf, layBlock } from './block.ts';
import type { BoundValues } from './bound-values.ts';
import { sketchCover } from './cover.ts';
import { EMPTY_BOOK, type PlacementWish } from './flow.ts';
import { colourOf, moved } from './lengths.ts';
import { sideIn } from './page-frame.ts';
import { pictureFits, type PictureFit } from './picture-fits.ts';
import { settled } from './picture-place.ts';
import { acrossFold, layEntry, type EntryToPlace, type PlacedEntry } from './place.ts';
import { withRunningTitles, type RunningTitles } from './running-title.ts';
import type { Colour, CoverSketch, LaidItem, PageSketch, PaintItem, SystemValues, TextMeasure } from './sketch.ts';

/**
 * Where one more entry comes to stand: the pages after it, its first page (from 1), whether it joined a page that was there,
 * which of its texts are not set as they are drawn, and which of its pictures are not printed so. With `system`, also how the book's
 * title runs on the pages that it begins.
 */
export function placeEntry({ system, ...entry }: EntryToPlace & { readonly system?: SystemValues }): Omit<
  PlacedEntry,
  'placements'
> & {
  readonly pictures: readonly PictureFit[];
} {
  const { placements, ...placed } = layEntry(entry);
  const items = placements.flatMap((placement) => placement.items);
  const { template, measure, cursor } = entry;
  const begun = placements
    .flatMap(({ pageNum }) => (isSpread(template) ? [pageNum, pageNum + 1] : [pageNum]))
    .filter((pageNum) => pageNum > cursor.pages);
  const titles =
    system === undefined ? [] : begun.flatMap((pageNum) => baseOf(template, pageNum, system, measure).fits());
  return { ...placed, fits: [...placed.fits, ...titles], pictures: pictureFits(items, entry.values) };
}

export interface ComposedEntry {
  readonly template: Template;
  readonly values: BoundValues;
  readonly wish: PlacementWish;
}

const PAPER: Colour = { red: 255, green: 255, blue: 255, alpha: 255 };

/** An item of a page, and the entry that it is of, by its place among them; null: the base layer's. */
export interface EntryItem {
  readonly entry: number | null;
  readonly item: PaintItem;
}

export interface EntryPage extends Omit<PageSketch, 'items'> {
  readonly items: readonly EntryItem[];
  /** An entry has begun it: else it is blank, and as white as its paper. */
  readonly isBegun: boolean;
}

interface EntriesToCompose {
  readonly spec: SpecGeometry;
  readonly entries: readonly ComposedEntry[];
  readonly pageCount: number;
  readonly system: SystemValues;
  readonly measure: TextMeasure;
  /** Lays out one of the entries as `layEntry` does: whoever asks again and again keeps what does not change. */
  readonly lay?: (entry: EntryToPlace, at: number) => PlacedEntry;
}

/**
 * The pages of a book, at least `pageCount` of them, those without an entry blank: more where the entries need more. The entries come to
 * stand exactly where `placeEntry` put them one by one.
 */
export function composeEntries(book: EntriesToCompose): {
  readonly pages: readonly EntryPage[];
  /** Where each entry has come to stand. */
  readonly places: readonly PlacedEntry[];
  /** So many pages the entries take. */
  readonly taken: number;
} {
  const { spec, measure, system, lay = layEntry } = book;
  const openers = new Map<number, Template>();
  const laid = new Map<number, { readonly entry: number; readonly item: LaidItem }[]>();
  const places: PlacedEntry[] = [];
  let cursor = EMPTY_BOOK;
  for (const [entry, { template, values, wish }] of book.entries.entries()) {
    const placed = lay({ template, values, spec, cursor, wish, measure }, entry);
    for (const { pageNum, items: own } of placed.placements) {
      // The base layer and the paper's colour are those of the entry that began the page.
      if (!openers.has(pageNum)) openers.set(pageNum, template);
      if (isSpread(template)) openers.set(pageNum + 1, template);
      const onPage = laid.get(pageNum) ?? [];
      onPage.push(...own.map((item) => ({ entry, item })));
      laid.set(pageNum, onPage);
    }
    places.push(placed);
    cursor = placed.cursor;
  }
  // Both base layers of a spread lie beneath what goes over its pages, and come with its left one.
  const baseOn = (pageNum: number, opener: Template): LaidItem[] => {
    const own = baseItems(opener, pageNum, system, measure);
    if (!isSpread(opener)) return own;
    if (sideIn(spec, pageNum) === 'right') return [];
    const other = baseItems(opener, pageNum + 1, system, measure);
    return [...own, ...other.map((item) => acrossFold(moved(item, spec.innerTrimWidthMm, 0)))];
  };
  const pages = Array.from({ length: Math.max(book.pageCount, cursor.pages) }, (_, index): EntryPage => {
    const pageNum = index + 1;
    const opener = openers.get(pageNum);
    const base = opener === undefined ? [] : baseOn(pageNum, opener);
    return {
      pageNum,
      side: sideIn(spec, pageNum),
      background: opener ? colourOf(opener.layout.backgroundColor) : PAPER,
      isBegun: opener !== undefined,
      items: [
        ...base.map((item) => ({ entry: null, item: settled(item) })),
        ...(laid.get(pageNum) ?? []).map(({ entry, item }) => ({ entry, item: settledOnce(item) })),
      ],
    };
  });
  return { pages, places, taken: cursor.pages };
}

/** All `pageCount` pages of a book, as `composeEntries` lays them out. Throws RangeError when the entries need more pages than the book has. */
export function composeContents(book: EntriesToCompose): PageSketch[] {
  const { pages, taken } = composeEntries(book);
  if (taken > book.pageCount) throw new RangeError(`the entries need ${taken} pages, the book has ${book.pageCount}`);
  return pages.map(({ pageNum, side, background, items }) => ({
    pageNum,
    side,
    background,
    items: items.map(({ item }) => item),
  }));
}

/** Items of an entry that was laid out once stay the same objects. */
const settledItems = new WeakMap<LaidItem, PaintItem>();
function settledOnce(item: LaidItem): PaintItem {
  let own = settledItems.get(item);
  if (own === undefined) settledItems.set(item, (own = settled(item)));
  return own;
}

const isSpread = ({ layoutRules }: Template): boolean => layoutRules.pages === 2;

/** What lies under the entries of a page. */
function baseOf(template: Template, pageNum: number, system: SystemValues, measure: TextMeasure): RunningTitles {
  const { baseLayer } = template;
  if (baseLayer === undefined) return { elements: [], fits: () => [] };
  const { elements } = pageNum % 2 === 1 ? baseLayer.odd : baseLayer.even;
  return withRunningTitles(elements, { ...system, pageNum }, measure, template);
}

function baseItems(template: Template, pageNum: number, system: SystemValues, measure: TextMeasure): LaidItem[] {
  const elements = [...baseOf(template, pageNum, system, measure).elements];
  return itemsOf(
    layBlock(
      { ...template.layout, elements },
      { values: {}, measure, page: { ...system, pageNum } },
      { closesHoles: false, limitMm: Infinity },
    ),
  );
}

/** The flat cover of a book of so many pages. */
export function composeCover(book: {
  readonly spec: SpecGeometry;
  readonly pageCount: number;
  readonly template: Template;
  readonly values: BoundValues;
  readonly system: SystemValues;
  readonly measure: TextMeasure;
}): CoverSketch {
  return sketchCover(book);
}
