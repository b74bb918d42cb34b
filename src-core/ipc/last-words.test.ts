import { describe, expect, it } from 'vitest';
import { lastWords, unkeptOf } from './last-words.ts';

describe('what a window holds before it goes', () => {
  it.each([
    ['that holds nothing', null, 0],
    ['that kept everything', () => Promise.resolve(0), 0],
    ['that could not keep three steps', () => Promise.resolve(3), 3],
    ['whose keeping failed', () => Promise.reject(new Error('no')), 1],
    [
      'whose keeping fell over',
      () => {
        throw new Error('no');
      },
      1,
    ],
    ['that answers nothing that counts', () => Promise.resolve(undefined), 1],
  ])('a page %s', async (_, keep, unkept) => {
    expect(await lastWords(keep)).toBe(unkept);
  });

  it.each([
    [0, 0],
    [7, 7],
    [-1, 1],
    [0.5, 1],
    [Number.NaN, 1],
    ['0', 1],
    [null, 1],
  ])('an answer %o', (answer, unkept) => {
    expect(unkeptOf(answer)).toBe(unkept);
  });
});
