import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Order, OrderListItem, orderListQuerySchema } from '../../src-core/contract/orders.ts';
import type { Caller } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { onlyRow } from '../store/only-row.ts';
import { isWithin } from '../store/period.ts';
import { accounts, orderItems, orders } from '../store/schema.ts';
import { pageOfRows } from '../store/page-of-rows.ts';
import { foundByKey, preparedOn } from '../store/prepared.ts';
import { allEnded } from '../store/sent-ahead.ts';
import { LISTED, orderListItem, type OrderRow, OWNER, viewOf } from './order-view.ts';

const missingOrder = (orderUid: string) => new ServiceError('ERR_NOT_FOUND', [`주문을 찾을 수 없습니다: ${orderUid}`]);

/**
 * The caller's order. Throws 404 when there is none (`missing` lets a cancel answer 400 instead, as specified), 403 for
 * another partner's or the other environment's.
 */
export async function findOrder(
  db: Db,
  caller: Caller,
  orderUid: string,
  { lock = false, missing = missingOrder }: { readonly lock?: boolean; readonly missing?: typeof missingOrder } = {},
): Promise<OrderRow> {
  const query = db.select().from(orders).where(eq(orders.orderUid, orderUid));
  const [order] = lock ? await query.for('update') : await query;
  return ofCaller(order, caller, () => missing(orderUid));
}

function ofCaller(order: OrderRow | undefined, caller: Caller, missing: () => ServiceError): OrderRow {
  if (!order) throw missing();
  if (order.accountUid !== caller.accountUid)
    throw new ServiceError('ERR_FORBIDDEN', ['다른 파트너의 주문에는 접근할 수 없습니다']);
  if (order.environment !== caller.environment)
    throw new ServiceError('ERR_ENV_MISMATCH', ['주문의 환경이 호출한 호스트의 환경과 다릅니다']);
  return order;
}

const orderWithOwner = foundByKey((db) =>
  db
    .select({ order: orders, owner: OWNER })
    .from(orders)
    .innerJoin(accounts, eq(accounts.accountUid, orders.accountUid))
    .where(eq(orders.orderUid, sql.placeholder('orderUid')))
    .prepare('order_with_owner'),
);

const itemsOfOrder = foundByKey((db) =>
  db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderUid, sql.placeholder('orderUid')))
    .orderBy(asc(orderItems.position))
    .prepare('items_of_order'),
);

/**
 * GET /orders/{orderUid}. Throws as `findOrder`. Order and items are asked for at once: in one statement every item would bring
 * its order along again, which from four items on costs more than the second one.
 */
export async function readOrder(db: Db, caller: Caller, orderUid: string): Promise<Order> {
  const [rows, items] = await allEnded(
    orderWithOwner(db).execute({ orderUid }),
    itemsOfOrder(db).execute({ orderUid }),
  );
  const order = ofCaller(rows[0]?.order, caller, () => missingOrder(orderUid));
  return viewOf(order, items, onlyRow(rows).owner, null);
}

/** How many items these orders have, and whose they are: a row for each order, or one for the account alone. */
const itemsOfPage = preparedOn((db) =>
  db
    .select({ owner: OWNER, orderUid: orderItems.orderUid, items: count(orderItems.orderUid) })
    .from(accounts)
    .leftJoin(orderItems, sql`${orderItems.orderUid} = any(${sql.placeholder('orderUids')})`)
    .where(eq(accounts.accountUid, sql.placeholder('accountUid')))
    .groupBy(accounts.accountUid, orderItems.orderUid)
    .prepare('items_of_page'),
);

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
  const { rows, total } = await pageOfRows(
    db,
    orders,
    {
      where,
      orderBy: [desc(orders.orderedAt), desc(orders.orderUid)],
      limit: query.limit,
      offset: query.offset,
    },
    LISTED,
  );
  const orderUids = rows.map(({ orderUid }) => orderUid);
  const counted = await itemsOfPage(db).execute({ accountUid: caller.accountUid, orderUids });
  const { owner } = onlyRow(counted);
  const countOf = new Map(counted.map(({ orderUid, items }) => [orderUid, items]));
  return { total, items: rows.map((order) => orderListItem(order, owner, countOf.get(order.orderUid) ?? 0)) };
}
