import { expect, it } from 'vitest';
import { leafed, type BookPlace } from './bound-place.ts';

/** Where a book of so many spreads has been, leaf by leaf, until it goes no further. */
function way(from: BookPlace, by: 1 | -1, spreads: number): BookPlace[] {
  const passed = [from];
  for (;;) {
    const here = passed.at(-1) as BookPlace;
    const next = leafed(here, by, spreads);
    if (next === here) return passed;
    passed.push(next);
  }
}

it('a book is leafed through from cover to cover, and back the same way', () => {
  expect(way('front', 1, 3)).toEqual(['front', 0, 1, 2, 'back']);
  expect(way('back', -1, 3)).toEqual(['back', 2, 1, 0, 'front']);
});

it('a book that lies on its spine is opened at its beginning, or closed on its front', () => {
  expect([leafed('spine', 1, 3), leafed('spine', -1, 3)]).toEqual([0, 'front']);
});
