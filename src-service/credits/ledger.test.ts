import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../store/database.ts';
import type { Db } from '../store/db.ts';
import { openOwnDatabase, type OwnDatabase } from '../store/testing/own-database.ts';
import { accounts } from '../store/schema.ts';
import { CreditTooLow, listTransactions, openCreditAccount, postEntry } from './ledger.ts';

const OWNER = { accountUid: 'u_1', environment: 'sandbox' } as const;
const AT_MS = 1_795_000_000_000;

let own: OwnDatabase;
let database: Database;
beforeAll(async () => {
  own = await openOwnDatabase();
  ({ database } = own);
  const createdAt = new Date(AT_MS);
  await database.db.insert(accounts).values({ accountUid: 'u_1', type: 'BUSINESS', name: 'A', createdAt });
  await openCreditAccount(database.db, { ...OWNER, createdAt });
});
afterAll(() => own.close());

const post = (reason: 1 | 3, amountMinor: bigint, db: Db = database.db) =>
  postEntry(db, { ...OWNER, reason, amountMinor, memo: null, orderUid: null, atMs: AT_MS });

/** `meanwhile` is done right after the first change of a balance was tried. */
function interrupted(meanwhile: () => Promise<unknown>): Db {
  let isFirst = true;
  const execute = (query: Parameters<Db['execute']>[0]) => ({
    execute: async () => {
      const tried = await database.db.execute(query);
      if (isFirst) {
        isFirst = false;
        await meanwhile();
      }
      return tried;
    },
  });
  return Object.assign(Object.create(database.db) as Db, { execute: execute as unknown as Db['execute'] });
}

it('credit that comes in while a charge finds too little counts for it', async () => {
  await post(1, 10_000n);
  expect(
    await post(
      3,
      15_000n,
      interrupted(() => post(1, 7_000n)),
    ),
  ).toBe(2_000n);
  const { items } = await listTransactions(database.db, { ...OWNER } as never, { limit: 10, offset: 0 });
  expect(items.map(({ direction, amount, balanceAfter }) => [direction, amount, balanceAfter])).toEqual([
    ['-', 150, 20],
    ['+', 70, 170],
    ['+', 100, 100],
  ]);
});

it('a charge that is more than there is says what there is, and writes nothing', async () => {
  const refused = await post(3, 2_001n).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CreditTooLow);
  expect(refused).toMatchObject({ requiredMinor: 2_001n, balanceMinor: 2_000n });
  const { total } = await listTransactions(database.db, { ...OWNER } as never, { limit: 10, offset: 0 });
  expect(total).toBe(3);
  expect(await post(3, 2_000n)).toBe(0n);
});
