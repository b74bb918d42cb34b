import { and, desc, eq } from 'drizzle-orm';
import type { ApiKey, CreateKeyBody, PatchKeyBody } from '../../src-core/contract/keys.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { onlyRow } from '../store/only-row.ts';
import { apiKeys } from '../store/schema.ts';
import { issueKey } from './keys.ts';

type KeyRow = typeof apiKeys.$inferSelect;

const ofCaller = (caller: Caller) =>
  and(eq(apiKeys.accountUid, caller.accountUid), eq(apiKeys.environment, caller.environment));

/** The caller's keys of the host's environment, newest first, revoked ones among them. */
export async function listKeys(db: Db, caller: Caller): Promise<ApiKey[]> {
  const rows = await db.select().from(apiKeys).where(ofCaller(caller)).orderBy(desc(apiKeys.createdAt));
  return rows.map(keyView);
}

/** Throws ERR_ENV_MISMATCH when a key for the other environment is asked of this host. */
export async function createKey(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  body: CreateKeyBody,
): Promise<ApiKey & { apiKey: string }> {
  if (body.env !== caller.environment)
    throw new ServiceError('ERR_ENV_MISMATCH', ['키의 환경이 호출한 호스트의 환경과 다릅니다']);
  const apiKey = await issueKey(db, context, caller.accountUid, body.env, body);
  return { ...keyView(await findKey(db, caller, apiKey.split('.')[0] ?? '')), apiKey };
}

export async function changeKey(
  db: Db,
  caller: Caller,
  keyPrefix: string,
  { note, allowIps }: PatchKeyBody,
): Promise<ApiKey> {
  const key = await findKey(db, caller, keyPrefix);
  if (note === undefined && allowIps === undefined) return keyView(key);
  // What was not given may be another call's to change at the same time.
  const changed = await db.update(apiKeys).set({ note, allowIps }).where(eq(apiKeys.keyPrefix, keyPrefix)).returning();
  return keyView(onlyRow(changed));
}

/** Stops a key at once and for good. Revoking it again changes nothing. */
export async function revokeKey(db: Db, context: ServiceContext, caller: Caller, keyPrefix: string): Promise<ApiKey> {
  const key = await findKey(db, caller, keyPrefix);
  const revokedAt = key.revokedAt ?? new Date(context.clock.nowMs());
  await db.update(apiKeys).set({ revokedAt }).where(eq(apiKeys.keyPrefix, keyPrefix));
  return keyView({ ...key, revokedAt });
}

async function findKey(db: Db, caller: Caller, keyPrefix: string): Promise<KeyRow> {
  const [key] = await db
    .select()
    .from(apiKeys)
    .where(and(ofCaller(caller), eq(apiKeys.keyPrefix, keyPrefix)));
  if (!key) throw new ServiceError('ERR_NOT_FOUND', [`키를 찾을 수 없습니다: ${keyPrefix}`]);
  return key;
}

const keyView = (key: KeyRow): ApiKey => ({
  keyPrefix: key.keyPrefix,
  env: key.environment,
  note: key.note,
  allowIps: key.allowIps,
  createdAt: key.createdAt.toISOString(),
  revokedAt: key.revokedAt?.toISOString() ?? null,
});
