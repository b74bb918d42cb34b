import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '../src-core/contract/errors.ts';
import { RULE_TEXTS, ruleText } from './rule-texts.ts';

it('the page on refusals shows every rule with its words', async () => {
  const page = await readFile(new URL('../docs/reference/refusals.md', import.meta.url), 'utf8');
  const shown = [...page.matchAll(/^\| `(\w+)` \| `\w+` \| (.+?) \|$/gm)].map(([, rule, text]) => [rule, text]);
  expect(shown).toEqual(expect.arrayContaining(Object.entries(RULE_TEXTS)));
  expect(shown).toHaveLength(Object.keys(RULE_TEXTS).length);
});

it('the page on refusals shows every code with its status', async () => {
  const page = await readFile(new URL('../docs/reference/refusals.md', import.meta.url), 'utf8');
  const shown = [...page.matchAll(/^\| (ERR_[A-Z_, ]+) \| (\d+)[\d, ]* \|/gm)].flatMap(([, codes = '', status]) =>
    codes.split(', ').map((code) => [code, Number(status)]),
  );
  expect(Object.fromEntries(shown)).toEqual(ERROR_CODES);
});

it('values take their places', () => {
  expect(ruleText('enum', { values: 'a, b' })).toBe('허용되지 않은 값입니다 (허용: a, b)');
});
