import { and, asc, eq } from 'drizzle-orm';
import { createOrderBodySchema, type Order, type Shipping } from '../../../src-core/contract/orders.ts';
import { isCancelled } from '../../../src-core/orders/order-machine.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { effects, jobs, orderIntentItems, orderIntents, orders } from '../store/schema.ts';

/** An order as it was placed here, without what was cancelled of it. */
export interface SandboxOrder {
  readonly orderUid: string;
  readonly recipientId: string | null;
  readonly address: Shipping;
  readonly items: readonly { readonly bookId: string; readonly bookUid: string; readonly quantity: number }[];
}

/** Those of the orders that were placed at the connection from here and stand, in the order in which they were placed. */
export function sandboxOrders(db: Store, connectionId: string, orderUids: readonly string[]): SandboxOrder[] {
  const rows = db
    .select({
      orderUid: orders.orderUid,
      status: orders.status,
      detail: orders.detail,
      recipientId: orderIntents.recipientId,
      body: effects.body,
      item: {
        bookId: orderIntentItems.bookId,
        bookUid: orderIntentItems.bookUid,
        quantity: orderIntentItems.quantity,
      },
    })
    .from(orderIntents)
    .innerJoin(
      orders,
      and(eq(orders.connectionId, orderIntents.connectionId), eq(orders.orderUid, orderIntents.orderUid)),
    )
    .innerJoin(orderIntentItems, eq(orderIntentItems.intentId, orderIntents.intentId))
    .innerJoin(
      effects,
      and(eq(effects.subjectId, orderIntents.intentId), eq(effects.kind, 'order'), eq(effects.state, 'done')),
    )
    .where(
      and(
        eq(orderIntents.connectionId, connectionId),
        eq(orderIntents.state, 'ordered'),
        eq(orderIntentItems.isCancelled, false),
        inList(orderIntents.orderUid, orderUids),
      ),
    )
    .orderBy(
      asc(orders.orderedAtMs),
      asc(orderIntents.runId),
      asc(orderIntents.position),
      asc(orderIntentItems.position),
    )
    .all();
  const found = new Map<string, { order: Omit<SandboxOrder, 'items'>; items: SandboxOrder['items'][number][] }>();
  for (const { orderUid, status, detail, recipientId, body, item } of rows) {
    // What a print house would not take is proved of nothing.
    if (isCancelled(status) || status === 'ERROR') continue;
    const known = found.get(orderUid);
    if (known !== undefined) known.items.push(item);
    else
      found.set(orderUid, {
        order: { orderUid, recipientId, address: detail === null ? addressIn(body) : addressOf(detail) },
        items: [item],
      });
  }
  return [...found.values()].map(({ order, items }) => ({ ...order, items }));
}

const addressIn = (body: string): Shipping => createOrderBodySchema.parse(JSON.parse(body)).shipping;

/** Where it went in the end: the address of an order can be changed. */
const addressOf = ({
  recipientName,
  recipientPhone,
  postalCode,
  address1,
  address2,
  shippingMemo,
}: Order): Shipping => ({
  recipientName,
  recipientPhone,
  postalCode,
  address1,
  ...(address2 === null ? {} : { address2 }),
  ...(shippingMemo === null ? {} : { memo: shippingMemo }),
});

/** The hashes of a book's files. */
export interface BookHashes {
  readonly cover: string;
  readonly contents: string;
}

/** What a service acknowledged of books, by its own number of each: the bytes that an order of it prints. */
export function sentHashes(
  db: Store,
  connectionId: string,
  bookUids: readonly string[],
): ReadonlyMap<string, BookHashes> {
  const sent = db
    .select({ bookUid: jobs.bookUid, receipts: jobs.receipts })
    .from(jobs)
    .where(and(eq(jobs.connectionId, connectionId), inList(jobs.bookUid, bookUids)))
    .all();
  return new Map(
    sent.flatMap(({ bookUid, receipts }) => {
      const hashOf = (kind: 'cover' | 'contents') => receipts.findLast((receipt) => receipt.kind === kind)?.sha256;
      const [cover, contents] = [hashOf('cover'), hashOf('contents')];
      return bookUid === null || cover === undefined || contents === undefined ? [] : [[bookUid, { cover, contents }]];
    }),
  );
}

export const isSameBytes = (a: BookHashes, b: BookHashes): boolean => a.cover === b.cover && a.contents === b.contents;
