import { and, eq, sql } from 'drizzle-orm';
import { unindexed } from '../store/in-list.ts';
import { listReader } from '../store/list-reader.ts';
import type { Store } from '../store/open-store.ts';
import { jsonOf } from '../store/read-together.ts';
import { books, orderIntentItems, orderIntents, orders } from '../store/schema.ts';

/** Orders have no number of their own to page by. */
const orderPlace = sql<number>`${orders}.rowid`;

/**
 * Orders as the list shows them, of the connection that is given as `connectionId`. Titles are the desk's own, specs those by
 * which it ordered; the service's where it has none. Batches (id, name, when it came) are known of the desk's own books alone.
 */
export function orderReader(db: Store) {
  const own = (each: ReturnType<typeof sql>) =>
    db
      .select({ all: each })
      .from(orderIntents)
      .innerJoin(orderIntentItems, eq(orderIntentItems.intentId, orderIntents.intentId))
      .innerJoin(books, eq(books.bookId, orderIntentItems.bookId))
      .where(and(eq(orderIntents.connectionId, orders.connectionId), eq(orderIntents.orderUid, orders.orderUid)));
  const titles = own(sql`json_group_array(${books.title})`);
  const batches = own(sql`json_group_array(json_array(${books.importId}, ${books.batch}, ${books.addedAtMs}))`);
  const specs = own(
    sql`json_group_array(json_array(json_extract(${orderIntentItems.spec}, '$.specUid'), json_extract(${orderIntentItems.spec}, '$.name'))) filter (where ${orderIntentItems.spec} is not null)`,
  );
  const ofService = (each: ReturnType<typeof sql>) =>
    sql`(select json_group_array(${each}) from json_each(${orders.detail}, '$.items'))`;
  return listReader(db, {
    fields: {
      place: orderPlace,
      item: orders.item,
      status: orders.status,
      statusSinceMs: orders.statusSinceMs,
      foundAtMs: orders.foundAtMs,
      changedAtMs: orders.changedAtMs,
      trackingNumber: sql<string | null>`json_extract(${orders.detail}, '$.trackingNumber')`,
      trackingCarrier: sql<string | null>`json_extract(${orders.detail}, '$.trackingCarrier')`,
      cancelledItems: sql<number>`case when json_array_length(${orders.detail}, '$.items') > 1 and not ${orders.status} like 'CANCELLED%' then
        (select count(*) from json_each(${orders.detail}, '$.items') where json_extract(value, '$.itemStatus') like 'CANCELLED%') else 0 end`,
      bookTitles: jsonOf<string[]>(
        sql`coalesce(nullif((${titles}), '[]'), ${ofService(sql`json_extract(value, '$.bookTitle')`)})`,
      ),
      batches: jsonOf<[batchId: string, name: string, addedAtMs: number][]>(sql`(${batches})`),
      specs: jsonOf<[specUid: string, name: string | null][]>(
        sql`coalesce(nullif((${specs}), '[]'), ${ofService(sql`json_array(json_extract(value, '$.bookSpecUid'), json_extract(value, '$.bookSpecName'))`)})`,
      ),
    },
    id: orders.orderUid,
    place: orderPlace,
    from: (select, which) =>
      select.from(orders).where(and(eq(unindexed(orders.connectionId), sql.placeholder('connectionId')), which)),
  });
}

export type ListedOrder = ReturnType<ReturnType<typeof orderReader>['of']>[number];
