import { and, eq, inArray, max, notInArray, sql, sum } from 'drizzle-orm';
import { minorFromNumber } from '../../../src-core/contract/money.ts';
import type { OrderStatus } from '../../../src-core/contract/orders.ts';
import type { Store } from '../store/open-store.ts';
import { creditEntries, orders } from '../store/schema.ts';

/** A cancelled order or item gives back (specification, credit transactions): ORDER_CANCEL_REFUND and ADMIN_CANCEL_REFUND. */
const REFUNDS = [7, 8];
/** Of an order that was cancelled whole the list tells, and no item of one that arrived is taken out. */
const OVER: readonly OrderStatus[] = ['CANCELLED', 'CANCELLED_REFUND', 'DELIVERED'];

const isUnderWay = (connectionId: string) =>
  and(
    eq(orders.connectionId, connectionId),
    notInArray(orders.status, [...OVER]),
    sql`json_extract(${orders.item}, '$.itemCount') > 1`,
  );

/** Whether an order is under way of which one item could be cancelled without the others. */
export const hasSeveralItems = (db: Store, connectionId: string): boolean =>
  db.select({ orderUid: orders.orderUid }).from(orders).where(isUnderWay(connectionId)).limit(1).get() !== undefined;

/** Such orders for which more came back than they were read with, and the last transaction that tells so. */
export function refundedSince(
  db: Store,
  connectionId: string,
): { readonly orderUid: string; readonly transactionId: number | null }[] {
  return db
    .select({
      orderUid: orders.orderUid,
      transactionId: max(creditEntries.transactionId),
      backMinor: sum(creditEntries.amountMinor).mapWith(Number),
      read: sql<number | null>`json_extract(${orders.detail}, '$.refundAmount')`,
    })
    .from(creditEntries)
    .innerJoin(orders, and(isUnderWay(connectionId), eq(orders.orderUid, creditEntries.orderUid)))
    .where(
      and(
        eq(creditEntries.connectionId, connectionId),
        eq(creditEntries.isIn, true),
        inArray(creditEntries.reasonCode, REFUNDS),
      ),
    )
    .groupBy(orders.orderUid)
    .all()
    .filter(({ backMinor, read }) => BigInt(backMinor) > minorFromNumber(read ?? 0));
}
