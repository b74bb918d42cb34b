import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareAccounts, type FirstRun } from '../../accounts/first-run.ts';
import { authenticator } from '../../accounts/keys.ts';
import type { ServiceContext } from '../../context.ts';
import { ServiceClock, systemIds } from '../../system-clock.ts';
import type { Database } from '../database.ts';
import { openOwnDatabase, type OwnDatabase } from '../testing/own-database.ts';
import { DUMP_FOLDER } from './dump-format.ts';
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
