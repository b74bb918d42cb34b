import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
