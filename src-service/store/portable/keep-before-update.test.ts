import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '../database.ts';
import { accounts } from '../schema.ts';
import { openOwnDatabase, type OwnDatabase } from '../testing/own-database.ts';
import { DUMP_FOLDER } from './dump-format.ts';
import { KEPT_FOLDER, keepBeforeUpdate } from './keep-before-update.ts';
import { loadRestored } from './load.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../migrations');
const AT_MS = Date.parse('2026-03-01T09:00:00Z');
const log = { error: vi.fn() };

/** What the version before this one knew: all migrations but the last. */
let former: string;
let own: OwnDatabase;
beforeAll(async () => {
  former = await mkdtemp(join(tmpdir(), 'former-migrations-'));
  await cp(MIGRATIONS, former, { recursive: true });
  const journal = join(former, 'meta/_journal.json');
  const all = JSON.parse(await readFile(journal, 'utf8')) as { entries: unknown[] };
  await writeFile(journal, JSON.stringify({ ...all, entries: all.entries.slice(0, -1) }));
  own = await openOwnDatabase(former);
  await own.database.db.insert(accounts).values({
    accountUid: 'u_1',
    type: 'BUSINESS',
    name: '김하나 사진관',
    createdAt: new Date(AT_MS),
  });
});
afterAll(async () => {
  await own.close();
  await rm(former, { recursive: true });
});

const keep = (atMs: number, migrationsFolder = MIGRATIONS) =>
  keepBeforeUpdate({ url: own.postgres.url, dataDir: own.folder, migrationsFolder }, atMs, log);
const kept = () => readdir(join(own.folder, KEPT_FOLDER)).catch(() => []);

it('what stays as it is, is not kept; what an update changes is, the newest two, and the former version reads it', async () => {
  await keep(AT_MS, former);
  expect(await kept()).toEqual([]);
  for (const day of [0, 1, 2]) await keep(AT_MS + day * 86_400_000);
  expect(await kept()).toEqual(['2026-03-02T09-00-00-000Z', '2026-03-03T09-00-00-000Z']);
  // What was cut off goes, what is somebody else's stays, and a clock that was set back costs not the newest.
  await cp(join(own.folder, KEPT_FOLDER, '2026-03-02T09-00-00-000Z'), join(own.folder, KEPT_FOLDER, 'x.next'), {
    recursive: true,
  });
  await writeFile(join(own.folder, KEPT_FOLDER, 'a note'), '');
  await keep(AT_MS - 86_400_000);
  expect(await kept()).toEqual(['2026-02-28T09-00-00-000Z', '2026-03-03T09-00-00-000Z', 'a note']);
  const updated = await openDatabase(own.postgres.url, MIGRATIONS);
  await updated.db.update(accounts).set({ name: 'spoilt' });
  await updated.close();
  await keep(AT_MS + 3 * 86_400_000);
  expect(await kept()).toHaveLength(3);
  expect(log.error).not.toHaveBeenCalled();

  const again = await openOwnDatabase(former);
  try {
    await rename(join(own.folder, KEPT_FOLDER, '2026-03-03T09-00-00-000Z'), join(again.folder, DUMP_FOLDER));
    await loadRestored(again.postgres.url, again.folder, former);
    expect((await again.database.db.select().from(accounts)).map(({ name }) => name)).toEqual(['김하나 사진관']);
  } finally {
    await again.close();
  }
});

it('what cannot be kept keeps nobody from starting, and is written down', async () => {
  const fresh = await openOwnDatabase(former);
  try {
    await writeFile(join(fresh.folder, KEPT_FOLDER), 'a file stands at its place');
    await keepBeforeUpdate(
      { url: fresh.postgres.url, dataDir: fresh.folder, migrationsFolder: MIGRATIONS },
      AT_MS,
      log,
    );
    expect(log.error).toHaveBeenCalledOnce();
    await rm(join(fresh.folder, KEPT_FOLDER));
    // Tables that refer to each other in a ring cannot be written: what was begun goes.
    await fresh.database.db.execute(sql`create table one (id int primary key)`);
    await fresh.database.db.execute(sql`create table other (id int primary key, one_id int references one)`);
    await fresh.database.db.execute(sql`alter table one add foreign key (id) references other`);
    await keepBeforeUpdate(
      { url: fresh.postgres.url, dataDir: fresh.folder, migrationsFolder: MIGRATIONS },
      AT_MS,
      log,
    );
    expect(log.error).toHaveBeenCalledTimes(2);
    expect(await readdir(join(fresh.folder, KEPT_FOLDER))).toEqual([]);
  } finally {
    await fresh.close();
  }
});
