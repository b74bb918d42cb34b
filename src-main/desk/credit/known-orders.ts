import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { setImmediate } from 'node:timers/promises';
import { minorFromNumber } from '../../../src-core/contract/money.ts';
import type { KnownOrder } from '../../../src-core/credit/reconcile.ts';
import type { Store } from '../store/open-store.ts';
import { orderIntents, orders } from '../store/schema.ts';

const A_READING = 500;

/** All orders of a connection with what the desk knows of their money; other work of the process runs in between. */
export async function knownOrders(db: Store, connectionId: string): Promise<KnownOrder[]> {
  const known: KnownOrder[] = [];
  for (let place = 0; ; ) {
    const rows = read(db, connectionId, gt(orderPlace, place));
    known.push(...rows.map(knownOrder));
    place = rows.at(-1)?.place ?? place;
    if (rows.length < A_READING) return known;
    await setImmediate();
  }
}

const orderPlace = sql<number>`${orders}.rowid`;

function read(db: Store, connectionId: string, which: SQL) {
  // An order whose own answer was lost is this desk's all the same: its reference is the intent's.
  const intended = db
    .select({ one: sql`1` })
    .from(orderIntents)
    .where(sql`${orderIntents.intentId} = json_extract(${orders.item}, '$.externalRef')`);
  return db
    .select({
      place: orderPlace,
      orderUid: orders.orderUid,
      status: orders.status,
      orderedAtMs: orders.orderedAtMs,
      paid: sql<number>`json_extract(${orders.item}, '$.paidCreditAmount')`,
      readAs: sql<string | null>`json_extract(${orders.detail}, '$.orderStatus')`,
      refund: sql<number | null>`json_extract(${orders.detail}, '$.refundAmount')`,
      paidAt: sql<string | null>`json_extract(${orders.detail}, '$.paidAt')`,
      cancelledAt: sql<string | null>`json_extract(${orders.detail}, '$.cancelledAt')`,
      intentId: orderIntents.intentId,
      notedMinor: orderIntents.chargeMinor,
      isIntended: sql<number>`exists ${intended}`,
    })
    .from(orders)
    .leftJoin(
      orderIntents,
      and(eq(orderIntents.connectionId, orders.connectionId), eq(orderIntents.orderUid, orders.orderUid)),
    )
    .where(and(eq(orders.connectionId, connectionId), which))
    .orderBy(asc(orderPlace))
    .limit(A_READING)
    .all();
}

function knownOrder(row: ReturnType<typeof read>[number]): KnownOrder {
  const paidMinor = minorFromNumber(row.paid);
  const isRead = row.readAs === row.status;
  const meantMinor = row.status === 'CANCELLED_REFUND' ? paidMinor : 0n;
  return {
    orderUid: row.orderUid,
    isOwn: row.intentId !== null || row.isIntended === 1,
    notedMinor: row.notedMinor === null ? null : BigInt(row.notedMinor),
    paidMinor,
    refundedMinor: isRead ? minorFromNumber(row.refund ?? 0) : meantMinor,
    isRead,
    paidAtMs: row.paidAt === null ? row.orderedAtMs : Date.parse(row.paidAt),
    cancelledAtMs: row.cancelledAt === null ? null : Date.parse(row.cancelledAt),
  };
}
