import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stubOf } from '../../../src-node/cloud-files.ts';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import type { WalkedFile } from '../../../src-node/walk-folder.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { files } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { KeptFiles, type KeptFile } from './kept-files.ts';

let folder: string;
let store: OpenStore;
let kept: KeptFiles;
let a: string;
let b: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-files-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  let made = 0;
  const ids = { base62: () => `${++made}` };
  kept = new KeptFiles({ db: store.db, disks: plainDisks(), ids } as never, { active: () => null } as never);
  for (const name of ['A', 'B']) mkdirSync(join(folder, name));
  [a, b] = [join(folder, 'A/cover.pdf'), join(folder, 'B/cover.pdf')];
  writeFileSync(a, '%PDF-1.4');
  utimesSync(a, 1_700_000_000, 1_700_000_000);
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

function walked(path: string): WalkedFile {
  const { size: sizeBytes, mtimeMs: modifiedAtMs, ctimeMs: changedAtMs } = statSync(path);
  return { path, folder: [basename(dirname(path))], name: basename(path), sizeBytes, modifiedAtMs, changedAtMs };
}

async function keep(file: WalkedFile, isElsewhere = false): Promise<KeptFile | undefined> {
  const left = await kept.leftPlaces([file]);
  return kept.keep('imp_1', [file], left, new Set(isElsewhere ? [file.path] : []))[0];
}
const paths = () =>
  store.db
    .select()
    .from(files)
    .all()
    .map(({ path }) => path);

it('a file that was moved is the same file', async () => {
  const before = await keep(walked(a));
  renameSync(a, b);
  expect(await keep(walked(b))).toMatchObject({ fileId: before?.fileId, path: b, isNew: false });
  expect(paths()).toEqual([b]);
});

it('one that a cloud keeps at its place was not moved from there: a copy is another file', async () => {
  await keep(walked(a));
  copyFileSync(a, b);
  utimesSync(b, 1_700_000_000, 1_700_000_000);
  rmSync(a);
  writeFileSync(stubOf(a), 'bplist00');
  expect(await keep(walked(b))).toMatchObject({ path: b, isNew: true });
  expect(paths()).toEqual([a, b]);
});

it('what a cloud left in the place of a file is never taken for one that lay in another folder', async () => {
  await keep(walked(a), true);
  renameSync(a, b);
  const found = await keep(walked(b), true);
  expect(found).toMatchObject({ path: b, isNew: true });
  expect(await keep(walked(b), true)).toEqual({ fileId: found?.fileId, path: b, isNew: false, isDoubtful: true });
  expect(paths()).toEqual([a, b]);
});
