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
import type { Colour, CoverSketch, LaidItem, PageSketch, SystemValues, TextMeasure } from './sketch.ts';

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

/**
 * All `pageCount` pages of a book, those without an entry blank. The entries come to stand exactly where `placeEntry`
 * put them one by one. Throws RangeError when they need more pages than the book has.
 */
export function composeContents(book: {
  readonly spec: SpecGeometry;
  readonly entries: readonly ComposedEntry[];
  readonly pageCount: number;
  readonly system: SystemValues;
  readonly measure: TextMeasure;
}): PageSketch[] {
  const { spec, measure, system } = book;
  const openers = new Map<number, Template>();
  const items = new Map<number, LaidItem[]>();
  let cursor = EMPTY_BOOK;
  for (const { template, values, wish } of book.entries) {
    const placed = layEntry({ template, values, spec, cursor, wish, measure });
    for (const { pageNum, items: own } of placed.placements) {
      // The base layer and the paper's colour are those of the entry that began the page.
      if (!openers.has(pageNum)) openers.set(pageNum, template);
      if (isSpread(template)) openers.set(pageNum + 1, template);
      const onPage = items.get(pageNum) ?? [];
      onPage.push(...own);
      items.set(pageNum, onPage);
    }
    cursor = placed.cursor;
  }
  if (cursor.pages > book.pageCount)
    throw new RangeError(`the entries need ${cursor.pages} pages, the book has ${book.pageCount}`);
  // Both base layers of a spread lie beneath what goes over its pages, and come with its left one.
  const baseOn = (pageNum: number, opener: Template): LaidItem[] => {
    const own = baseItems(opener, pageNum, system, measure);
    if (!isSpread(opener)) return own;
    if (sideIn(spec, pageNum) === 'right') return [];
    const other = baseItems(opener, pageNum + 1, system, measure);
    return [...own, ...other.map((item) => acrossFold(moved(item, spec.innerTrimWidthMm, 0)))];
  };
  return Array.from({ length: book.pageCount }, (_, index) => {
    const pageNum = index + 1;
    const opener = openers.get(pageNum);
    return {
      pageNum,
      side: sideIn(spec, pageNum),
      background: opener ? colourOf(opener.layout.backgroundColor) : PAPER,
      items: [...(opener ? baseOn(pageNum, opener) : []), ...(items.get(pageNum) ?? [])].map(settled),
    };
  });
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
