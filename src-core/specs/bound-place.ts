import type { BookSide } from './bound-book.ts';

/** Where a book is: closed, on one of its sides, or open at a spread (from 0). */
export type BookPlace = BookSide | number;

/** One leaf on or back: from the front cover through all spreads to the back cover, and no further. */
export function leafed(place: BookPlace, by: 1 | -1, spreads: number): BookPlace {
  const last = spreads - 1;
  if (typeof place === 'number') return place + by < 0 ? 'front' : place + by > last ? 'back' : place + by;
  if (place === 'back') return by < 0 ? last : 'back';
  return by > 0 ? 0 : 'front';
}
