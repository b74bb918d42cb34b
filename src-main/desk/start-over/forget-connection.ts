import { and, eq, inArray, like, ne, notInArray } from 'drizzle-orm';
import type { Store } from '../store/open-store.ts';
import {
  books,
  connections,
  creditEntries,
  deliveries,
  effects,
  hotFolders,
  jobs,
  orderEvents,
  orderIntentItems,
  orderIntents,
  orderRuns,
  orders,
} from '../store/schema.ts';
import { SENT_ALONE } from '../store/sent-alone.ts';

/** What the desk knows of one connection alone. */
const OF_CONNECTION = [deliveries, jobs, effects, orderIntents, orderRuns, orders, orderEvents, creditEntries] as const;

/**
 * Forgets everything that was sent to a connection, ordered and read there: its books are as if they had never left. The connection itself, books,
 * files and recipients stay, but for books that were known from its orders alone; so do promotions, which hold what they need of the orders that they repeat. Hot folders that send there are paused:
 * what they sent is green again, and nobody has said that it is to go out once more. Within a transaction.
 */
export function forgetConnection(db: Store, connectionId: string): void {
  const intents = db
    .select({ intentId: orderIntents.intentId })
    .from(orderIntents)
    .where(eq(orderIntents.connectionId, connectionId));
  db.delete(orderIntentItems).where(inArray(orderIntentItems.intentId, intents)).run();
  for (const table of OF_CONNECTION) db.delete(table).where(eq(table.connectionId, connectionId)).run();
  const sentElsewhere = db.select({ bookId: deliveries.bookId }).from(deliveries);
  db.delete(books)
    .where(and(like(books.undoId, `${SENT_ALONE}%`), notInArray(books.bookId, sentElsewhere)))
    .run();
  db.update(connections)
    .set({ ordersSeenAtMs: null, ordersCheckedAtMs: null })
    .where(eq(connections.connectionId, connectionId))
    .run();
  db.update(hotFolders)
    .set({ isPaused: true })
    .where(and(eq(hotFolders.connectionId, connectionId), ne(hotFolders.whenGreen, 'nothing')))
    .run();
}
