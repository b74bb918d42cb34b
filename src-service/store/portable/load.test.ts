import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareAccounts, type FirstRun } from '../../accounts/first-run.ts';
import { authenticator } from '../../accounts/keys.ts';
import type { ServiceContext } from '../../context.ts';
import { ServiceClock, systemIds } from '../../system-clock.ts';
import type { Database } from '../database.ts';
import { openOwnDatabase, type OwnDatabase } from '../testing/own-database.ts';
import { accounts } from '../schema.ts';
import { DUMP_FOLDER, rowsFile } from './dump-format.ts';
import { dumpDatabase } from './dump.ts';
import { loadRestored } from './load.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../migrations');

/** The studio that was backed up, and the place where it is restored. */
let former: OwnDatabase;
let restored: OwnDatabase;
beforeAll(async () => {
  former = await openOwnDatabase();
  restored = await openOwnDatabase();
});
afterAll(async () => {
  await former.close();
  await restored.close();
});

const prepare = (database: Database) =>
  prepareAccounts(
    database,
    { db: database.db, clock: new ServiceClock(), ids: systemIds } as unknown as ServiceContext,
    { reissue: false, openingSandboxCredit: 100 },
  );
const isGood = ({ db }: Database, keys: FirstRun['keys']) =>
  authenticator(db, null)(`Bearer ${keys?.business.sandbox}`, 'sandbox', '127.0.0.1').then(
    ({ accountUid }) => accountUid === keys?.business.accountUid,
    () => false,
  );

it('a restored studio has new keys to show for its accounts, once, and those of before stay good', async () => {
  const first = await prepare(former.database);
  await first.shown();
  await dumpDatabase(former.postgres.url, join(former.folder, DUMP_FOLDER));
  await rename(join(former.folder, DUMP_FOLDER), join(restored.folder, DUMP_FOLDER));
  await loadRestored(restored.postgres.url, restored.folder, MIGRATIONS);

  const again = await prepare(restored.database);
  expect(again.keys?.business.accountUid).toBe(first.keys?.business.accountUid);
  expect([await isGood(restored.database, first.keys), await isGood(restored.database, again.keys)]).toEqual([
    true,
    true,
  ]);
  await again.shown();
  expect((await prepare(restored.database)).keys).toBeNull();
});

it('a text with the separators of lines and paragraphs is written escaped, and read as former versions wrote it too', async () => {
  const name = 'a\u2028b\u2029c\nd\re\\u2028';
  await former.database.db.update(accounts).set({ name });
  const again = await openOwnDatabase();
  try {
    const folder = join(again.folder, DUMP_FOLDER);
    await dumpDatabase(former.postgres.url, folder);
    const file = join(folder, rowsFile('accounts'));
    const written = await readFile(file, 'utf8');
    expect(written).not.toMatch(/[\u2028\u2029]/u);
    expect(
      written
        .trim()
        .split('\n')
        .map((row) => (JSON.parse(row) as unknown[]).includes(name)),
    ).toEqual([true, true]);
    await writeFile(file, written.replaceAll('a\\u2028b\\u2029c', 'a\u2028b\u2029c'));
    await loadRestored(again.postgres.url, again.folder, MIGRATIONS);
    expect((await again.database.db.select().from(accounts)).map((account) => account.name)).toEqual([name, name]);
  } finally {
    await again.close();
  }
});
