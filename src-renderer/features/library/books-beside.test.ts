import { expect, test } from 'vitest';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { rowsBeside } from './books-beside.ts';

const rows = ['a', 'b', 'c'].map((bookId) => ({ bookId }) as LibraryRow);

test.each([
  ['a', ['b']],
  ['b', ['c', 'a']],
  ['c', ['b']],
  ['gone', []],
])('beside %s are %j', (bookId, beside) => {
  expect(rowsBeside(rows, bookId).map((row) => row.bookId)).toEqual(beside);
});
