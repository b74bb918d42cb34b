import { describe, expect, it } from 'vitest';
import { commonScale, pageBefore } from './compare-pages.ts';

describe('pages before and after a repair', () => {
  it('are the same ones where pages stay what they are', () => {
    expect(pageBefore({ fix: 'turnPages', pageCountBefore: 24, pageCountAfter: 24 }, 5)).toBe(5);
  });

  it('have nothing before a page that was added at the end', () => {
    const added = { fix: 'addBlankPages', pageCountBefore: 23, pageCountAfter: 24 } as const;
    expect(pageBefore(added, 23)).toBe(23);
    expect(pageBefore(added, 24)).toBeNull();
  });

  it('go back from both halves to their spread, and from a spread to its first half', () => {
    const split = { fix: 'splitSpreads', pageCountBefore: 12, pageCountAfter: 24 } as const;
    expect([1, 2, 3, 24].map((page) => pageBefore(split, page))).toEqual([1, 1, 2, 12]);
    const joined = { fix: 'joinSpreads', pageCountBefore: 24, pageCountAfter: 12 } as const;
    expect([1, 2, 12].map((page) => pageBefore(joined, page))).toEqual([1, 3, 23]);
  });

  it('share one scale, so that a page that grew looks larger', () => {
    expect(
      commonScale(
        [
          { widthMm: 243, heightMm: 248 },
          { widthMm: 249, heightMm: 254 },
        ],
        { widthPx: 498, heightPx: 900 },
      ),
    ).toBe(2);
    expect(commonScale([{ widthMm: 250, heightMm: 500 }], { widthPx: 500, heightPx: 500 })).toBe(1);
  });
});
