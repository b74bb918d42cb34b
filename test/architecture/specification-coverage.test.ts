import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { textOf } from './source-files.ts';
import { acceptanceTests, coveragePage, RULES, testsOf } from './specification-coverage.ts';

const PAGE = 'docs/reference/coverage.md';
let tests: readonly string[];
beforeAll(() => {
  tests = acceptanceTests();
}, 120_000);

it('every rule of the specification is proved by a test that is there', () => {
  const unproved = RULES.flatMap(({ id, provedBy }) => provedBy.filter((proof) => testsOf(proof, tests).length === 0).map((proof) => `${id}: ${proof}`));
  expect(unproved).toEqual([]);
});

it('no rule stands twice, and a proof names more than a whole suite', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  expect(new Set(RULES.map(({ rule }) => rule)).size).toBe(RULES.length);
  expect(RULES.flatMap(({ id, provedBy }) => provedBy.filter((proof) => /^[\w-]+ > \*$/.test(proof)).map((proof) => `${id}: ${proof}`))).toEqual([]);
});

it('the page of coverage is what rules and tests are', () => {
  const page = coveragePage(tests);
  if (process.env['UPDATE_REFERENCE'] === '1') writeFileSync(resolve(import.meta.dirname, '../..', PAGE), page);
  expect(textOf(PAGE)).toBe(page);
});
