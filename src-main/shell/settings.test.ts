import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_NOTICES } from '../../src-core/desk/notices.ts';
import { TABLE_AS_IT_WAS, TABLES_AS_THEY_WERE } from '../../src-core/desk/table-views.ts';
import { openSettings } from './settings.ts';
import { hideSecrets } from './log-file.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('what is set is there at the next start, whole, with no temporary file left', () => {
  const settings = openSettings(home);
  const first = settings.preferences.value;
  settings.preferences.write({ ...first, theme: 'light' });
  settings.preferences.write({ ...first, theme: 'dark' });
  expect(openSettings(home).preferences.value).toEqual({ ...first, theme: 'dark' });
  expect(readdirSync(home)).toEqual(['preferences.json']);
});

test('a service file of before the switch for local addresses has it off', () => {
  writeFileSync(join(home, 'service.json'), JSON.stringify({ contract: 'public-2026-09' }));
  expect(openSettings(home).service.value).toEqual({ contract: 'public-2026-09', allowLocalAddresses: false });
});

test('preferences of before the notifications keep what they say, and tell of everything', () => {
  writeFileSync(join(home, 'preferences.json'), JSON.stringify({ language: 'ko', theme: 'dark', density: 'compact' }));
  expect(openSettings(home).preferences.value).toEqual({
    language: 'ko',
    theme: 'dark',
    density: 'compact',
    notices: ALL_NOTICES,
    orderHoldSeconds: 10,
    closing: 'ask',
  });
});

test('a table that was arranged is so at the next start, and one that nobody arranged is as it was', () => {
  const { tables } = openSettings(home);
  const orders = { ...TABLE_AS_IT_WAS, hidden: ['cancel'], widths: [{ id: 'album', px: 300 }] };
  tables.write({ ...tables.value, orders });
  expect(openSettings(home).tables.value).toEqual({ ...TABLES_AS_THEY_WERE, orders });
});

test('what cannot be kept beside something else holds for this run, and is written down', () => {
  const folder = join(home, 'full');
  // As a full disk would, it keeps the file from being written.
  mkdirSync(join(folder, 'window.json.next/taken'), { recursive: true });
  const { window } = openSettings(folder);
  const lines: string[] = [];
  window.remember({ ...window.value, width: 1500 }, { write: (level, message) => lines.push(`${level}: ${message}`) });
  expect(window.value.width).toBe(1500);
  expect(lines).toEqual(['warn: what the studio remembers could not be kept']);
  expect(() => window.write(window.value)).toThrow();
});

test('a damaged file is taken as no file', () => {
  writeFileSync(join(home, 'preferences.json'), readFileSync(join(home, 'preferences.json'), 'utf8').slice(0, 20));
  expect(openSettings(home).preferences.value.theme).toBe('system');
});

test('a log keeps the identifier of a key and nothing else of it', () => {
  const key = `SBabcDEF1234.${'x'.repeat(32)}`;
  expect(hideSecrets(`{"authorization":"Bearer ${key}","token":"Bearer abc"}`)).toBe(
    '{"authorization":"Bearer SBabcDEF1234.…","token":"Bearer …"}',
  );
});
