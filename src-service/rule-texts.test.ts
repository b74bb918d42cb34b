import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { RULE_TEXTS, ruleText } from './rule-texts.ts';

it('the page on refusals shows every rule with its words', async () => {
  const page = await readFile(new URL('../docs/reference/refusals.md', import.meta.url), 'utf8');
  const shown = [...page.matchAll(/^\| `(\w+)` \| `\w+` \| (.+?) \|$/gm)].map(([, rule, text]) => [rule, text]);
  expect(shown).toEqual(expect.arrayContaining(Object.entries(RULE_TEXTS)));
  expect(shown).toHaveLength(Object.keys(RULE_TEXTS).length);
});

it('values take their places', () => {
  expect(ruleText('enum', { values: 'a, b' })).toBe('허용되지 않은 값입니다 (허용: a, b)');
});
