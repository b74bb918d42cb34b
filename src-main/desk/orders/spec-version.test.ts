import { expect, it } from 'vitest';
import { specNamed } from '../../../test/fixtures/catalogue.ts';
import { specVersionOf } from './spec-version.ts';

const spec = specNamed('SQUAREBOOK_HC');
const version = specVersionOf(spec);

it('is the same whatever a book is called and costs, and in whatever order a service tells it', () => {
  expect(version).toMatch(/^[0-9a-f]{12}$/);
  expect(specVersionOf({ ...spec, name: '다른 이름', sandboxPriceBase: 1, priceBase: null })).toBe(version);
  const turned = Object.fromEntries(Object.entries(spec).toReversed()) as typeof spec;
  expect(specVersionOf({ ...turned, innerTrimWidthMm: spec.innerTrimWidthMm })).toBe(version);
});

it.each([
  ['a tolerance', { pdfToleranceMm: (spec.pdfToleranceMm ?? 0) + 0.1 }],
  ['the page rule', { pageIncrement: spec.pageIncrement + 2 }],
  ['a paper', { paper: { ...spec.paper, inner: { paper: '다른 종이' } } }],
  [
    'a spine',
    { spineWidthRules: spec.spineWidthRules?.map((rule) => ({ ...rule, spineWidthMm: rule.spineWidthMm + 1 })) },
  ],
])('is another where %s is another', (_, other) => {
  expect(specVersionOf({ ...spec, ...other } as typeof spec)).not.toBe(version);
});
