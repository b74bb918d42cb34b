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

/** With its time, as archives and copies to other drives keep it; the system notes that it came now. */
function copied(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  const { atime, mtime } = statSync(from);
  utimesSync(to, atime, mtime);
}

it('a file that was moved is the same file: by its own name, with its folder, or in a folder of another name', async () => {
  const named = join(folder, 'B/Kim_cover.pdf');
  copied(a, named);
  const known = await keep(walked(a));
  renameSync(join(folder, 'A'), join(folder, 'Choi'));
  const renamed = join(folder, 'Choi/cover.pdf');
  expect(await keep(walked(renamed))).toMatchObject({ fileId: known?.fileId, path: renamed, isNew: false });
  const places = [
    [named, join(folder, 'D/Kim_cover.pdf')],
    [renamed, join(folder, 'archive/Choi/cover.pdf')],
  ] as const;
  for (const [from, to] of places) {
    const before = await keep(walked(from));
    copied(from, to);
    rmSync(from);
    expect(await keep(walked(to))).toMatchObject({ fileId: before?.fileId, path: to, isNew: false });
  }
  expect(paths().toSorted()).toEqual([join(folder, 'D/Kim_cover.pdf'), join(folder, 'archive/Choi/cover.pdf')]);
});

it.each(['B/cover.pdf', 'B/album/cover.pdf', 'B/01/내지 최종/cover.pdf'])(
  'one of the name, the size and the time of a file that is gone from another customer’s folder is not that one: %s',
  async (place) => {
    const of = join(folder, place.replace('B', 'A'));
    const to = join(folder, place);
    if (of !== a) copied(a, of);
    const before = await keep(walked(of));
    copied(of, to);
    writeFileSync(to, '%PDF-1.7');
    utimesSync(to, 1_700_000_000, 1_700_000_000);
    rmSync(of);
    const found = await keep(walked(to));
    expect([found?.isNew, found?.fileId === before?.fileId]).toEqual([true, false]);
    expect(paths()).toEqual([of, to]);
  },
);

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
