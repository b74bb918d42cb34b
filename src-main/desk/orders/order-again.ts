import { and, eq } from 'drizzle-orm';
import { bookSchema } from '../../../src-core/contract/books.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import type { Order, Shipping } from '../../../src-core/contract/orders.ts';
import { standingItems } from '../../../src-core/orders/order-machine.ts';
import { canBook } from '../../../src-core/desk/book-machine.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { recipientKey, type Recipient } from '../../../src-core/desk/recipients.ts';
import type { Output } from '../../../src-core/ipc/contract.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Recipients } from '../recipients/recipients.ts';
import { setDelivery } from '../store/book-stages.ts';
import { books, deliveries, orderIntentItems, orderIntents } from '../store/schema.ts';
import { SENT_ALONE } from '../store/sent-alone.ts';
import type { StatelessOrder } from './listed-orders.ts';
import type { GivenOrder } from './order-review.ts';

type Item = Order['items'][number];
type Found = Output<'orders.again'>;

/** What the service says of a book that may be ordered. */
const FINALIZED = 2;
const anyBook = successOf(bookSchema.pick({ status: true }));

const KNOWN = {
  bookId: books.bookId,
  print: books.print,
  checkedLevel: books.checkedLevel,
  undoId: books.undoId,
  bookUid: deliveries.bookUid,
  stage: deliveries.stage,
};

interface AgainPorts {
  readonly connections: Connections;
  readonly recipients: Recipients;
  /** An order of a connection, whole, as the service has it now: its address may have been changed by somebody else. */
  readonly readOrder: (connectionId: string, orderUid: string) => Promise<Order>;
  /** As it was read last. */
  readonly orderOf: (connectionId: string, orderUid: string) => Promise<Order>;
}

/**
 * Places orders once more whose books are in the library no more, or never were: what a service has is ordered by its number
 * there, whoever sent it. They are books of the desk all the same, so that intents, receipts and cancellations hold for them as for
 * any; the library does not show them.
 */
export class OrdersAgain {
  readonly #context: DeskContext;
  readonly #ports: AgainPorts;

  constructor(context: DeskContext, ports: AgainPorts) {
    this.#context = context;
    this.#ports = ports;
  }

  /**
   * All books of the orders that can be ordered once more, each once, with what is known of their print; and the titles of the
   * others, by why they are left out. Throws CONNECTION_NONE and what the client throws.
   */
  async prepare(orderUids: readonly string[]): Promise<Found> {
    const { connectionId } = this.#ports.connections.needActive();
    const client = await this.#ports.connections.clientOf(connectionId);
    const found = new Map<string, Found['books'][number]>();
    const left = { gone: new Set<string>(), changed: new Set<string>(), underWay: new Set<string>() };
    const there = new Map<string, boolean>();
    for (const orderUid of orderUids) {
      const order = await this.#ports.readOrder(connectionId, orderUid);
      for (const item of standingItems(order)) {
        const { bookUid, bookTitle: title } = item;
        const known = this.#known(connectionId, orderUid, bookUid);
        const why = known === null ? null : whyNot(known, bookUid);
        if (why !== null) {
          left[why].add(title);
          continue;
        }
        // One in the library is shown there, with what its check says.
        const isThere = known?.undoId === null || (there.get(bookUid) ?? (await isAtService(client, bookUid)));
        there.set(bookUid, isThere);
        if (!isThere) {
          left.gone.add(title);
          continue;
        }
        const { bookId, print, checkedLevel } = known ?? this.#made(connectionId, order, item);
        found.set(bookId, { bookId, title, print, checkedLevel });
      }
    }
    return {
      connectionId,
      books: [...found.values()],
      gone: [...left.gone],
      changed: [...left.changed],
      underWay: [...left.underWay],
    };
  }

  /** Each of the orders as it was, with those of its books that are among the given. Throws CONNECTION_NONE and what the client throws. */
  async given(orderUids: readonly string[], bookIds: readonly string[]): Promise<GivenOrder[]> {
    const { connectionId } = this.#ports.connections.needActive();
    const wanted = new Set(bookIds);
    const met = new Map<string, Recipient>();
    const orders: GivenOrder[] = [];
    for (const orderUid of orderUids) {
      const order = await this.#ports.orderOf(connectionId, orderUid);
      const items = standingItems(order).flatMap(({ bookUid, quantity }) => {
        const bookId = this.#known(connectionId, orderUid, bookUid)?.bookId;
        return bookId !== undefined && wanted.has(bookId) ? [{ bookId, quantity }] : [];
      });
      if (items.length === 0) continue;
      const address = addressOf(order);
      const key = recipientKey(address);
      const recipient = met.get(key) ?? this.#ports.recipients.withAddress(address);
      met.set(key, recipient);
      orders.push({ promoted: null, repeats: orderUid, recipient, items });
    }
    return orders;
  }

  /** As the desk placed the order, whatever the service calls the book by now; of an order that it did not place, by the number. */
  #known(connectionId: string, orderUid: string, bookUid: string) {
    const { db } = this.#context;
    const ordered = db
      .select(KNOWN)
      .from(orderIntentItems)
      .innerJoin(orderIntents, eq(orderIntents.intentId, orderIntentItems.intentId))
      .innerJoin(books, eq(books.bookId, orderIntentItems.bookId))
      .innerJoin(deliveries, and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, connectionId)))
      .where(
        and(
          eq(orderIntents.connectionId, connectionId),
          eq(orderIntents.orderUid, orderUid),
          eq(orderIntentItems.bookUid, bookUid),
        ),
      )
      .get();
    if (ordered !== undefined) return ordered;
    const rows = db
      .select(KNOWN)
      .from(deliveries)
      .innerJoin(books, eq(books.bookId, deliveries.bookId))
      .where(and(eq(deliveries.connectionId, connectionId), eq(deliveries.bookUid, bookUid)))
      .all();
    return rows.toSorted((a, b) => Number(a.undoId !== null) - Number(b.undoId !== null))[0] ?? null;
  }

  /** Whose files nobody here has: nothing is known of its print. Made once, however often it was asked for meanwhile. */
  #made(connectionId: string, { orderUid, orderedAt }: Order, item: Item) {
    const { db, ids, clock } = this.#context;
    return db.transaction(() => {
      const meanwhile = this.#known(connectionId, orderUid, item.bookUid);
      if (meanwhile !== null) return meanwhile;
      const made = { bookId: `b_${ids.base62(12)}`, print: 'notChecked', checkedLevel: null } as const;
      db.insert(books)
        .values({
          ...made,
          importId: orderUid,
          title: item.bookTitle,
          batch: item.bookTitle,
          specUid: item.bookSpecUid,
          pageCount: item.pageCount,
          quantity: item.quantity,
          pairing: { key: 'desk.pairing.ordered' },
          stage: 'incomplete',
          verdict: 'notChecked',
          findings: [],
          addedAtMs: clock.nowMs(),
          undoId: `${SENT_ALONE}${ids.base62(12)}`,
        })
        .run();
      setDelivery(db, connectionId, made.bookId, {
        stage: 'ordered',
        bookUid: item.bookUid,
        orderUid,
        orderedAtMs: Date.parse(orderedAt),
      });
      return made;
    });
  }
}

/** Why a book of the desk is not ordered by this number now; null: it may be. */
function whyNot(
  { bookUid, stage }: Pick<typeof deliveries.$inferSelect, 'bookUid' | 'stage'>,
  ordered: string,
): 'changed' | 'underWay' | null {
  if (bookUid !== ordered || stage === null) return 'changed';
  if (stage === 'ordering') return 'underWay';
  return canBook(stage, 'order') ? null : 'changed';
}

/** Where the order goes by now. */
export const addressOf = (order: Omit<StatelessOrder, 'items' | 'orderStatus'>): Shipping => ({
  recipientName: order.recipientName,
  recipientPhone: order.recipientPhone,
  postalCode: order.postalCode,
  address1: order.address1,
  ...(order.address2 === null ? {} : { address2: order.address2 }),
  ...(order.shippingMemo === null ? {} : { memo: order.shippingMemo }),
});

/** Whether the service has the book and would take an order of it. Throws what the client throws, but for a book that is not there. */
async function isAtService(client: ApiClient, bookUid: string): Promise<boolean> {
  try {
    const path = `/books/${encodeURIComponent(bookUid)}`;
    const { data } = await client.call({ method: 'GET', path, answer: anyBook });
    return data.status === FINALIZED;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_NOT_FOUND') return false;
    throw error;
  }
}
