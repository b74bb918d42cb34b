import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller, ServiceContext } from '../context.ts';
import type { Database } from '../store/database.ts';
import { accounts } from '../store/schema.ts';
import { openOwnDatabase, type OwnDatabase } from '../store/testing/own-database.ts';
import { ServiceClock, systemIds } from '../system-clock.ts';
import { authenticator } from './keys.ts';
import { createKey } from './manage-keys.ts';

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

it('an allowed address calls, however it is spelled here and there, and no other does', async () => {
  const { apiKey } = await issue(['2001:DB8:0:0:0:0:0:1', '::ffff:203.0.113.5', '203.0.113.7']);
  const allowed = ['2001:db8::1', '203.0.113.5', '::ffff:203.0.113.5', '::ffff:cb00:7107', '203.0.113.7'];
  for (const address of allowed) expect([address, await isHeard(apiKey, address)]).toEqual([address, true]);
  for (const address of ['2001:db8::2', '203.0.113.6', '::ffff:203.0.113.6'])
    expect([address, await isHeard(apiKey, address)]).toEqual([address, false]);
});
