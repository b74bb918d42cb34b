import { and, asc, eq } from 'drizzle-orm';
import { minorToNumber } from '../../../src-core/contract/money.ts';
import type { Order } from '../../../src-core/contract/orders.ts';
import { orderedSpecSchema, type OrderReceipt } from '../../../src-core/desk/order-receipt.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { jobs, orderIntentItems, orderIntents } from '../store/schema.ts';

/** What was kept of an order when it was placed here and when its books were sent, a book for each of its items. */
export function receiptOf(db: Store, connectionId: string, { orderUid, items }: Order): OrderReceipt {
  const isOfOrder = and(eq(orderIntents.connectionId, connectionId), eq(orderIntents.orderUid, orderUid));
  const intent = db
    .select({ estimateMinor: orderIntents.estimateMinor, chargeMinor: orderIntents.chargeMinor })
    .from(orderIntents)
    .where(isOfOrder)
    .get();
  const kept = db
    .select({ bookUid: orderIntentItems.bookUid, spec: orderIntentItems.spec, print: orderIntentItems.print })
    .from(orderIntentItems)
    .innerJoin(orderIntents, eq(orderIntents.intentId, orderIntentItems.intentId))
    .where(isOfOrder)
    .all();
  const bookUids = items.map(({ bookUid }) => bookUid);
  const sent = db
    .select({ bookUid: jobs.bookUid, receipts: jobs.receipts })
    .from(jobs)
    .where(and(eq(jobs.connectionId, connectionId), inList(jobs.bookUid, bookUids)))
    .orderBy(asc(jobs.createdAtMs))
    .all();
  return {
    estimated: amountOf(intent?.estimateMinor),
    charged: amountOf(intent?.chargeMinor),
    books: items.map(({ bookUid, bookTitle, quantity, unitPrice, itemAmount }) => {
      const own = kept.find((one) => one.bookUid === bookUid);
      return {
        bookUid,
        title: bookTitle,
        quantity,
        charged: { unitPrice, amount: itemAmount },
        // Of an earlier version it has no word of what was not kept then.
        spec: orderedSpecSchema.nullable().parse(own?.spec ?? null),
        print: own?.print ?? null,
        files: sent
          .filter((job) => job.bookUid === bookUid)
          .flatMap(({ receipts }) => receipts)
          .map(({ kind, name, sizeBytes, sha256 }) => ({ kind, name, sizeBytes, sha256 })),
      };
    }),
  };
}

const amountOf = (minor: number | null | undefined): number | null =>
  minor === null || minor === undefined ? null : minorToNumber(BigInt(minor));
