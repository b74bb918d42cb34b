import { hash, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Caller, Environment, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { spelledOnce } from '../outbound/public-address.ts';
import { ServiceError } from '../service-error.ts';
import { accounts, apiKeys } from '../store/schema.ts';
import type { GuessedKeys } from './guessed-keys.ts';
import { leasedKeys } from './leased-keys.ts';

const KEY_FORM = /^(SB[A-Za-z0-9]{10})\.([A-Za-z0-9_-]{32})$/;
const sha256 = (text: string) => hash('sha256', text, 'hex');

/** Makes a key and stores the hash of its secret. The answer is the only time the whole key exists. */
export async function issueKey(
  db: Db,
  context: Pick<ServiceContext, 'ids' | 'clock'>,
  accountUid: string,
  environment: Environment,
  { note, allowIps = [] }: { readonly note: string; readonly allowIps?: readonly string[] | undefined },
): Promise<string> {
  const keyPrefix = `SB${context.ids.base62(10)}`;
  const secret = context.ids.base62(32);
  await db.insert(apiKeys).values({
    keyPrefix,
    accountUid,
    environment,
    secretSha256: sha256(secret),
    note,
    allowIps: [...allowIps],
    createdAt: new Date(context.clock.nowMs()),
  });
  return `${keyPrefix}.${secret}`;
}

export async function revokeKeysOf(db: Db, context: Pick<ServiceContext, 'clock'>, accountUid: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ revokedAt: new Date(context.clock.nowMs()) })
    .where(and(eq(apiKeys.accountUid, accountUid), isNull(apiKeys.revokedAt)));
}

export const keyNotValid = () => new ServiceError('ERR_UNAUTHORIZED', ['API Key가 유효하지 않습니다']);

export type Authenticate = (header: string | undefined, host: Environment, address: string) => Promise<Caller>;

/**
 * Finds out who calls with an Authorization header, on the host of an environment.
 * Throws 401 for a missing, malformed, unknown or revoked key, and for every key of a closed account, whenever it was issued; 403 for
 * the other environment's key, for a Personal account on the Live host and for an address that the key does not allow (specification,
 * "Authentication").
 *
 * Throws 429 for an address that was wrong too often (`guessed`; null: nobody counts), without asking the database.
 * What has not the form of a key is wrong without asking, too.
 *
 * The database is asked once a lease for a good key, and by every call for any other: whoever takes rights from a key answers when
 * the leases of before are over (`leasesOver`), so that a revoked key stops at once in every process, and a new one is good at once.
 */
export function authenticator(db: Db, guessed: GuessedKeys | null): Authenticate {
  const { accountUid, environment, secretSha256, allowIps } = apiKeys;
  const goodKey = db
    .select({ accountUid, environment, secretSha256, allowIps, accountType: accounts.type })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.accountUid, apiKeys.accountUid))
    .where(
      and(eq(apiKeys.keyPrefix, sql.placeholder('keyPrefix')), isNull(apiKeys.revokedAt), isNull(accounts.closedAt)),
    )
    .prepare('good_key_of_prefix');
  const goodKeyOf = leasedKeys(async (keyPrefix) => (await goodKey.execute({ keyPrefix }))[0]);

  return async (header, host, address) => {
    const [key = '', keyPrefix = '', secret = ''] =
      KEY_FORM.exec(/^bearer +(.+)$/i.exec(header ?? '')?.[1] ?? '') ?? [];
    const digest = guessed === null ? '' : sha256(key);
    if (guessed?.isHeard(address, digest) === false) {
      throw new ServiceError('ERR_TOO_MANY_REQUESTS', [
        '유효하지 않은 API Key로 너무 많이 호출했습니다. 60초 후 다시 시도하세요.',
      ]);
    }
    const known = key === '' ? undefined : await goodKeyOf(keyPrefix);
    const expected = Buffer.from(known?.secretSha256 ?? '');
    const given = Buffer.from(sha256(secret));
    if (!known || expected.length !== given.length || !timingSafeEqual(expected, given)) {
      // A call without any key guesses nothing.
      if (header !== undefined) guessed?.wasWrong(address, digest);
      throw keyNotValid();
    }
    guessed?.wasGood(digest);
    const { accountType } = known;
    if (known.environment !== host) {
      throw new ServiceError('ERR_ENV_MISMATCH', ['API Key의 환경이 호출한 호스트의 환경과 다릅니다']);
    }
    if (host === 'live' && accountType === 'PERSONAL') {
      throw new ServiceError('ERR_FORBIDDEN', ['개인 계정은 Sandbox 환경만 사용할 수 있습니다']);
    }
    if (known.allowIps.length > 0 && !known.allowIps.map(spelledOnce).includes(spelledOnce(address))) {
      throw new ServiceError('ERR_FORBIDDEN', [`허용되지 않은 IP입니다: ${address}`]);
    }
    return { accountUid: known.accountUid, accountType, environment: host, keyPrefix };
  };
}
