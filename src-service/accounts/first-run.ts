import { asc, sql } from 'drizzle-orm';
import { minorFromNumber } from '../../src-core/contract/money.ts';
import type { ServiceHello } from '../../src-core/ipc/service-host.ts';
import type { Db, ServiceContext } from '../context.ts';
import { openCreditAccount, postEntry } from '../credits/ledger.ts';
import { accounts } from '../store/schema.ts';
import { issueKey, revokeKeysOf } from './keys.ts';

type FirstKeys = NonNullable<ServiceHello['keys']>;
const FIRST_RUN_LOCK = 7_426_002;
const FIRST = { note: 'first run' };
type AccountType = 'BUSINESS' | 'PERSONAL';

const NAMES: Readonly<Record<AccountType, { name: string; organizationName: string | null }>> = {
  BUSINESS: { name: 'Studio', organizationName: 'Book Print Studio' },
  PERSONAL: { name: 'Personal', organizationName: null },
};

/**
 * Makes a Business and a Personal account with their keys when the store is new; answers null when it is not.
 * `reissue` gives new keys to the accounts that are there and revokes the old ones.
 */
export async function prepareAccounts(
  context: ServiceContext,
  options: { readonly reissue: boolean; readonly openingSandboxCredit: number },
): Promise<FirstKeys | null> {
  return context.db.transaction(async (db) => {
    // Processes that start at once on a new store: one makes the accounts and has the keys, the others find them.
    await db.execute(sql`select pg_advisory_xact_lock(${FIRST_RUN_LOCK})`);
    const known = await db.select().from(accounts).orderBy(asc(accounts.createdAt));
    if (known.length > 0 && !options.reissue) return null;
    const keysFor = async (type: AccountType) => {
      const accountUid = known.find((account) => account.type === type)?.accountUid ?? (await openAccount(db, context, type, options.openingSandboxCredit));
      await revokeKeysOf(db, context, accountUid);
      return {
        accountUid,
        sandbox: await issueKey(db, context, accountUid, 'sandbox', FIRST),
        live: await issueKey(db, context, accountUid, 'live', FIRST),
      };
    };
    return { business: await keysFor('BUSINESS'), personal: await keysFor('PERSONAL') };
  });
}

async function openAccount(db: Db, context: ServiceContext, type: AccountType, openingSandboxCredit: number): Promise<string> {
  const accountUid = `u_${context.ids.hex(26)}`;
  const createdAt = new Date(context.clock.nowMs());
  await db.insert(accounts).values({ accountUid, type, ...NAMES[type], createdAt });
  for (const environment of ['sandbox', 'live'] as const) await openCreditAccount(db, { accountUid, environment, createdAt });
  if (openingSandboxCredit > 0) {
    await postEntry(db, {
      accountUid,
      environment: 'sandbox',
      reason: 9,
      amountMinor: minorFromNumber(openingSandboxCredit),
      memo: '샌드박스 크레딧 충전',
      orderUid: null,
      atMs: context.clock.nowMs(),
    });
  }
  return accountUid;
}
