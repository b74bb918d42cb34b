import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { OrderListItem, orderListQuerySchema } from '../../src-core/contract/orders.ts';
import type { Caller } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { onlyRow } from '../store/only-row.ts';
import { isWithin } from '../store/period.ts';
import { accounts, orderItems, orders } from '../store/schema.ts';
import { pageOfRows } from '../store/page-of-rows.ts';
import { orderListItem, type OrderRow } from './order-view.ts';

/**
 * The caller's order. Throws 404 when there is none (`missing` lets a cancel answer 400 instead, as specified), 403 for
 * another partner's or the other environment's.
 */
export async function findOrder(
  db: Db,
  caller: Caller,
  orderUid: string,
  { lock = false, missing = new ServiceError('ERR_NOT_FOUND', [`주문을 찾을 수 없습니다: ${orderUid}`]) } = {},
): Promise<OrderRow> {
  const query = db.select().from(orders).where(eq(orders.orderUid, orderUid));
  const [order] = lock ? await query.for('update') : await query;
  if (!order) throw missing;
  if (order.accountUid !== caller.accountUid)
    throw new ServiceError('ERR_FORBIDDEN', ['다른 파트너의 주문에는 접근할 수 없습니다']);
  if (order.environment !== caller.environment)
    throw new ServiceError('ERR_ENV_MISMATCH', ['주문의 환경이 호출한 호스트의 환경과 다릅니다']);
  return order;
}

/** GET /orders, newest first. */
export async function listOrders(
  db: Db,
  caller: Caller,
  query: z.output<typeof orderListQuerySchema>,
): Promise<{ items: OrderListItem[]; total: number }> {
  const where = and(
    eq(orders.accountUid, caller.accountUid),
    eq(orders.environment, caller.environment),
    // COMPLETED may be asked for like the other eleven; no order has it.
    query.status === undefined ? undefined : sql`${orders.status} = ${query.status}`,
    isWithin(orders.orderedAt, query),
  );
  const { rows, total } = await pageOfRows(db, orders, {
    where,
    orderBy: [desc(orders.orderedAt), desc(orders.orderUid)],
    limit: query.limit,
    offset: query.offset,
  });
  const uids = rows.map((order) => order.orderUid);
  const itemCounts = await db
    .select({ orderUid: orderItems.orderUid, items: count() })
    .from(orderItems)
    .where(inArray(orderItems.orderUid, uids))
    .groupBy(orderItems.orderUid);
  const owner = onlyRow(await db.select().from(accounts).where(eq(accounts.accountUid, caller.accountUid)));
  return {
    total,
    items: rows.map((order) =>
      orderListItem(order, owner, itemCounts.find((line) => line.orderUid === order.orderUid)?.items ?? 0),
    ),
  };
}
