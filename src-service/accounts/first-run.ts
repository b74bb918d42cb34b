import { asc, isNull, sql } from 'drizzle-orm';
import type { ServiceHello } from '../../src-core/ipc/service-host.ts';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { openCreditAccount, postOpeningCredit } from '../credits/ledger.ts';
import type { Database } from '../store/database.ts';
import { accounts } from '../store/schema.ts';
import { KEYS_SHOWN, readShared, writeShared } from '../store/service-state.ts';
import { issueKey, revokeKeysOf } from './keys.ts';
import { leasesOver } from './leased-keys.ts';

type FirstKeys = NonNullable<ServiceHello['keys']>;
const FIRST = { note: 'first run' };

/** One process at a time makes first keys and shows them; the number is the service's own. */
const SHOWING_LOCK = 7_426_002;

export interface FirstRun {
  /** Null: there were accounts, and their keys were shown. */
  readonly keys: FirstKeys | null;
  /** To be called once the keys have been handed over. */
  shown(): Promise<void>;
  /** Lets other processes go on without that. */
  release(): Promise<void>;
}

type AccountType = 'BUSINESS' | 'PERSONAL';

const NAMES: Readonly<Record<AccountType, { name: string; organizationName: string | null }>> = {
  BUSINESS: { name: 'Studio', organizationName: 'Book Print Studio' },
  PERSONAL: { name: 'Personal', organizationName: null },
};

/**
 * Makes a Business and a Personal account with their keys when the store is new; there are no keys to show when it is not.
 * Keys whose showing is not on record, because the process died before, are replaced by new ones; those before stay good,
 * since they may have been read. `reissue` gives new keys to the accounts that are there and revokes the old ones.
 *
 * Until `shown` other processes that have keys to make wait, and go on when this one dies.
 */
export async function prepareAccounts(
  { db, hold }: Pick<Database, 'db' | 'hold'>,
  context: ServiceContext,
  options: { readonly reissue: boolean; readonly openingSandboxCredit: number },
): Promise<FirstRun> {
  const isSettled = async () =>
    (await db.select({ one: sql`1` }).from(accounts).limit(1)).length > 0 && (await readShared(db, KEYS_SHOWN));
  const nothing: FirstRun = { keys: null, shown: async () => {}, release: async () => {} };
  if (!options.reissue && (await isSettled())) return nothing;
  const release = await hold(SHOWING_LOCK);
  try {
    // Processes that start at once on a new store: one makes the accounts and shows the keys, the others find them.
    if (!options.reissue && (await isSettled())) {
      await release();
      return nothing;
    }
    const keys = await makeKeys(db, context, options);
    // Other processes may be at work.
    if (options.reissue) await leasesOver();
    return {
      keys,
      shown: async () => {
        await writeShared(db, context, KEYS_SHOWN, true);
        await release();
      },
      release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}

function makeKeys(
  db: Db,
  context: ServiceContext,
  { reissue, openingSandboxCredit }: { readonly reissue: boolean; readonly openingSandboxCredit: number },
): Promise<FirstKeys> {
  return db.transaction(async (db) => {
    // Of a closed account no key is good.
    const known = await db.select().from(accounts).where(isNull(accounts.closedAt)).orderBy(asc(accounts.createdAt));
    const keysFor = async (type: AccountType) => {
      const accountUid =
        known.find((account) => account.type === type)?.accountUid ??
        (await openAccount(db, context, type, openingSandboxCredit));
      if (reissue) await revokeKeysOf(db, context, accountUid);
      return {
        accountUid,
        sandbox: await issueKey(db, context, accountUid, 'sandbox', FIRST),
        live: await issueKey(db, context, accountUid, 'live', FIRST),
      };
    };
    await writeShared(db, context, KEYS_SHOWN, false);
    return { business: await keysFor('BUSINESS'), personal: await keysFor('PERSONAL') };
  });
}

async function openAccount(
  db: Db,
  context: ServiceContext,
  type: AccountType,
  openingSandboxCredit: number,
): Promise<string> {
  const accountUid = `u_${context.ids.hex(26)}`;
  const createdAt = new Date(context.clock.nowMs());
  await db.insert(accounts).values({ accountUid, type, ...NAMES[type], createdAt });
  for (const environment of ['sandbox', 'live'] as const)
    await openCreditAccount(db, { accountUid, environment, createdAt });
  await postOpeningCredit(db, accountUid, openingSandboxCredit, context.clock.nowMs());
  return accountUid;
}
