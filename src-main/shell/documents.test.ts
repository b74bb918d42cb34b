import { afterEach, expect, it, vi } from 'vitest';
import { BUILT_IN_RULES, readRulesFile } from '../../src-core/imports/naming-rules.ts';
import { documentOf, fileNameOf, nameOnDisk, type DocumentDeps } from './documents.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Where nothing of the desk is asked for what is called so. */
const depsAt = (nowMs: number): DocumentDeps => ({
  desk: undefined as unknown as DocumentDeps['desk'],
  clock: { nowMs: () => nowMs },
  say: () => (key) => key.replace('dialog.', ''),
  language: () => 'en',
});

it.each([
  ['Asia/Seoul', '2026-12-01'],
  ['UTC', '2026-11-30'],
])('what is saved says the day of the studio, also before nine in the morning: %s', async (zone, day) => {
  vi.stubEnv('TZ', zone);
  const early = depsAt(Date.parse('2026-12-01T08:30:00+09:00'));
  const orders = await documentOf(early, { what: 'orders', kind: 'csv', orderUids: [] });
  expect(fileNameOf(orders)).toBe(`csvName-${day}.csv`);
});

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
  const document = await documentOf(depsAt(0), { what: 'namingRules', rules });
  expect(fileNameOf(document)).toBe('rulesName.json');
  expect(readRulesFile(String(await document.content()))).toEqual({ rules });
});
