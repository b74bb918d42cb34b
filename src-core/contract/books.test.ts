import { expect, it } from 'vitest';
import { BOOK_STATUS } from './books.ts';

it('writes the status of a book as the specification numbers it', () => {
  expect(BOOK_STATUS).toEqual({ draft: 1, finalized: 2, deleted: 9 });
});
