import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres, type OwnPostgres } from './postgres/embedded-postgres.ts';

const MIGRATIONS = resolve(import.meta.dirname, 'migrations');

let folder: string;
let postgres: OwnPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'database-'));
  await chmod(folder, 0o755);
  postgres = await startEmbeddedPostgres(join(folder, 'postgres'), () => {});
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

it('closes although a query waits for a lock that nobody gives back', async () => {
  const holder = await openDatabase(postgres.url, MIGRATIONS);
  const waiting = await openDatabase(postgres.url, MIGRATIONS);
  await holder.db.execute(sql`create table held (n int)`);
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  let isHeld = () => {};
  const locked = new Promise<void>((done) => (isHeld = done));
  const holding = holder.db.transaction(async (db) => {
    await db.execute(sql`lock table held`);
    isHeld();
    await held;
  });
  await locked;
  const query = waiting.db.execute(sql`select * from held`).then(
    () => 'answered',
    () => 'cut off',
  );
  const atLock = () => holder.aside.execute(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`);
  await expect.poll(async () => (await atLock()).rowCount).toBe(1);
  await waiting.close();
  expect(await query).toBe('cut off');
  release();
  await holding;
  await holder.close();
});

it('has the connections of many calls before the first one, and keeps them', async () => {
  const database = await openDatabase(postgres.url, MIGRATIONS);
  expect(database.use()).toEqual({ open: 16, idle: 16, waiting: 0 });
  const pids = async () =>
    (
      await database.aside.execute<{
        pid: number;
      }>(sql`select pid from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and pid <> pg_backend_pid() order by pid`)
    ).rows.map(({ pid }) => pid);
  const before = await pids();
  expect(before).toHaveLength(16);
  await Promise.all(Array.from({ length: 50 }, () => database.db.execute(sql`select pg_sleep(0.02)`)));
  // Longer than the pool would keep an idle one by itself.
  await delay(10_500);
  expect(await pids()).toEqual(before);
  await database.close();
});

/** A way to PostgreSQL that is cut, while `cuts`, as soon as a transaction is to begin over it. */
async function fragileWay(): Promise<{ readonly url: string; cuts: boolean; close(): Promise<void> }> {
  const url = new URL(postgres.url);
  const port = Number(url.port);
  const way = { url: '', cuts: false, close: async () => {} };
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.once('close', () => other.destroy());
    }
    far.on('data', (bytes) => near.write(bytes));
    near.on('data', (bytes) => (way.cuts && bytes.includes('begin') ? near.destroy() : far.write(bytes)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url.port = String(typeof address === 'object' ? address?.port : 0);
  way.url = url.href;
  way.close = async () => {
    for (const socket of open) socket.destroy();
    await new Promise((done) => server.close(done));
  };
  return way;
}

it('is not short of connections after many that broke when a transaction was to begin, and closes', async () => {
  const way = await fragileWay();
  const database = await openDatabase(way.url, MIGRATIONS);
  way.cuts = true;
  // More than the pool has.
  const broken = await Promise.allSettled(
    Array.from({ length: 40 }, () => database.db.transaction((db) => db.execute(sql`select 1`))),
  );
  expect(broken.every(({ status }) => status === 'rejected')).toBe(true);
  way.cuts = false;
  const { rows } = await database.db.transaction((db) => db.execute(sql`select 1 as one`));
  expect(rows).toEqual([{ one: 1 }]);
  const { open, idle, waiting } = database.use();
  expect({ inUse: open - idle, waiting }).toEqual({ inUse: 0, waiting: 0 });
  await database.close();
  await way.close();
});
