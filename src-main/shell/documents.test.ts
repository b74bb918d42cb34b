import { expect, it } from 'vitest';
import { BUILT_IN_RULES, readRulesFile } from '../../src-core/imports/naming-rules.ts';
import { documentOf, fileNameOf, nameOnDisk, type DocumentDeps } from './documents.ts';

it.each([
  ['Kim/Lee: "1|2"?*', 'Kim_Lee_ _1_2___'],
  ['..\\up', '.._up'],
  ['김 · 이서연.', '김 · 이서연'],
  ['. ', '_'],
  ['', '_'],
])('%j is called %j on every system', (name, taken) => {
  expect(nameOnDisk(name)).toBe(taken);
});

it('a long name is cut between its letters, and leaves room for what is put behind it', () => {
  expect(nameOnDisk('가'.repeat(300))).toBe('가'.repeat(66));
  expect(nameOnDisk('🎂'.repeat(300))).toBe('🎂'.repeat(50));
});

it('naming rules leave as a file that is read back, whichever are used here', async () => {
  const rules = { ...BUILT_IN_RULES, cover: ['커버'], patterns: ['{title}-{role}'] };
  // Nothing of the desk is asked for them.
  const deps: DocumentDeps = {
    desk: undefined as unknown as DocumentDeps['desk'],
    clock: { nowMs: () => 0 },
    say: () => (key) => key.replace('dialog.', ''),
    language: () => 'en',
  };
  const document = await documentOf(deps, { what: 'namingRules', rules });
  expect(fileNameOf(document)).toBe('rulesName.json');
  expect(readRulesFile(String(await document.content()))).toEqual({ rules });
});
