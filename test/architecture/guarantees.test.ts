import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guaranteesPage, GUARANTEES, titlesIn } from './guarantees.ts';
import { ROOT, textOf } from './source-files.ts';

const PAGE = 'docs/reference/guarantees.md';

it('every promise names tests that are there', () => {
  const missing = GUARANTEES.flatMap(({ promise, provedBy }) =>
    provedBy
      .filter(({ file, test }) => !titlesIn(textOf(file)).includes(test))
      .map(({ file, test }) => `${promise}: ${file} > ${test}`),
  );
  expect(missing).toEqual([]);
});

it('a title that only a comment holds is no test', () => {
  expect(
    titlesIn("// it('is told', () => {})\nit.each([1])('of %s is made', () => {});\nit(\n  `a ${kind}`, () => {});"),
  ).toEqual(['of %s is made', 'a ${kind}']);
});

it('the page of guarantees is what the promises are', () => {
  const page = guaranteesPage();
  if (process.env['UPDATE_REFERENCE'] === '1') writeFileSync(join(ROOT, PAGE), page);
  expect(textOf(PAGE)).toBe(page);
});
