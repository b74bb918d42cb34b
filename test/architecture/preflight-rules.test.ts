import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { MUTATIONS } from '../fixtures/preflight/all-mutations.ts';
import { CHECKS_WITHOUT_MUTATION } from './checks-without-mutation.ts';
import { REGISTERED, RULE_COUNTS, WRITTEN, rulePage, rulesOf } from './rule-page.ts';
import { RULES_WITHOUT_CHECK } from './rules-without-check.ts';
import { textOf } from './source-files.ts';

const PAGE = 'docs/reference/preflight-rules.md';
const TABLE = (Object.keys(RULE_COUNTS) as (keyof typeof RULE_COUNTS)[]).flatMap(rulesOf);

it('every check is registered once, and tells in a comment what it measures', () => {
  const registered = REGISTERED.map(({ id, rule }) => `${rule} ${id}`).sort();
  expect(new Set(registered).size).toBe(registered.length);
  expect(WRITTEN.map(({ id, rule }) => `${rule} ${id}`).sort()).toEqual(registered);
});

it('every check names a severity', () => {
  expect(WRITTEN.filter(({ severities }) => severities.length === 0).map(({ id }) => id)).toEqual([]);
});

it('every rule of the table has a check, or is told why it has none', () => {
  const covered = new Set([...REGISTERED, ...RULES_WITHOUT_CHECK].map(({ rule }) => rule));
  expect(TABLE.filter((rule) => !covered.has(rule))).toEqual([]);
  expect([...covered].filter((rule) => !TABLE.includes(rule))).toEqual([]);
});

it('no rule that has a check is told to have none', () => {
  const checked = new Set(REGISTERED.map(({ rule }) => rule));
  expect(RULES_WITHOUT_CHECK.map(({ rule }) => rule).filter((rule) => checked.has(rule))).toEqual([]);
});

const raisedByMutations = new Set(MUTATIONS.flatMap(({ expected }) => expected.map(({ ruleId }) => ruleId)));
const hasMutation = ({ id, ruleIds }: (typeof WRITTEN)[number]) =>
  raisedByMutations.has(id) || ruleIds.some((ruleId) => raisedByMutations.has(ruleId));

it('every check has a file with its fault alone, or a reason to have none', () => {
  const excused = CHECKS_WITHOUT_MUTATION.map(({ id }) => id);
  expect(WRITTEN.filter((check) => !hasMutation(check) && !excused.includes(check.id)).map(({ id }) => id)).toEqual([]);
  const registered = REGISTERED.map(({ id }) => id);
  expect(excused.filter((id) => !registered.includes(id) || raisedByMutations.has(id))).toEqual([]);
});

it('the page of rules is what the checks are', () => {
  const page = rulePage();
  if (process.env['UPDATE_REFERENCE'] === '1') writeFileSync(resolve(import.meta.dirname, '../..', PAGE), page);
  expect(textOf(PAGE)).toBe(page);
});
