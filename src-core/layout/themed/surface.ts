import type { Colour, PaintItem, TextMeasure } from '../../composition/sketch.ts';
import type { LayoutDocument, SurfaceId } from '../document.ts';
import { spreadAt } from '../spreads.ts';
import type { EntryId } from './uses.ts';
import { themedBook, type Shows } from './laid.ts';

/** An item that a template paints, and the entry that it is of; null: the template's own, as a page number. */
export interface ThemedItem {
  readonly entryId: EntryId | null;
  readonly item: PaintItem;
}

/** What templates paint under the frames of a page. */
export interface ThemedSurface {
  readonly ground: Colour;
  readonly items: readonly ThemedItem[];
}

/** Of a page, from its trim; null: no template has begun it. */
export function themedPage(
  document: LayoutDocument,
  pageId: SurfaceId,
  measure: TextMeasure,
  shows: Shows,
): ThemedSurface | null {
  const book = themedBook(document, measure, shows);
  const page = book?.pages[document.order.indexOf(pageId)];
  if (book === null || page?.isBegun !== true) return null;
  const items = page.items.map(({ entry, item }) => ({
    entryId: entry === null ? null : (book.entryIds[entry] ?? null),
    item,
  }));
  return { ground: page.background, items };
}

/** Of the whole cover, from its sheet; null: no template makes it. */
export function themedCover(document: LayoutDocument, measure: TextMeasure, shows: Shows): ThemedSurface | null {
  const sketch = themedBook(document, measure, shows)?.cover?.sketch;
  if (sketch === undefined) return null;
  return { ground: sketch.background, items: sketch.items.map((item) => ({ entryId: 'cover' as const, item })) };
}

/** An entry, and the pages that it takes, from 1. */
export interface LaidEntry {
  readonly entryId: string;
  readonly firstPage: number;
  readonly lastPage: number;
}

/** The entries of a book with their pages, in their order. */
export function laidEntries(document: LayoutDocument, measure: TextMeasure): readonly LaidEntry[] {
  const book = themedBook(document, measure, 'waiting');
  return (book?.places ?? []).map(({ firstPage, lastPage }, at) => ({
    entryId: book?.entryIds[at] ?? '',
    firstPage,
    lastPage: Math.max(firstPage, lastPage),
  }));
}

/** Those of which something lies on a spread, or the cover's. */
export function entriesAt(document: LayoutDocument, place: 'cover' | number, measure: TextMeasure): readonly EntryId[] {
  if (place === 'cover') return document.themed?.cover === null || document.themed === null ? [] : ['cover'];
  const { left, right } = spreadAt(document, place);
  const pages = [left, right].flatMap((id) => (id === null ? [] : [document.order.indexOf(id) + 1]));
  return laidEntries(document, measure)
    .filter(({ firstPage, lastPage }) => pages.some((page) => page >= firstPage && page <= lastPage))
    .map(({ entryId }) => entryId);
}
