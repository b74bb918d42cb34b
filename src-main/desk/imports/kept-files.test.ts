import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stubOf } from '../../../src-node/cloud-files.ts';
import { identityOf } from '../../../src-node/disks/found.ts';
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
  const found = statSync(path);
  const { size: sizeBytes, mtimeMs: modifiedAtMs, ctimeMs: changedAtMs } = found;
  const folders = [basename(dirname(path))];
  const name = basename(path);
  return { path, folder: folders, name, sizeBytes, modifiedAtMs, changedAtMs, identity: identityOf(found) };
}
/** As a library of a former version has it, or one on a drive that says nothing of its files. */
const unidentified = (path: string): WalkedFile => ({ ...walked(path), identity: null });
/** On drives as of cameras and sticks. */
const untimed = (path: string): WalkedFile => ({ ...unidentified(path), changedAtMs: walked(path).modifiedAtMs });

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

/** Moved there by whoever keeps a file whole. */
function moved(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}
const fromA = (place: string) => join(folder, place.replace('B', 'A'));

it('a file that was moved on its disk is the same file: with its folder, by itself, touched since, or in a folder of another name', async () => {
  const known = await keep(walked(a));
  let from = a;
  for (const place of [
    'Choi/cover.pdf',
    'Choi/PDF/cover.pdf',
    'done/Choi/PDF/cover.pdf',
    '2025/B/PDF/cover.pdf',
    'cover.pdf',
  ]) {
    const to = join(folder, place);
    moved(from, to);
    chmodSync(to, 0o600);
    from = to;
    expect(await keep(walked(to)), place).toMatchObject({ fileId: known?.fileId, path: to, isNew: false });
  }
  expect(paths()).toEqual([from]);
});

it('of a library of a former version it is the same one when nothing touched it since its bytes were written and dated', async () => {
  const known = await keep(unidentified(a));
  renameSync(join(folder, 'A'), join(folder, 'Choi'));
  const renamed = join(folder, 'Choi/cover.pdf');
  expect(await keep(walked(renamed))).toMatchObject({ fileId: known?.fileId, path: renamed, isNew: false });
  // From then on its disk tells.
  const named = join(folder, 'D/Kim_cover.pdf');
  moved(renamed, join(folder, 'D/cover.pdf'));
  expect(await keep(walked(join(folder, 'D/cover.pdf')))).toMatchObject({ fileId: known?.fileId, isNew: false });
  copied(join(folder, 'D/cover.pdf'), named);
  expect(await keep(walked(named))).toMatchObject({ isNew: true });
});

it.each([walked, untimed])(
  'a customer’s folder that was put away whole on another drive is the same one (%o)',
  async (look) => {
    const from = join(folder, 'Choi/PDF/cover.pdf');
    copied(a, from);
    const known = await keep(look(from));
    const to = join(folder, '완료/Archive/Choi/PDF/cover.pdf');
    copied(from, to);
    rmSync(join(folder, 'Choi'), { recursive: true });
    expect(await keep(look(to))).toMatchObject({ fileId: known?.fileId, path: to, isNew: false });
  },
);

it('other bytes that a program saved in its place are another file of the disk: it is the same one when it is moved then', async () => {
  const known = await keep(walked(a));
  const saved = join(folder, 'saved');
  writeFileSync(saved, '%PDF-1.7 and more');
  renameSync(saved, a);
  expect(await keep(walked(a))).toMatchObject({ fileId: known?.fileId, isNew: false });
  renameSync(a, b);
  expect(await keep(walked(b))).toMatchObject({ fileId: known?.fileId, path: b, isNew: false });
});

const OF_EVERY_CUSTOMER = [
  'B/cover.pdf',
  'B/album/cover.pdf',
  'B/01/내지 최종/cover.pdf',
  'B/PDF/cover.pdf',
  'B/output/cover.pdf',
  'B/인쇄파일/cover.pdf',
  'B/포토북_표지.pdf',
  'B/photobook.pdf',
  'B/SQUAREBOOK_HC_cover.pdf',
  'B/001.pdf',
  '2025/B/print/wedding/cover.pdf',
];

it.each(OF_EVERY_CUSTOMER.flatMap((place) => [walked, unidentified, untimed].map((look) => ({ place, look }))))(
  'one of the name, the size and the time of a file that is gone from another customer’s folder is not that one: $place, $look',
  async ({ place, look }) => {
    const of = fromA(place);
    const to = join(folder, place);
    if (of !== a) copied(a, of);
    copied(of, to);
    writeFileSync(to, '%PDF-1.7');
    utimesSync(to, 1_700_000_000, 1_700_000_000);
    // Written in one moment, as far as a disk tells moments apart; that of a former version knows no more than moments.
    const { changedAtMs } = look(to);
    const before = await keep({ ...look(of), changedAtMs: look === unidentified ? changedAtMs - 1_000 : changedAtMs });
    rmSync(of);
    const found = await keep(look(to));
    expect([found?.isNew, found?.fileId === before?.fileId]).toEqual([true, false]);
    expect(paths()).toEqual([of, to]);
  },
);

it.each([
  ['PDF/cover.pdf', 'Lee/PDF/cover.pdf'],
  ['cover.pdf', 'done/cover.pdf'],
  ['Lee/PDF/cover.pdf', 'PDF/cover.pdf'],
  ['01/cover.pdf', '02/cover.pdf'],
  ['D/Kim_cover.pdf', 'E/Kim_cover.pdf'],
])(
  'a copy of what is gone is a file of its own where its folders may be another customer’s: %s, %s',
  async (of, place) => {
    const [from, to] = [join(folder, of), join(folder, place)];
    if (from !== a) copied(a, from);
    await keep(walked(from));
    copied(from, to);
    rmSync(from);
    expect(await keep(walked(to))).toMatchObject({ path: to, isNew: true });
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
