import { and, eq, notInArray } from 'drizzle-orm';
import type { Account, PatchAccountBody } from '../../src-core/contract/accounts.ts';
import { isFinal, ORDER_OWN_STATUSES } from '../../src-core/orders/order-machine.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { accounts, orders } from '../store/schema.ts';
import { stopWebhook } from '../webhooks/webhook-config.ts';
import { revokeKeysOf } from './keys.ts';

type AccountRow = typeof accounts.$inferSelect;

export async function readAccount(db: Db, caller: Caller): Promise<Account> {
  const [row] = await db.select().from(accounts).where(eq(accounts.accountUid, caller.accountUid));
  return viewOf(row);
}

export async function changeAccount(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  changes: PatchAccountBody,
): Promise<Account> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const [row] = await db
    .update(accounts)
    .set({ ...given, updatedAt: new Date(context.clock.nowMs()) })
    .where(eq(accounts.accountUid, caller.accountUid))
    .returning();
  return viewOf(row);
}

/**
 * Closes the account for good: every key of both environments and the webhook stop at once, records stay. Throws 409 while a Live
 * order is still on its way.
 */
export async function closeAccount(db: Db, context: ServiceContext, caller: Caller): Promise<void> {
  await db.select().from(accounts).where(eq(accounts.accountUid, caller.accountUid)).for('update');
  const ended = ORDER_OWN_STATUSES.filter(isFinal);
  const [open] = await db
    .select({ orderUid: orders.orderUid })
    .from(orders)
    .where(
      and(eq(orders.accountUid, caller.accountUid), eq(orders.environment, 'live'), notInArray(orders.status, ended)),
    )
    .limit(1);
  if (open) throw new ServiceError('ERR_CONFLICT', [`진행 중인 주문이 있어 계정을 닫을 수 없습니다: ${open.orderUid}`]);
  const now = new Date(context.clock.nowMs());
  await db.update(accounts).set({ closedAt: now, updatedAt: now }).where(eq(accounts.accountUid, caller.accountUid));
  await revokeKeysOf(db, context, caller.accountUid);
  await stopWebhook(db, context, caller);
}

function viewOf(row: AccountRow | undefined): Account {
  if (!row) throw new Error('a caller without an account');
  return {
    accountUid: row.accountUid,
    accountType: row.type,
    name: row.name,
    organizationName: row.organizationName,
    email: row.email,
    phone: row.phone,
    createdAt: row.createdAt.toISOString(),
    updatedAt: (row.updatedAt ?? row.createdAt).toISOString(),
  };
}
