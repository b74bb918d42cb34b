import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesOf } from './data-parts.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'data-parts-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function file(place: string): void {
  mkdirSync(dirname(join(dataDir, place)), { recursive: true });
  writeFileSync(join(dataDir, place), place);
}

test('of a data folder all goes into a backup but what is of one run or one computer, and folders that were never made are no fault', async () => {
  const kept = ['layouts/가족/가족.bkprep', 'preferences.json', 'service/blobs/ab/cd'];
  for (const place of [...kept, 'layouts/가족/.bkprep/lock', 'service/blobs/incoming/1', 'logs/studio.log'])
    file(place);
  expect(await filesOf(dataDir)).toEqual(kept);
});

test('what cannot be looked into is named, and not left out', async () => {
  file('layouts');
  await expect(filesOf(dataDir)).rejects.toMatchObject({ kind: 'changed', entry: 'layouts' });
});

test('a link to elsewhere is named, and not left out', async () => {
  file('layouts/Kim/Kim.bkprep');
  symlinkSync(tmpdir(), join(dataDir, 'layouts/Lee'));
  await expect(filesOf(dataDir)).rejects.toMatchObject({ kind: 'changed', entry: 'Lee' });
});
