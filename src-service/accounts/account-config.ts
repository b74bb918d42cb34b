import { eq } from 'drizzle-orm';
import { SETTINGS_MAX, type AccountConfig } from '../../src-core/contract/accounts.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ruleText } from '../rule-texts.ts';
import { fieldsRefused, ServiceError } from '../service-error.ts';
import { onlyRow } from '../store/only-row.ts';
import { accountConfigs } from '../store/schema.ts';

type ConfigRow = typeof accountConfigs.$inferSelect;
type Settings = AccountConfig['settings'];

const withoutNulls = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));

/** Throws 404 before the first POST. */
export async function readAccountConfig(db: Db, caller: Caller): Promise<AccountConfig> {
  return configView(await findConfig(db, caller.accountUid));
}

/** Throws 409 when there is one already: PATCH changes it. */
export async function createAccountConfig(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  settings: Settings,
): Promise<AccountConfig> {
  const now = new Date(context.clock.nowMs());
  const [row] = await db
    .insert(accountConfigs)
    .values({ accountUid: caller.accountUid, values: withoutNulls(settings), createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  if (!row) throw new ServiceError('ERR_CONFLICT', ['계정 설정이 이미 있습니다. 변경하려면 PATCH를 사용하세요']);
  return configView(row);
}

export async function changeAccountConfig(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  accountUid: string,
  changes: Settings,
): Promise<AccountConfig> {
  if (accountUid !== caller.accountUid)
    throw new ServiceError('ERR_FORBIDDEN', ['다른 계정의 설정에는 접근할 수 없습니다']);
  const { values } = await findConfig(db, accountUid, { lock: true });
  const merged = withoutNulls({ ...(values as Settings), ...changes });
  if (Object.keys(merged).length > SETTINGS_MAX)
    throw fieldsRefused([
      {
        field: 'settings',
        message: ruleText('maxItems', { limit: SETTINGS_MAX }),
        requiredValue: SETTINGS_MAX,
        constraint: 'max',
      },
    ]);
  return configView(
    onlyRow(
      await db
        .update(accountConfigs)
        .set({ values: merged, updatedAt: new Date(context.clock.nowMs()) })
        .where(eq(accountConfigs.accountUid, accountUid))
        .returning(),
    ),
  );
}

async function findConfig(db: Db, accountUid: string, { lock = false } = {}): Promise<ConfigRow> {
  const query = db.select().from(accountConfigs).where(eq(accountConfigs.accountUid, accountUid));
  const [row] = lock ? await query.for('update') : await query;
  if (!row) throw new ServiceError('ERR_NOT_FOUND', ['계정 설정이 없습니다. 먼저 POST로 등록하세요']);
  return row;
}

const configView = (row: ConfigRow): AccountConfig => ({
  accountUid: row.accountUid,
  settings: row.values as Settings,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
