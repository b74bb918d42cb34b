import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Topic } from '../../src-core/ipc/contract.ts';
import { KEPT_MS } from '../../src-core/desk/start-over.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { restoreBackup } from '../../src-node/backup/restore.ts';
import { startOwned } from '../fixtures/owned-process.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { byTurns } from '../fixtures/turns.ts';
import { importFolder, memorySecrets, MovableClock, orderAll, until } from './support/desk-bench.ts';
import { openStudio, type OpenStudio, type StudioChoice } from './support/drilled-studio.ts';
import { SAMPLES } from './support/samples.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MIGRATIONS = join(ROOT, 'src-main/desk/store/migrations');
const OPENING = 1_000_000;
const SANDBOX = 'builtin-sandbox';
const LIVE = 'builtin-live';
/** Of both accounts of the service: all that its ledger holds when it begins anew. */
const EMPTY = { books: 0, orders: 0, creditMovements: 2 };

let dir: string;
/** A studio that was closed: three books in the Sandbox, two of them ordered; one in Live, ordered. */
let worked: string;
const secrets = memorySecrets();
const clock = new MovableClock();
let opened: OpenStudio | null = null;

async function open(dataDir: string, choice: StudioChoice = {}): Promise<OpenStudio> {
  opened = await openStudio(dataDir, inject('deskTools'), { secrets, clock, ...choice });
  return opened;
}
async function close(): Promise<void> {
  const last = opened;
  opened = null;
  await last?.close();
}

const rowsOf = async (desk: Desk) => (await desk.handlers['library.changes']({ since: null })).rows;
const stagesOf = async (desk: Desk) => (await rowsOf(desk)).map(({ stage }) => stage).toSorted();
const use = (desk: Desk, connectionId: string) => desk.handlers['connections.activate']({ connectionId });
const balanceOf = async (desk: Desk) =>
  (await desk.handlers['credit.view']({ limit: 1, offset: 0 }))?.balance.totalCreditAmount;
const look = async (desk: Desk) => (await desk.handlers['startOver.look']({})) ?? expect.unreachable('no Sandbox');
const keptIn = (dataDir: string) =>
  existsSync(join(dataDir, 'former-sandboxes')) ? readdirSync(join(dataDir, 'former-sandboxes')) : [];

async function send(desk: Desk, bookIds: string[]): Promise<void> {
  await desk.handlers['queue.upload']({ bookIds, print: HOWEVER_IT_PRINTS });
  await until(
    () => rowsOf(desk),
    (rows) =>
      rows.filter(({ bookId, stage }) => bookIds.includes(bookId) && stage === 'uploaded').length === bookIds.length,
    60_000,
  );
}

async function readyBooks(desk: Desk): Promise<string[]> {
  const rows = await until(
    () => rowsOf(desk),
    (all) => all.length > 0 && all.every(({ stage }) => stage !== 'checking'),
    120_000,
  );
  return rows.filter(({ stage }) => stage === 'ready').map(({ bookId }) => bookId);
}

/** What the next start of the app does, up to the moment at which the studio closes. */
async function decide({ desk, service }: OpenStudio, dataDir: string) {
  const { goes } = await look(desk);
  const prepared = await desk.startOver.prepare(goes, dataDir, async (folder) => {
    await service.dump(folder);
    return true;
  });
  await prepared?.decide();
}

const startOver = async (dataDir: string, choice: StudioChoice = {}): Promise<OpenStudio> => {
  await decide(opened ?? expect.unreachable('nothing is open'), dataDir);
  await close();
  return open(dataDir, choice);
};

const copied = (name: string): string => {
  const place = join(dir, name);
  // With the user that PostgreSQL runs as.
  spawnSync('cp', ['-a', worked, place]);
  return place;
};

let dumps = 0;
/** Every row of the service's database that is not the Sandbox's, as PostgreSQL writes it. */
async function liveRows({ desk, service }: OpenStudio): Promise<Readonly<Record<string, readonly string[]>>> {
  const folder = join(dir, `dump-${(dumps += 1)}`);
  await service.dump(folder);
  const lines = (table: string) => readFileSync(join(folder, `${table}.jsonl`), 'utf8').split('\n');
  const ofSandbox = ['books', 'orders'].flatMap((table) =>
    lines(table).flatMap((line) => (line.includes('"sandbox"') ? [JSON.parse(line)[0] as string] : [])),
  );
  expect(desk.environment()).not.toBeNull();
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => [
        name,
        lines(name.replace('.jsonl', ''))
          .filter((line) => !['sandbox', ...ofSandbox].some((uid) => line.includes(`"${uid}`)))
          .toSorted(),
      ]),
  );
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'start-over-'));
  await chmod(dir, 0o755);
  worked = join(dir, 'worked');
  await mkdir(worked);
  const { desk } = await open(worked);
  await importFolder(desk, SAMPLES);
  const books = (await readyBooks(desk)).slice(0, 4);
  await send(desk, books.slice(0, 3));
  await orderAll(desk, { bookIds: books.slice(0, 2) });
  await use(desk, LIVE);
  await desk.handlers['printHouse.topUp']({ amount: 500_000 });
  await send(desk, books.slice(2, 4));
  await orderAll(desk, { bookIds: books.slice(2, 3) });
  await use(desk, SANDBOX);
  await close();
});
afterEach(close);
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('starting over', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = copied('one');
  });

  it('tells how much of the Sandbox goes, and leaves the studio as it was where somebody would rather stay', async () => {
    const told: Topic[] = [];
    const { desk, service } = await open(dataDir, { onChange: (topics) => void told.push(...topics) });
    expect(await look(desk)).toEqual({
      goes: { books: 3, orders: 2, creditMovements: 4 },
      onTheirWay: { books: 0, orders: 0 },
      notDone: { books: 0, orders: 0 },
      isBusy: false,
      hotFolders: 0,
      former: null,
    });
    const dump = async (folder: string) => {
      await service.dump(folder);
      return true;
    };
    const prepared = await desk.startOver.prepare((await look(desk)).goes, dataDir, dump);
    expect(keptIn(dataDir)).toHaveLength(1);
    // Nothing was decided: it holds no former Sandbox.
    expect(await desk.handlers['startOver.former']({})).toBeNull();
    told.length = 0;
    await prepared?.withdraw();
    expect(keptIn(dataDir)).toEqual([]);
    await until(
      () => told,
      (topics) => topics.includes('packages'),
    );
    expect(await desk.handlers['backups.last']({})).toBeNull();
    // Something else than was told, before the file and after it.
    await expect(desk.startOver.prepare({ ...EMPTY, books: 2 }, dataDir, dump)).rejects.toMatchObject({
      code: 'START_OVER_CHANGED',
    });
    const late = await desk.startOver.prepare((await look(desk)).goes, dataDir, dump);
    const [next] = await readyBooks(desk);
    await send(desk, [next ?? '']);
    await expect(late?.decide()).rejects.toMatchObject({ code: 'START_OVER_CHANGED' });
    await late?.withdraw();
    expect(desk.startOver.ofService()).toBeNull();
  });

  it('is refused while something waits to be sent', async () => {
    const { desk } = await open(dataDir);
    await desk.handlers['queue.pause']({ how: 'now' });
    const [next] = await readyBooks(desk);
    await desk.handlers['queue.upload']({ bookIds: [next ?? ''], print: HOWEVER_IT_PRINTS });
    const { goes, onTheirWay } = await look(desk);
    expect(onTheirWay).toEqual({ books: 1, orders: 0 });
    await expect(desk.startOver.prepare(goes, dataDir, async () => true)).rejects.toMatchObject({
      code: 'START_OVER_BUSY',
    });
    expect(keptIn(dataDir)).toEqual([]);
    await desk.handlers['queue.cancel']({
      jobIds: (await desk.handlers['queue.changes']({ since: null })).rows
        .filter(({ state }) => state.status === 'waiting')
        .map(({ jobId }) => jobId),
    });
    await desk.handlers['queue.resume']({});
  });

  it('empties the Sandbox for desk and service, by the key that it had, and leaves Live as it was to the byte', async () => {
    const before = await open(dataDir);
    const live = await liveRows(before);
    expect(live['orders.jsonl']?.filter((line) => line !== '')).toHaveLength(1);
    await use(before.desk, LIVE);
    const liveOrders = (await before.desk.handlers['orders.changes']({ since: null })).rows;
    const liveStages = await stagesOf(before.desk);
    await use(before.desk, SANDBOX);
    const key = await secrets.get(`connection:${SANDBOX}`);

    const after = await startOver(dataDir);
    expect(await secrets.get(`connection:${SANDBOX}`)).toBe(key);
    expect(after.desk.startOver.ofService()).toBeNull();
    expect((await look(after.desk)).goes).toEqual(EMPTY);
    expect(await balanceOf(after.desk)).toBe(OPENING);
    expect(new Set(await stagesOf(after.desk))).toEqual(new Set(['blocked', 'ready']));
    expect((await after.desk.handlers['orders.changes']({ since: null })).rows).toEqual([]);
    expect(await after.desk.handlers['orders.openRuns']({})).toEqual([]);
    const now = await liveRows(after);
    // Which times it was done stands in a row of the service's own.
    const { 'service_state.jsonl': _before, ...liveBefore } = live;
    const { 'service_state.jsonl': _now, ...liveNow } = now;
    expect(liveNow).toEqual(liveBefore);
    await use(after.desk, LIVE);
    expect((await after.desk.handlers['orders.changes']({ since: null })).rows).toEqual(liveOrders);
    expect(await stagesOf(after.desk)).toEqual(liveStages);
    await use(after.desk, SANDBOX);
  });

  it('and what was sent and ordered is sent and ordered again, charged once, and stays over the next start', async () => {
    const { desk } = await open(dataDir);
    const books = (await readyBooks(desk)).slice(0, 2);
    await send(desk, books);
    const { review, run } = await orderAll(desk, { bookIds: books });
    expect(run.rows.map(({ state }) => state)).toEqual(['ordered', 'ordered']);
    expect(await balanceOf(desk)).toBe(OPENING - review.charge);
    expect(await desk.handlers['credit.reconciliation']({})).toMatchObject({ orders: 2, agrees: true });
    await close();
    const again = await open(dataDir);
    expect((await look(again.desk)).goes).toEqual({ books: 2, orders: 2, creditMovements: 4 });
  });

  it('keeps what was there in a file for seven days, which brings it back, and then it is gone by itself', async () => {
    const { desk } = await open(dataDir);
    const [name = ''] = keptIn(dataDir);
    const former = await desk.handlers['startOver.former']({});
    expect(former).toMatchObject({ name, untilMs: (former?.madeAtMs ?? 0) + KEPT_MS });
    const place = desk.placeOfFormerSandbox(name) ?? expect.unreachable('not kept');
    expect(desk.placeOfFormerSandbox('../desk/desk.db')).toBeNull();
    await close();

    const restored = join(dir, 'restored');
    await restoreBackup(place, restored, clock.nowMs(), { migrationsFolder: MIGRATIONS });
    const there = await open(restored, { secrets: memorySecrets() });
    expect((await look(there.desk)).goes).toMatchObject({ books: 4, orders: 2 });
    expect((await stagesOf(there.desk)).filter((stage) => stage === 'ordered')).toHaveLength(2);
    expect(await balanceOf(there.desk)).toBeLessThan(OPENING);
    await close();

    clock.aheadMs = KEPT_MS - 60 * 60 * 1_000;
    const early = await open(dataDir);
    expect(keptIn(dataDir)).toEqual([name]);
    clock.aheadMs = KEPT_MS + 1_000;
    // As after a sleep: the next look of the clock would come within the hour.
    await early.desk.wake();
    expect(keptIn(dataDir)).toEqual([]);
    expect(await early.desk.handlers['startOver.former']({})).toBeNull();
    clock.aheadMs = 0;
  });
});

describe('a death', () => {
  const points = [
    ['writing', 'old'],
    ['written', 'old'],
    ['decided', 'new'],
    ['forgetting', 'new'],
    ['desk', 'new'],
    ['emptying:4', 'new'],
    ['service', 'new'],
    ['done', 'new'],
  ] as const;

  it.each(byTurns(points, 3))('%s: the next start finds the %s state, whole', async (point, state) => {
    const dataDir = copied(point.replace(':', '-'));
    const killed = startOwned(join(inject('deskTools'), 'drill/start-over-killed.js'), [ROOT, dataDir, point]);
    expect([point, (await killed.ended).signal, killed.errors()]).toEqual([point, 'SIGKILL', expect.anything()]);
    const { desk } = await open(dataDir, { secrets: memorySecrets() });
    const ordered = (await stagesOf(desk)).filter((stage) => stage === 'ordered' || stage === 'uploaded').length;
    const { goes } = await look(desk);
    if (state === 'old') {
      expect([goes, ordered]).toEqual([{ books: 3, orders: 2, creditMovements: 4 }, 3]);
      // Half of a file is nobody's.
      expect(keptIn(dataDir).filter((name) => !name.endsWith('Z.bpbackup'))).toEqual([]);
      expect(await desk.handlers['startOver.former']({})).toBeNull();
    } else {
      expect([goes, ordered]).toEqual([EMPTY, 0]);
      expect(await balanceOf(desk)).toBe(OPENING);
      expect(keptIn(dataDir)).toHaveLength(1);
      expect(await desk.handlers['startOver.former']({})).toMatchObject({ name: keptIn(dataDir)[0] });
    }
    expect(desk.startOver.ofService()).toBeNull();
  });
});
