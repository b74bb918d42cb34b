import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../store/database.ts';
import { accounts } from '../store/schema.ts';
import { openOwnDatabase, type OwnDatabase } from '../store/testing/own-database.ts';
import { ServiceClock, systemIds } from '../system-clock.ts';
import { prepareAccounts, type FirstRun } from './first-run.ts';
import { authenticator } from './keys.ts';

let own: OwnDatabase;
let database: Database;
let context: ServiceContext;
beforeAll(async () => {
  own = await openOwnDatabase();
  ({ database } = own);
  context = {
    db: database.db,
    clock: new ServiceClock(),
    ids: systemIds,
    contract: CONTRACTS.specified,
  } as unknown as ServiceContext;
});
afterAll(() => own.close());
beforeEach(async () => {
  await database.db.execute(sql`alter table ledger_entries disable trigger user`);
  await database.db.execute(sql`truncate accounts, service_state cascade`);
  await database.db.execute(sql`alter table ledger_entries enable trigger user`);
});

const prepare = (reissue = false) => prepareAccounts(database, context, { reissue, openingSandboxCredit: 100 });
const isGood = (keys: FirstRun['keys']) =>
  authenticator(database.db, null)(`Bearer ${keys?.business.sandbox}`, 'sandbox', '127.0.0.1').then(
    ({ accountUid }) => accountUid === keys?.business.accountUid,
    () => false,
  );

it('keys that were made and never shown are made again, for the same accounts, and those before stay good', async () => {
  const first = await prepare();
  // The process dies here.
  await first.release();
  const second = await prepare();
  expect(second.keys?.business.accountUid).toBe(first.keys?.business.accountUid);
  expect(second.keys?.business.sandbox).not.toBe(first.keys?.business.sandbox);
  expect([await isGood(first.keys), await isGood(second.keys)]).toEqual([true, true]);
  await second.shown();
  expect((await prepare()).keys).toBeNull();
  const { rows } = await database.db.execute(
    sql`select count(*)::int as entries from ledger_entries where account_uid = ${second.keys?.business.accountUid}`,
  );
  expect(rows).toEqual([{ entries: 1 }]);
});

it('new keys that were asked for and never shown are made again too; the old ones are revoked', async () => {
  const first = await prepare();
  await first.shown();
  await (await prepare(true)).release();
  const again = await prepare();
  expect([await isGood(first.keys), await isGood(again.keys)]).toEqual([false, true]);
  await again.shown();
});

it('new keys that are asked for are of accounts that are open, of new ones where there are none', async () => {
  const first = await prepare();
  await first.shown();
  await database.db
    .update(accounts)
    .set({ closedAt: new Date(0) })
    .where(eq(accounts.type, 'BUSINESS'));
  const again = await prepare(true);
  await again.shown();
  expect(again.keys?.business.accountUid).not.toBe(first.keys?.business.accountUid);
  expect(again.keys?.personal.accountUid).toBe(first.keys?.personal.accountUid);
  expect(await isGood(again.keys)).toBe(true);
});

it('a second process waits until the first has shown them, and then has none to show', async () => {
  const first = await prepare();
  let hasSecond = false;
  const second = prepare().then((run) => ((hasSecond = true), run));
  await delay(300);
  expect(hasSecond).toBe(false);
  await first.shown();
  expect((await second).keys).toBeNull();
});

it('or goes on and makes them when the first dies', async () => {
  const first = await prepare();
  const second = prepare();
  await delay(100);
  await first.release();
  const run = await second;
  expect(run.keys).not.toBeNull();
  await run.shown();
});

it('accounts of before this was kept on record count as shown', async () => {
  await (await prepare()).shown();
  await database.db.execute(sql`truncate service_state`);
  expect((await prepare()).keys).toBeNull();
});
