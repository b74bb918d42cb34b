import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { textOf } from './source-files.ts';
import type { Proof } from '../acceptance/rules/rule.ts';
import { acceptanceTests, coveragePage, partsOf, proofsOf, RULES, testsOf } from './specification-coverage.ts';

const PAGE = 'docs/reference/coverage.md';
let tests: readonly string[];
beforeAll(() => {
  tests = acceptanceTests();
}, 240_000);

it('every rule names a test that sees it hold, and one that sees the opposite or a reason why there is none', () => {
  const isNamed = (proofs: readonly Proof[]) =>
    proofs.length > 0 &&
    proofs.every((proof) => partsOf(proof).test.trim() !== '' && partsOf(proof).assertion?.trim() !== '');
  const lacking = RULES.filter(
    ({ holds, otherwise }) =>
      !isNamed(holds) || ('none' in otherwise ? otherwise.none.length < 20 : !isNamed(otherwise)),
  );
  expect(lacking.map(({ id }) => id)).toEqual([]);
});

it('the opposite is not the same test without a word on what else it asserts', () => {
  const same = RULES.filter(
    ({ holds, otherwise }) =>
      !('none' in otherwise) &&
      otherwise.every(
        (proof) =>
          partsOf(proof).assertion === null &&
          holds.some((held) => testsOf(held, tests)[0] === testsOf(proof, tests)[0]),
      ),
  );
  expect(same.map(({ id }) => id)).toEqual([]);
});

it('every proof names one test that is there', () => {
  const wrong = RULES.flatMap((rule) =>
    proofsOf(rule).flatMap((proof) =>
      testsOf(proof, tests).length === 1 ? [] : [`${rule.id}: ${proof} (${testsOf(proof, tests).length} tests)`],
    ),
  );
  expect(wrong).toEqual([]);
});

it('no rule stands twice', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  expect(new Set(RULES.map(({ rule }) => rule)).size).toBe(RULES.length);
});

it('the page of coverage is what rules and tests are', () => {
  const page = coveragePage(tests);
  if (process.env['UPDATE_REFERENCE'] === '1') writeFileSync(resolve(import.meta.dirname, '../..', PAGE), page);
  expect(textOf(PAGE)).toBe(page);
});
