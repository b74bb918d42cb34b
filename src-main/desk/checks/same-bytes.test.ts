import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONTRACTS } from '../../../src-core/contract/profiles.ts';
import { finding } from '../../../src-core/preflight/check.ts';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import { shippedSpecs } from '../../../test/fixtures/catalogue.ts';
import { stampOf } from '../files/file-stamp.ts';
import { systemClock } from '../system-ports.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { deeperChecks, files, type FileRow } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { DeeperChecks } from './deeper-checks.ts';
import type { Order } from './order-key.ts';

const [spec] = shippedSpecs;
if (spec === undefined) throw new Error('the catalogue is empty');
const ORDER: Order = { kind: 'contents', spec, pageCount: 24, contract: CONTRACTS.specified, thresholds: {} };
const source = { key: 'findings.source.self' };
const COARSE = finding('contents', { ruleId: 'images.resolution', severity: 'warning', source });

let folder: string;
let store: OpenStore;
let deeper: DeeperChecks;
/** What the threads were given to look at, and how deep. */
let looked: string[];
/** What was read to its end for its hash. */
let read: string[];
let isReadable: boolean;
let isSilent: boolean;
let whileLooked: () => void;
let findings = [COARSE];
let notSimulatedPages: number[];
let logged: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'same-bytes-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  looked = [];
  read = [];
  isReadable = true;
  isSilent = false;
  whileLooked = () => undefined;
  findings = [COARSE];
  notSimulatedPages = [];
  logged = [];
  const pool = {
    run: ({ request: { path, level } }: { request: { path: string; level: 2 | 3 } }) => {
      looked.push(`${path.slice(folder.length + 1)} ${level}`);
      whileLooked();
      const summary = { overprintPages: [], notSimulatedPages, firstPageWords: [] };
      return Promise.resolve({ ok: true, answer: { level, findings, summary } });
    },
  };
  const log = { write: (...line: unknown[]) => void logged.push(line) };
  deeper = new DeeperChecks({ db: store.db, disks: plainDisks(), log, clock: systemClock } as never, {
    pool: pool as never,
    seats: 1,
    hashes: { isChecked: (file) => hash(file) },
    measures: join(folder, 'measures'),
  });
});
afterEach(() => {
  deeper.close();
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

async function hash({ fileId, path }: Pick<FileRow, 'fileId' | 'path'>): Promise<boolean> {
  read.push(fileId);
  if (isSilent) return new Promise(() => undefined);
  if (isReadable)
    store.db
      .update(files)
      .set({ sha256: hashOf(readFileSync(path, 'utf8')) })
      .where(eq(files.fileId, fileId))
      .run();
  return isReadable;
}
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A file of the library; hashed, as those of one size are soon. */
function lay(name: string, text: string, sha256: string | null = hashOf(text)): FileRow {
  const path = join(folder, name);
  writeFileSync(path, text);
  const place = { importId: 'imp_1', path, folder: [], name, presence: 'present' as const, sha256 };
  return store.db
    .insert(files)
    .values({ fileId: name, ...place, ...stampOf(statSync(path)) })
    .returning()
    .get();
}

/** Until the file was looked at to its last level. */
async function look(file: FileRow, order = ORDER): Promise<void> {
  for (let depth = 0; depth < 3; ) {
    const found = new Promise<void>((told) => (deeper.onFound = () => told()));
    depth = deeper.of(file, order)?.level ?? 0;
    if (depth < 3) await found;
  }
}

const levelOf = (fileId: string) =>
  store.db.select().from(deeperChecks).where(eq(deeperChecks.fileId, fileId)).get()?.level;

const FIRST = ['first 2', 'first 3'];
const COPY = ['copy 2', 'copy 3'];

it('a copy is what the file is that it was copied from, without a look at it', async () => {
  await look(lay('first', 'the same'));
  expect(looked).toEqual(FIRST);
  const copy = lay('copy', 'the same');
  await look(copy);
  expect(looked).toEqual(FIRST);
  expect(deeper.of(copy, ORDER)).toMatchObject({ level: 3, findings: [COARSE], summary: { notSimulatedPages: [] } });
});

it('nor does it ask the disk: the file that it was copied from may be away by now', async () => {
  await look(lay('first', 'the same'));
  rmSync(join(folder, 'first'));
  await look(lay('copy', 'the same'));
  expect(looked).toEqual(FIRST);
});

it('one of the same size and of other bytes is looked at for itself', async () => {
  await look(lay('first', 'the same'));
  await look(lay('copy', 'not same'));
  expect(looked).toEqual([...FIRST, ...COPY]);
});

it('one whose bytes nobody has hashed yet is hashed for it, and looked at where that fails or takes long', async () => {
  await look(lay('other kind of size', 'the same but for its size', null));
  await look(lay('alone', 'alone', null));
  expect(read, 'nothing of their sizes').toEqual([]);
  looked = [];
  await look(lay('first', 'the same'));
  await look(lay('copy', 'the same', null));
  await look(lay('other', 'not same', null));
  expect([read, looked]).toEqual([
    ['copy', 'other'],
    [...FIRST, 'other 2', 'other 3'],
  ]);
  isReadable = false;
  looked = [];
  await look(lay('unread', 'the same', null));
  expect([read.at(-1), looked]).toEqual(['unread', ['unread 2', 'unread 3']]);
  isSilent = true;
  await look(lay('silent', 'the same', null));
  expect([read.at(-1), looked.slice(-2)]).toEqual(['silent', ['silent 2', 'silent 3']]);
  isSilent = false;
  // Somebody wants to know what lies there, whatever is known of its bytes.
  read = [];
  const wanted = lay('wanted', 'the same', null);
  deeper.forget('wanted');
  await look(wanted);
  expect(read).toEqual([]);
});

it('one that was hashed before it was written anew is looked at for itself', async () => {
  await look(lay('first', 'the same'));
  await look(lay('copy', 'not same'));
  expect(looked).toEqual([...FIRST, ...COPY]);
  const written = lay('written', 'the same');
  utimesSync(written.path, new Date(), new Date(1_795_000_000_000));
  store.db
    .update(files)
    .set(stampOf(statSync(written.path)))
    .where(eq(files.fileId, 'written'))
    .run();
  deeper.of(written, ORDER);
  await new Promise<void>((told) => (deeper.onRewritten = () => told()));
  expect(looked).toEqual([...FIRST, ...COPY, 'written 2']);
});

it('for another order a copy is looked at, and the order of the first does not hide one that fits', async () => {
  const shorter = { ...ORDER, pageCount: 26 };
  for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) await look(lay(name, 'the same'));
  looked = [];
  await look(lay('copy', 'the same'), shorter);
  expect(looked).toEqual(COPY);
  await look(lay('sixth', 'the same'), shorter);
  expect(looked).toEqual(COPY);
});

it('what could not be looked at, or not be shown as it prints, is tried again with a copy', async () => {
  findings = [finding('contents', { ruleId: 'check.stopped', severity: 'notChecked', source })];
  await look(lay('first', 'the same'));
  findings = [COARSE];
  notSimulatedPages = [4];
  const copy = lay('copy', 'the same');
  await look(copy);
  expect(deeper.of(copy, ORDER)?.findings).toEqual([COARSE]);
  await look(lay('third', 'the same'));
  expect(looked).toEqual([...FIRST, ...COPY, 'third 2', 'third 3']);
});

it('a file that somebody wants looked at again is looked at, whatever lies beside it', async () => {
  await look(lay('first', 'the same'));
  const copy = lay('copy', 'the same');
  await look(copy);
  deeper.forget('copy');
  await look(copy);
  expect(looked).toEqual([...FIRST, ...COPY]);
});

it('a look that began before somebody wanted another one does not stand for it', async () => {
  const file = lay('first', 'the same');
  whileLooked = () => deeper.forget('first');
  deeper.of(file, ORDER);
  await new Promise<void>((told) => (deeper.onFound = () => told()));
  expect(looked).toEqual(['first 2']);
  whileLooked = () => undefined;
  expect(deeper.of(file, ORDER)).toBeNull();
  await look(file);
  expect(looked).toEqual(['first 2', ...FIRST]);
});

it('a store that takes nothing more is offered nothing again at once', async () => {
  await look(lay('first', 'the same'));
  const findingsOfPages = Array.from({ length: 3_000 }, () => COARSE);
  store.db.update(deeperChecks).set({ findings: findingsOfPages }).run();
  const copy = lay('copy', 'the same');
  const { pages } = store.db.get<{ pages: number }>(sql`select page_count as pages from pragma_page_count`);
  store.db.get(sql.raw(`pragma max_page_count = ${pages}`));
  let asked = 0;
  // As the desk does with every file that was looked into.
  deeper.onFound = () => {
    asked += 1;
    deeper.of(copy, ORDER);
  };
  deeper.of(copy, ORDER);
  for (let turn = 0; turn < 200; turn++) await setImmediate();
  expect(logged).toEqual([['error', 'what was found of a file was not kept', { error: expect.anything() }]]);
  expect([asked, levelOf('copy'), looked]).toEqual([0, undefined, FIRST]);
});
