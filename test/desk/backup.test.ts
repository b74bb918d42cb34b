import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync, readdirSync } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  open,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ZipFile } from 'yazl';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { startOwned } from '../fixtures/owned-process.ts';
import { depsOf, importFolder, orderAll, until, uploadAll } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';
import {
  buildStudio,
  hashesBelow,
  killedStudio,
  openStudio,
  studio,
  type OpenStudio,
} from './support/drilled-studio.ts';

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const tools = () => inject('deskTools');

let dir: string;
/** Where the studio worked, and the file that goes to the other computer. */
let former: string;
let file: string;
let before: Awaited<ReturnType<typeof saidBy>>;
let blobs: Readonly<Record<string, string>>;
/** One data folder that was restored, untouched since: what refusals and deaths must leave as it is. */
let restored: string;
const opened: OpenStudio[] = [];

async function openHere(dataDir: string): Promise<OpenStudio> {
  const studioThere = await openStudio(dataDir, tools());
  opened.push(studioThere);
  return studioThere;
}

const rowsOf = async (desk: Desk) => (await desk.handlers['library.changes']({ since: null })).rows;

/** What a person would compare: books and where they stand, orders, credit to the won. */
async function saidBy(desk: Desk) {
  const rows = await rowsOf(desk);
  const credit = await desk.handlers['credit.view']({ limit: 100, offset: 0 });
  const reconciled = await desk.handlers['credit.reconciliation']({});
  return {
    books: rows
      .map(({ bookId, title, specUid, stage, verdict, quantity, bookUid }) => ({
        ...{ bookId, title, specUid, stage, verdict, quantity, bookUid },
      }))
      .toSorted((a, b) => (a.bookId < b.bookId ? -1 : 1)),
    balance: credit?.balance.totalCreditAmount,
    entries: credit?.transactions,
    reconciled: { orders: reconciled?.orders, charged: reconciled?.charged, agrees: reconciled?.agrees },
  };
}

const settled = (desk: Desk) =>
  until(
    () => rowsOf(desk),
    (rows) => rows.length > 0 && rows.every(({ stage }) => stage !== 'checking'),
    120_000,
  );

beforeAll(async () => {
  buildStudio();
  dir = await mkdtemp(join(tmpdir(), 'backup-drill-'));
  await chmod(dir, 0o755);
  former = join(dir, 'former/데이터');
  file = join(dir, 'studio.bpbackup');
  await mkdir(former, { recursive: true });
  // Books that came in one file lie in the data folder itself.
  await cp(SAMPLES, join(dir, 'samples'), { recursive: true });
  const deps = depsOf(join(dir, 'sender'), {
    workerFile: join(tools(), 'desk/preflight-worker.js'),
    samplesFolder: join(dir, 'samples'),
  });
  const sender = await createDesk(deps);
  await importFolder(sender, join(dir, 'samples'));
  const sent = (await settled(sender)).map(({ bookId }) => bookId);
  await sender.writePackage(sent, join(dir, 'books.bpjob'));
  await sender.close();

  const { desk, close } = await openHere(former);
  await desk.handlers['packages.openPath']({ path: join(dir, 'books.bpjob') });
  const [first] = (await settled(desk)).filter(({ stage }) => stage === 'ready');
  await desk.handlers['library.setTitle']({ bookId: first?.bookId ?? '', title: '은혼식: “우리”/2026' });
  // Two are only ready and four only sent: both go on elsewhere.
  const sendable = (await settled(desk)).filter(({ stage }) => stage === 'ready').map(({ bookId }) => bookId);
  await desk.handlers['queue.upload']({ bookIds: sendable.slice(0, 6), print: HOWEVER_IT_PRINTS });
  await until(
    () => desk.statusSnapshot().queue,
    (queue) => queue.state === 'idle' && queue.done === 6,
    60_000,
  );
  await orderAll(desk, { bookIds: sendable.slice(0, 4) });
  await mkdir(join(former, 'layouts/가족 여행/.bkprep'), { recursive: true });
  await writeFile(join(former, 'layouts/가족 여행/가족 여행.bkprep'), '{"title":"가족 여행"}');
  await writeFile(join(former, 'layouts/가족 여행/.bkprep/lock'), 'of a life on the other computer');
  await writeFile(join(former, 'preferences.json'), '{"language":"ko"}');
  before = await saidBy(desk);
  await close();
  opened.pop();
  blobs = hashesBelow(join(former, 'service/blobs'));
});
afterAll(async () => {
  for (const one of opened) await one.close();
  await rm(dir, { recursive: true, force: true });
});

it('everything goes into one file that its owner alone reads, with no key and no half of it beside', async () => {
  const made = studio(['backup', file, '--data', former]);
  expect(made).toMatchObject({ status: 0, problem: '' });
  expect(made.out).toMatch(/10 books, 4 orders/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir).filter((name) => name.startsWith('studio.bpbackup'))).toEqual(['studio.bpbackup']);
});

it('is read on another computer, at another path, by another user: the same books, orders and money, and the work goes on', async () => {
  // Nothing of the former computer can be looked at.
  await rename(join(dir, 'former'), join(dir, 'gone'));
  restored = join(dir, 'another one/of a longer name');
  await mkdir(restored, { recursive: true });
  await copyFile(file, join(dir, 'carried.bpbackup'));
  if (isRoot) for (const path of [restored, join(dir, 'carried.bpbackup')]) await chown(path, NOBODY, NOBODY);
  const done = studio(['restore', join(dir, 'carried.bpbackup'), '--data', restored], isRoot ? NOBODY : undefined);
  expect(done).toMatchObject({ status: 0, problem: '' });
  if (isRoot) expect((await stat(join(restored, 'desk/desk.db'))).uid).toBe(NOBODY);
  expect(hashesBelow(join(restored, 'service/blobs'))).toEqual(blobs);
  expect(readFileSync(join(restored, 'preferences.json'), 'utf8')).toBe('{"language":"ko"}');
  expect(hashesBelow(join(restored, 'layouts'))).not.toHaveProperty('가족 여행/.bkprep/lock');
  expect(Object.keys(hashesBelow(join(restored, 'layouts')))).toEqual(['가족 여행/가족 여행.bkprep']);
  // What the next tests must find as it is.
  await cp(restored, join(dir, 'untouched'), { recursive: true, preserveTimestamps: true });

  const { desk, said } = await openHere(restored);
  await settled(desk);
  expect(await saidBy(desk)).toEqual(before);
  // The files within the data folder are found where it is now.
  for (const { bookId } of await rowsOf(desk)) {
    const book = await desk.handlers['library.book']({ bookId });
    for (const { fileId } of book?.files ?? []) expect(existsSync(desk.fileOf(fileId))).toBe(true);
  }
  // Numbers go on behind those that were given: an upload and an order are taken, and charged once.
  expect((await rowsOf(desk)).filter(({ stage }) => stage === 'uploaded')).toHaveLength(2);
  // What the other computer sent since is not known here: a person looks first.
  const sendable = (await rowsOf(desk)).filter(({ stage }) => stage === 'ready').map(({ bookId }) => bookId);
  await desk.handlers['queue.upload']({ bookIds: sendable, print: HOWEVER_IT_PRINTS });
  expect(desk.statusSnapshot().queue.state).toBe('paused');
  await desk.handlers['queue.resume']({});
  await uploadAll(desk);
  const { review, run } = await orderAll(desk);
  expect(run.rows.map(({ state }) => state)).toEqual(['ordered', 'ordered', 'ordered', 'ordered']);
  // The desk would have tried again until the numbers that were given before were used up.
  expect(said.filter((line) => /error|duplicate key/i.test(line))).toEqual([]);
  const after = await saidBy(desk);
  expect(after.balance).toBe((before.balance ?? 0) - review.charge);
  expect(after.reconciled).toMatchObject({ orders: 8, agrees: true });
  expect(existsSync(join(restored, 'service/database'))).toBe(false);
});

it('is refused while a studio has the folder open', () => {
  expect(studio(['backup', join(dir, 'second.bpbackup'), '--data', restored])).toMatchObject({
    status: 2,
    problem: expect.stringContaining('Close it, then try again') as string,
  });
  expect(studio(['restore', file, '--data', restored]).problem).toContain('Close it, then try again');
});

describe('of a studio that is open, by itself', () => {
  const openOne = (): OpenStudio => opened.at(-1) ?? expect.unreachable('none is open');
  const dumped =
    ({ service }: OpenStudio) =>
    async (folder: string) => {
      await service.dump(folder);
      return true;
    };
  const beside = (name: string) => readdirSync(dir).filter((one) => one.startsWith(name));
  let place: string;
  beforeAll(() => {
    place = join(dir, 'open.bpbackup');
  });

  it('holds the same, and is told as the last one', async () => {
    const here = openOne();
    const now = await saidBy(here.desk);
    const made = await here.desk.backups.write(place, restored, dumped(here));
    expect(made?.counts).toMatchObject({ books: 10, orders: 8 });
    expect(await here.desk.handlers['backups.last']({})).toMatchObject({ name: 'open.bpbackup' });
    expect(beside('open')).toEqual(['open.bpbackup']);
    const third = join(dir, 'third');
    expect(studio(['restore', place, '--data', third])).toMatchObject({ status: 0, problem: '' });
    const there = await openHere(third);
    await settled(there.desk);
    expect(await saidBy(there.desk)).toEqual(now);
    await there.close();
    opened.pop();
  });

  it('leaves the former file where something changes meanwhile, where the service fails, and where it is stopped', async () => {
    const here = openOne();
    const was = hashesBelow(dir)['open.bpbackup'];
    const changing = async (folder: string) => {
      await writeFile(join(restored, 'layouts/가족 여행/가족 여행.bkprep'), '{"title":"다른 여행"}');
      return dumped(here)(folder);
    };
    await expect(here.desk.backups.write(place, restored, changing)).rejects.toMatchObject({ code: 'BACKUP_CHANGED' });
    const failing = () => Promise.reject(new Error('the service process ended with code 9'));
    await expect(here.desk.backups.write(place, restored, failing)).rejects.toMatchObject({ code: 'BACKUP_SERVICE' });
    const stopped = async (folder: string) => {
      const [work] = await here.desk.handlers['packages.work']({});
      void here.desk.handlers['packages.cancel']({ workId: work?.workId ?? '' });
      return dumped(here)(folder);
    };
    expect(await here.desk.backups.write(place, restored, stopped)).toBeNull();
    expect(beside('open')).toEqual(['open.bpbackup']);
    expect(hashesBelow(dir)['open.bpbackup']).toBe(was);
  });

  it('is unpacked beside what is there, and touches nothing before it is decided', async () => {
    const { desk } = openOne();
    expect((await desk.backups.look(place, restored)).counts).toMatchObject({ books: 10, orders: 8 });
    const there = readdirSync(restored);
    const unpacked = await desk.backups.unpack(place, restored);
    expect(readdirSync(restored).toSorted()).toEqual([...there, 'restore-unpacking'].toSorted());
    await unpacked?.withdraw();
    expect(readdirSync(restored)).toEqual(there);
    await (await desk.backups.unpack(place, restored))?.decide();
    expect(readdirSync(restored).toSorted()).toEqual([...there, 'restore-ready'].toSorted());
    await rm(join(restored, 'restore-ready'), { recursive: true });
    await copyFile(place, join(dir, 'half.bpbackup'));
    await truncate(join(dir, 'half.bpbackup'), 5000);
    await expect(desk.backups.unpack(join(dir, 'half.bpbackup'), restored)).rejects.toMatchObject({
      code: 'BACKUP_DAMAGED',
    });
    expect(readdirSync(restored)).toEqual(there);
  });
});

describe('a file that is not what it was', () => {
  const damages: readonly [string, (path: string) => Promise<void>, RegExp][] = [
    ['cut off', async (path) => truncate(path, (await stat(path)).size - 1000), /cut off or changed/],
    ['with a byte flipped amid its parts', (path) => flip(path, 0.5), /cut off or changed/],
    ['with a byte flipped near its begin', (path) => flip(path, 0.01), /cut off or changed/],
    [
      'of a newer version',
      (path) => writeOf(path, { format: 'book-print-studio/backup', version: 2 }),
      /newer version/,
    ],
    ['of another kind', (path) => writeFile(path, 'no backup at all'), /no backup of the studio/],
  ];
  it.each(damages)('%s, is refused, and nothing is touched', async (_name, damage, says) => {
    const damaged = join(dir, 'damaged.bpbackup');
    await copyFile(file, damaged);
    await damage(damaged);
    const folder = join(dir, 'untouched');
    const there = hashesBelow(folder);
    const refused = studio(['restore', damaged, '--data', folder]);
    expect(refused.status).toBe(2);
    expect(refused.problem).toMatch(says);
    expect(refused.problem.trim().split('\n')).toHaveLength(1);
    expect(hashesBelow(folder)).toEqual(there);
  });
});

/** A file that is sealed as it should be and says this of itself. */
async function writeOf(path: string, contents: object): Promise<void> {
  const zip = new ZipFile();
  const bytes = Buffer.from(JSON.stringify(contents));
  zip.addBuffer(bytes, 'backup.json');
  zip.addBuffer(Buffer.from(createHash('sha256').update(bytes).digest('hex')), 'backup.json.sha256');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

async function flip(path: string, at: number): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    const position = Math.floor((await handle.stat()).size * at);
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, position);
    await handle.write(Buffer.from([(byte[0] ?? 0) ^ 0xff]), 0, 1, position);
  } finally {
    await handle.close();
  }
}

describe('a process that is killed', () => {
  it('while it writes a backup leaves the former one whole, and the next one tidies up', async () => {
    const data = join(dir, 'untouched');
    const place = join(dir, 'nightly.bpbackup');
    await copyFile(file, place);
    const was = hashesBelow(dir)['nightly.bpbackup'];
    for (const [marker, afterMs] of [
      [`${place}.part-work`, 0],
      [`${place}.part-work/desk.db`, 0],
      [`${place}.part`, 0],
      [`${place}.part`, 25],
    ] as const) {
      expect(await killedStudio(['backup', place, '--data', data], marker, afterMs)).toBe(true);
      expect(hashesBelow(dir)['nightly.bpbackup']).toBe(was);
    }
    expect(studio(['backup', place, '--data', data])).toMatchObject({ status: 0 });
    expect(readdirSync(dir).filter((name) => name.startsWith('nightly'))).toEqual(['nightly.bpbackup']);
  });

  it('while it restores leaves the former state whole or the restored one', async () => {
    const data = join(dir, 'mine');
    await mkdir(join(data, 'desk'), { recursive: true });
    await cp(join(dir, 'untouched/desk'), join(data, 'desk'), { recursive: true });
    await writeFile(join(data, 'preferences.json'), '{"language":"en"}');
    const was = hashesBelow(data);
    for (const [marker, afterMs] of [
      ['restore-unpacking', 0],
      ['restore-unpacking/desk', 10],
      ['restore-unpacking/service', 0],
    ] as const) {
      expect(await killedStudio(['restore', file, '--data', data], join(data, marker), afterMs)).toBe(true);
      const now = hashesBelow(data);
      expect(Object.fromEntries(Object.entries(now).filter(([place]) => !place.startsWith('restore-')))).toEqual(was);
    }
    const done = studio(['restore', file, '--data', data, '--json']);
    expect(done.status).toBe(0);
    const { former: aside } = JSON.parse(done.out) as { readonly former: string };
    expect(basename(aside)).toMatch(/^before-restore-\d{4}/);
    expect(hashesBelow(aside)).toEqual(was);
    expect(readdirSync(data).filter((name) => name.startsWith('restore-'))).toEqual([]);
  });

  it('at the first start behind a restore leaves a service that holds everything once', async () => {
    const data = join(dir, 'started often');
    await cp(join(dir, 'untouched'), data, { recursive: true, preserveTimestamps: true });
    const dump = join(data, 'service/database');
    const killedAt: boolean[] = [];
    for (const afterMs of [0, 200, 600, 900, 1_200, 1_500]) {
      const service = startOwned(join(tools(), 'service/cli.js'), ['--data', join(data, 'service')]);
      await delay(700 + afterMs);
      killedAt.push(existsSync(dump));
      await service.end('SIGKILL');
    }
    expect(killedAt[0]).toBe(true);
    const { desk } = await openHere(data);
    await settled(desk);
    expect(existsSync(dump)).toBe(false);
    const now = await saidBy(desk);
    // A copy of a copy has files of other times, so books that were only sent are looked at anew.
    expect({ ...now, books: now.books.map(({ stage: _stage, ...book }) => book) }).toEqual({
      ...before,
      books: before.books.map(({ stage: _stage, ...book }) => book),
    });
  });
});
