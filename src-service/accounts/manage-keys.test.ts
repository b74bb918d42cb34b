import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller, ServiceContext } from '../context.ts';
import { changeNotificationConfig, readNotificationConfig } from '../notifications/notifications.ts';
import type { Database } from '../store/database.ts';
import type { Db } from '../store/db.ts';
import { accounts, apiKeys } from '../store/schema.ts';
import { openOwnDatabase, type OwnDatabase } from '../store/testing/own-database.ts';
import { ServiceClock, systemIds } from '../system-clock.ts';
import { closeAccount } from './account.ts';
import { authenticator } from './keys.ts';
import { changeKey, createKey } from './manage-keys.ts';

const caller: Caller = {
  accountUid: 'u_1',
  accountType: 'BUSINESS',
  environment: 'sandbox',
  keyPrefix: 'SB0000000000',
};
/** Keys and accounts look at nothing else. */
const context = { clock: new ServiceClock(), ids: systemIds } as Partial<ServiceContext> as ServiceContext;

let own: OwnDatabase;
let database: Database;
beforeAll(async () => {
  own = await openOwnDatabase();
  ({ database } = own);
  await database.db.insert(accounts).values({ accountUid: 'u_1', type: 'BUSINESS', name: 'A', createdAt: new Date(0) });
});
afterAll(() => own.close());

const issue = (allowIps: string[] = []) =>
  database.db.transaction((db) => createKey(db, context, caller, { note: 'desk', env: 'sandbox', allowIps }));
const isHeard = (apiKey: string, address = '127.0.0.1') =>
  authenticator(database.db, null)(`Bearer ${apiKey}`, 'sandbox', address).then(
    () => true,
    () => false,
  );

/** What comes while a transaction is under way, and has waited for its end. */
async function behind<T>(change: (db: Db) => Promise<unknown>, call: (db: Db) => Promise<T>): Promise<T> {
  let called: Promise<T> | undefined;
  await database.db.transaction(async (db) => {
    await change(db);
    called = database.db.transaction(call);
    const waits = () => database.db.execute(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`);
    await expect.poll(async () => (await waits()).rows.length, { timeout: 20_000 }).toBeGreaterThan(0);
  });
  return called ?? Promise.reject(new Error('the call was never made'));
}

it('an allowed address calls, however it is spelled here and there, and no other does', async () => {
  const { apiKey } = await issue(['2001:DB8:0:0:0:0:0:1', '::ffff:203.0.113.5', '203.0.113.7']);
  const allowed = ['2001:db8::1', '203.0.113.5', '::ffff:203.0.113.5', '::ffff:cb00:7107', '203.0.113.7'];
  for (const address of allowed) expect([address, await isHeard(apiKey, address)]).toEqual([address, true]);
  for (const address of ['2001:db8::2', '203.0.113.6', '::ffff:203.0.113.6'])
    expect([address, await isHeard(apiKey, address)]).toEqual([address, false]);
});

it('two changes of a key at the same time are both kept', async () => {
  const { keyPrefix } = await issue();
  const allowIps = ['203.0.113.7'];
  const changed = await behind(
    (db) => changeKey(db, caller, keyPrefix, { allowIps }),
    (db) => changeKey(db, caller, keyPrefix, { note: 'server 2' }),
  );
  expect(changed).toMatchObject({ note: 'server 2', allowIps });
  expect(await changeKey(database.db, caller, keyPrefix, {})).toEqual(changed);
  const [row] = await database.db.select().from(apiKeys).where(eq(apiKeys.keyPrefix, keyPrefix));
  expect(row).toMatchObject({ note: 'server 2', allowIps });
});

it('two changes of what is notified at the same time are both kept, the first ones too', async () => {
  for (const channel of ['SMS', 'EMAIL'] as const) {
    const changed = await behind(
      (db) => changeNotificationConfig(db, context, caller, { enabled: false }),
      (db) => changeNotificationConfig(db, context, caller, { channels: [channel] }),
    );
    expect(changed).toMatchObject({ enabled: false, channels: [channel] });
    expect(await readNotificationConfig(database.db, caller)).toEqual(changed);
    await changeNotificationConfig(database.db, context, caller, { enabled: true });
  }
});

it('a key that is issued while its account is closed is no good', async () => {
  const { apiKey } = await behind(
    (db) => closeAccount(db, context, caller),
    (db) => createKey(db, context, caller, { note: 'late', env: 'sandbox' }),
  );
  expect(await isHeard(apiKey)).toBe(false);
});
