import { expect, it } from 'vitest';
import { lacksLastPage, nearestPageCounts, pageMetaOf, pageRuleBreach, sideOfPage } from './page-rules.ts';

const rule = { pageMin: 24, pageMax: 130, pageIncrement: 2 };

it.each([
  [22, 'ERR_INSUFFICIENT_PAGES', 'min', 24],
  [132, 'ERR_PAGECOUNT_INVALID', 'max', 130],
  [25, 'ERR_PAGECOUNT_INVALID', 'increment', { min: 24, increment: 2 }],
])('%i pages breach the rule as %s', (pages, code, constraint, requiredValue) => {
  expect(pageRuleBreach(rule, pages)).toEqual({ code, constraint, currentValue: pages, requiredValue });
});

it('accepts both ends of the range', () => {
  expect(pageMetaOf(rule, 24).isValid).toBe(true);
  expect(pageMetaOf(rule, 130).isValid).toBe(true);
});

it.each([
  [25, { below: 24, above: 26 }],
  [24, { below: 24, above: 24 }],
  [10, { below: null, above: 24 }],
  [129, { below: 128, above: 130 }],
  [131, { below: 130, above: null }],
  [500, { below: 130, above: null }],
])('finds the allowed counts next to %i', (pages, expected) => {
  expect(nearestPageCounts(rule, pages)).toEqual(expected);
});

it('counts steps from the minimum, and to the last one below the maximum', () => {
  const steps = { pageMin: 5, pageMax: 12, pageIncrement: 3 };
  expect([5, 6, 7, 8, 11, 12].filter((pages) => pageRuleBreach(steps, pages) === null)).toEqual([5, 8, 11]);
  expect(nearestPageCounts(steps, 12)).toEqual({ below: 11, above: null });
});

it('makes up for the last page alone, not for one too many', () => {
  const steps = { pageMin: 4, pageMax: 16, pageIncrement: 4, bindingType: 'PUR' } as const;
  expect([4, 5, 6, 7, 8].filter((pages) => lacksLastPage(steps, pages))).toEqual([7]);
});

it.each([
  ['PUR', 25, true],
  ['PUR', 24, false],
  ['PUR', 23, false],
  ['PUR', 131, false],
  ['LAYFLAT', 25, false],
] as const)('a %s book of %i pages lacks its last page: %s', (bindingType, pages, lacks) => {
  expect(lacksLastPage({ ...rule, bindingType }, pages)).toBe(lacks);
});

it('begins a PUR book on the right and a LAYFLAT book on the left, side by side from there', () => {
  expect([1, 2, 3, 4].map((page) => sideOfPage('PUR', page))).toEqual(['right', 'left', 'right', 'left']);
  expect([1, 2, 3, 4].map((page) => sideOfPage('LAYFLAT', page))).toEqual(['left', 'right', 'left', 'right']);
});
