import { expect, test } from 'vitest';
import { parseRange } from './byte-range.ts';

test.each([
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=90-900', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', null],
  ['bytes=0-1,5-6', null],
  ['pages=1-2', null],
  ['bytes=-', null],
  [null, null],
])('of 100 bytes %s is %o', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});

test('nothing can be asked of an empty file', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
});
