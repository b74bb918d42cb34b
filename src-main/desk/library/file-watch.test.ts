import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readPdfFile } from '../../../src-node/pdf-file.ts';
import { identityOf } from '../../../src-node/disks/found.ts';
import type { Disks } from '../../../src-node/disks/disks.ts';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import { stampOf } from '../files/file-stamp.ts';
import { packFacts } from '../files/packed-facts.ts';
import type { Outcome, TaskOf } from '../preflight/tasks.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { files, type FileRow } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { presenceOf } from './file-view.ts';
import { FileWatch } from './file-watch.ts';

let whole: Uint8Array;
beforeAll(async () => {
  const document = await PDFDocument.create();
  document.addPage([400, 400]);
  whole = await document.save({ useObjectStreams: false });
});

let folder: string;
let path: string;
let store: OpenStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-watch-'));
  path = join(folder, 'Kim_contents.pdf');
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  writeFileSync(path, whole.subarray(0, 1));
  store.db
    .insert(files)
    .values({
      fileId: 'f_1',
      importId: 'imp_1',
      path,
      folder: [],
      name: 'Kim_contents.pdf',
      presence: 'present',
      ...stampOf(statSync(path)),
    })
    .run();
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

/** The threads' work without threads: when it ends, and how, is the matter. */
function watchWith(
  ended: (answer: Outcome<'facts'>) => Promise<Outcome<'facts'>>,
  disks: Pick<Disks, 'stat' | 'statAll'> = plainDisks(),
): FileWatch {
  const pool = { run: ({ path }: TaskOf<'facts'>) => ended({ ok: true, answer: packFacts(readPdfFile(path)) }) };
  const context = { db: store.db, disks, clock: { nowMs: () => Date.now() }, log: { write: () => {} } };
  const [connections, checks] = [{ active: () => null }, { judgeMany: async () => {} }];
  return new FileWatch(context as never, connections as never, checks as never, pool as never, {} as never);
}

const factsNow = () => store.db.select().from(files).get()?.facts;

it('what was read of half-written bytes does not stand for those that lie there when it comes late', async () => {
  const ends: (() => void)[] = [];
  const watch = watchWith((answer) => new Promise((done) => ends.push(() => done(answer))));
  writeFileSync(path, whole.subarray(0, 300));
  const first = watch.lookAtFiles(['f_1']);
  await expect.poll(() => ends.length).toBe(1);
  writeFileSync(path, whole);
  const second = watch.lookAtFiles(['f_1']);
  await expect.poll(() => store.db.select().from(files).get()?.sizeBytes).toBe(whole.length);
  ends[0]?.();
  await expect.poll(() => ends.length).toBe(2);
  expect(factsNow()).toBeNull();
  ends[1]?.();
  await Promise.all([first, second]);
  watch.close();
  expect(factsNow()?.status).toBe('read');
});

it('a file that was still being written when it was looked at is read again without anybody asking', async () => {
  const watch = watchWith(async (answer) => answer);
  writeFileSync(path, whole.subarray(0, 300));
  await watch.lookAtFiles(['f_1']);
  expect(factsNow()?.status).toBe('unreadable');
  writeFileSync(path, whole);
  await expect.poll(() => factsNow()?.status, { timeout: 20_000 }).toBe('read');
  watch.close();
});

it('a file that went while it was read is away, and is read once it is back', async () => {
  const ends: (() => void)[] = [];
  const slow = watchWith((answer) => new Promise((done) => ends.push(() => done(answer))));
  writeFileSync(path, whole);
  const look = slow.lookAtFiles(['f_1']);
  await expect.poll(() => ends.length).toBe(1);
  renameSync(path, `${path}.away`);
  const other = watchWith(async (answer) => answer);
  await other.lookAtFiles(['f_1']);
  ends.forEach((end) => end());
  await look;
  expect(store.db.select().from(files).get()).toMatchObject({ presence: 'missing', facts: null });
  renameSync(`${path}.away`, path);
  await other.lookAtFiles(['f_1']);
  expect(store.db.select().from(files).get()?.presence).toBe('present');
  expect(factsNow()?.status).toBe('read');
  slow.close();
  other.close();
});

it('which file of its disk it is, is noted of a library of a former version, and of the bytes that a program saved in its place', async () => {
  const identityNow = () => store.db.select().from(files).get()?.identity;
  const watch = watchWith(async (answer) => answer);
  expect(identityNow()).toBeNull();
  await watch.lookAtFiles(['f_1']);
  const first = identityOf(statSync(path));
  expect([first, identityNow()]).toEqual([expect.any(String), first]);
  writeFileSync(`${path}.new`, whole);
  renameSync(`${path}.new`, path);
  await watch.lookAtFiles(['f_1']);
  watch.close();
  expect(identityNow()).toBe(identityOf(statSync(path)));
  expect(identityNow()).not.toBe(first);
});

it('what was not read because the desk was closed meanwhile is read by the next one', async () => {
  const notInTime = async (): Promise<Outcome<'facts'>> => {
    watch.close();
    return { ok: false, isOfDisk: false, reason: 'timeLimit' };
  };
  const watch = watchWith(notInTime);
  writeFileSync(path, whole);
  await watch.lookAtFiles(['f_1']);
  expect(factsNow()).toBeNull();
  const next = watchWith(async (answer) => answer);
  await next.lookAtFiles(['f_1']);
  expect(factsNow()?.status).toBe('read');
});

it('a disk that did not answer says nothing of a file: it is read when it is looked at again', async () => {
  writeFileSync(path, whole);
  const silent = watchWith(async () => ({ ok: false, isOfDisk: true, reason: 'readFailed' }));
  await silent.lookAtFiles(['f_1']);
  expect(factsNow()).toBeNull();
  silent.close();
  const answering = watchWith(async (answer) => answer);
  await answering.lookAtFiles(['f_1']);
  expect(factsNow()?.status).toBe('read');
  answering.close();
});

it('a disk that falls silent before it tells of a stub changes nothing: the file is not taken for one that is gone', async () => {
  const disks = plainDisks();
  let isSilent = true;
  const falling = {
    statAll: disks.statAll.bind(disks),
    stat: async (at: string, ms: number) => (isSilent ? ('silent' as const) : disks.stat(at, ms)),
  };
  rmSync(path);
  const presence = () => store.db.select().from(files).get()?.presence;
  const watch = watchWith(async (answer) => answer, falling);
  await watch.lookAtFiles(['f_1']);
  const row = store.db.select().from(files).get() as FileRow;
  const onLook = {
    ...falling,
    stat: (at: string, ms: number) => (at === path ? disks.stat(at, ms) : falling.stat(at, ms)),
  };
  expect([presence(), await presenceOf(row, onLook as Disks)]).toEqual(['present', 'present']);
  isSilent = false;
  await watch.lookAtFiles(['f_1']);
  expect([presence(), await presenceOf(row, onLook as Disks)]).toEqual(['missing', 'missing']);
  watch.close();
});
