import { and, eq, isNull, sql } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { recipientKey, type Recipient } from '../../../src-core/desk/recipients.ts';
import type { Input } from '../../../src-core/ipc/contract.ts';
import type { PrintTaken } from '../../../src-core/ipc/subjects/checks.ts';
import type { PromotionLook, PromotionView } from '../../../src-core/ipc/subjects/promotions.ts';
import type { Checks } from '../checks/checks.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { FileWatch } from '../library/file-watch.ts';
import type { Library } from '../library/library.ts';
import type { GivenOrder } from '../orders/order-review.ts';
import type { FileHashes } from '../preflight/file-hashes.ts';
import type { Recipients } from '../recipients/recipients.ts';
import { itemsUnderWay, liveItems } from '../store/books-on-order.ts';
import { inList } from '../store/in-list.ts';
import { books, promotions, type BookRow } from '../store/schema.ts';
import type { PromotedBook } from '../store/stored-promotion.ts';
import type { UploadQueue } from '../uploads/upload-queue.ts';
import { isUnderWay, openOrders, standingOf, type PromotionRow } from './promotion-standing.ts';
import { isSameBytes, sandboxOrders, sentHashes, type BookHashes, type SandboxOrder } from './sandbox-orders.ts';

/** Books change by the hundred at once: they are looked at when that is over. */
const LOOK_AFTER_MS = 200;

export interface PromotionPorts {
  readonly context: DeskContext;
  readonly connections: Connections;
  readonly checks: Checks;
  readonly hashes: FileHashes;
  readonly watch: FileWatch;
  readonly library: Library;
  readonly queue: UploadQueue;
  readonly recipients: Recipients;
}

const bytesOf = ({ cover, contents }: BookHashes): string => `${cover}.${contents}`;
const isOpen = isNull(promotions.endedAtMs);

/**
 * Repeats orders of a Sandbox at a Live connection, from the files on this computer: data never moves between environments.
 * What was agreed upon is on the disk before anything is sent, and goes on whenever that connection is in use. It ends at a
 * review: only a person's confirmation of its sum orders anything.
 */
export class Promotions {
  readonly #ports: PromotionPorts;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(ports: PromotionPorts) {
    this.#ports = ports;
  }

  /** Throws PROMOTION_NO_LIVE where no Sandbox is in use. */
  async look(orderUids: readonly string[]): Promise<PromotionLook> {
    const { context, connections } = this.#ports;
    const from = this.#needSandbox();
    const found = sandboxOrders(context.db, from, orderUids);
    const here = await this.#filesOf(from, found);
    const targets = connections
      .rows()
      .filter(({ environment, keyPrefix }) => environment === 'live' && keyPrefix !== null);
    const before = targets.map(({ connectionId }) => this.#before(from, connectionId, found));
    // A book that was taken out of the library is not repeated, nor is the order that would go without it.
    const orders = found.filter(({ items }) => items.every(({ bookId }) => here.has(bookId)));
    const addresses = new Map<string, PromotionLook['addresses'][number]>();
    for (const { address } of orders) {
      const key = recipientKey(address);
      addresses.set(key, { key, address, orders: (addresses.get(key)?.orders ?? 0) + 1 });
    }
    const wanted = new Set(orders.flatMap(({ items }) => items.map(({ bookId }) => bookId)));
    return {
      orders: orders.map(({ orderUid, address, items }) => ({
        orderUid,
        addressKey: recipientKey(address),
        items: items.map(({ bookId, quantity }) => ({ bookId, quantity })),
        before: before.flatMap((ofTarget) => ofTarget.get(orderUid) ?? []),
      })),
      books: [...wanted].flatMap((bookId) => {
        const book = here.get(bookId);
        if (book === undefined) return [];
        const { title, now, file } = book;
        return [{ bookId, title, file, bytes: now === null ? null : bytesOf(now) }];
      }),
      addresses: [...addresses.values()],
      others: new Set(orderUids).size - orders.length,
      targets: targets.map(({ connectionId, name, baseUrl, kind }) => ({
        connectionId,
        name,
        host: new URL(baseUrl).origin,
        kind,
      })),
    };
  }

  /**
   * Throws PROMOTION_NO_LIVE, PROMOTION_UNDECIDED when a file is other than it was said to be or an address was not confirmed,
   * PROMOTION_NOTHING when all of it was left out or ordered before.
   */
  async start({
    connectionId,
    orderUids,
    leaveOut,
    take,
    addresses,
    again,
    print,
  }: Input<'promotions.start'>): Promise<{ promotionId: string }> {
    const { context, connections, recipients } = this.#ports;
    const { db, ids, clock } = context;
    const from = this.#needSandbox();
    if (connections.find(connectionId).environment !== 'live') throw new AppError('PROMOTION_NO_LIVE');
    const left = new Set(leaveOut);
    const found = sandboxOrders(db, from, orderUids).map((order) => ({
      ...order,
      items: order.items.filter(({ bookId }) => !left.has(bookId)),
    }));
    const here = await this.#filesOf(from, found);
    const taken = new Map(take.map(({ bookId, bytes }) => [bookId, bytes]));
    const confirmed = new Map(addresses.map(({ key, address }) => [key, address]));
    const promotionId = `pro_${ids.base62(12)}`;
    db.transaction(() => {
      const before = this.#before(from, connectionId, found);
      const repeated = found.filter(({ orderUid, items }) => items.length > 0 && (again || !before.has(orderUid)));
      if (repeated.length === 0) throw new AppError('PROMOTION_NOTHING');
      const agreed = new Map<string, PromotedBook>();
      const known = recipients.byId(repeated.flatMap(({ recipientId }) => recipientId ?? []));
      const orders = repeated.map(({ orderUid, recipientId, address: former, items }) => {
        for (const { bookId } of items) {
          const book = here.get(bookId);
          const now = book?.now ?? null;
          const isDecided = now !== null && (book?.file === 'same' || taken.get(bookId) === bytesOf(now));
          if (!isDecided) throw new AppError('PROMOTION_UNDECIDED');
          agreed.set(bookId, { bookId, ...now });
        }
        const address = confirmed.get(recipientKey(former));
        if (address === undefined) throw new AppError('PROMOTION_UNDECIDED');
        const kept = recipients.keep(address, 'customer', 'live');
        const whose = recipientId === null ? undefined : known.get(recipientId);
        // It is still that person's copy, wherever it goes in Live.
        const recipient: Recipient = whose === undefined ? { ...kept, address } : { ...whose, address };
        return {
          fromOrderUid: orderUid,
          recipient,
          items: items.map(({ bookId, quantity }) => ({ bookId, quantity })),
        };
      });
      db.insert(promotions)
        .values({
          promotionId,
          connectionId,
          fromConnectionId: from,
          orders,
          books: [...agreed.values()],
          print,
          queued: [],
          createdAtMs: clock.nowMs(),
        })
        .run();
    });
    context.changed('promotions', 'recipients');
    return { promotionId };
  }

  /** What is still to be ordered of all promotions, oldest first. */
  list(): PromotionView[] {
    const { connections } = this.#ports;
    return this.#open().flatMap((row): PromotionView[] => {
      const { promotionId, connectionId, createdAtMs } = row;
      const connection = connections.rows().find((one) => one.connectionId === connectionId);
      const orders = openOrders(this.#ports.context.db, row);
      if (connection === undefined || orders.length === 0) return [];
      const standing = this.#standing(row, orders);
      const troubles = standing.flatMap(({ bookId, title, why, canTake }) =>
        why === null ? [] : [{ bookId, title, why, canTake }],
      );
      const uploaded = standing.filter(({ at }) => at === 'sent').length;
      return [
        {
          promotionId,
          createdAtMs,
          connection: { connectionId, name: connection.name, isInUse: connection.isActive },
          orders: orders.length,
          books: standing.map(({ bookId }) => bookId),
          uploaded,
          state: uploaded === standing.length ? 'ready' : troubles.length > 0 ? 'needsYou' : 'uploading',
          troubles,
        },
      ];
    });
  }

  /** The orders that are to be reviewed. Throws PROMOTION_UNKNOWN, PROMOTION_NOT_READY. */
  given(promotionId: string): GivenOrder[] {
    const row = this.#need(promotionId);
    const orders = openOrders(this.#ports.context.db, row);
    const isHere = this.#ports.connections.active()?.connectionId === row.connectionId;
    if (!isHere || this.#standing(row, orders).some(({ at }) => at !== 'sent'))
      throw new AppError('PROMOTION_NOT_READY');
    return orders.map(({ order, recipient, items }) => ({
      promoted: { promotionId, order },
      repeats: null,
      recipient,
      items,
    }));
  }

  /** Throws PROMOTION_UNKNOWN, and what the upload queue throws. */
  async decide({ promotionId, bookIds, take, print }: Input<'promotions.decide'>): Promise<void> {
    const asked = new Set(bookIds);
    if (!take) {
      const { orders } = this.#need(promotionId);
      this.#write(promotionId, {
        orders: orders.map((order) => ({ ...order, items: order.items.filter(({ bookId }) => !asked.has(bookId)) })),
      });
    } else {
      const now = await this.#hashesNow(bookIds);
      const row = this.#need(promotionId);
      const taken = row.books.map((book) => ({ ...book, ...(asked.has(book.bookId) ? now.get(book.bookId) : {}) }));
      this.#write(promotionId, { books: taken, queued: row.queued.filter((bookId) => !asked.has(bookId)) });
      await this.#advance(promotionId, print);
    }
    this.booksChanged();
  }

  /** Throws PROMOTION_UNKNOWN. */
  drop(promotionId: string): void {
    this.#need(promotionId);
    this.#write(promotionId, { endedAtMs: this.#ports.context.clock.nowMs() });
  }

  /** Books moved, or another connection came into use. Called as often as it happens. */
  booksChanged(): void {
    if (this.#isClosed || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // The next round follows this one, and the desk is closed after it, whatever a full disk made of it.
      this.#round = this.#round
        .then(() => this.goOn())
        .catch((error: unknown) => this.#ports.context.log.write('error', 'promotions do not go on', { error }));
    }, LOOK_AFTER_MS);
  }

  /** Queues what is to be queued at the connection in use, and ends what is done. */
  async goOn(): Promise<void> {
    const { context, connections } = this.#ports;
    for (const row of this.#open()) {
      if (this.#isClosed) return;
      if (openOrders(context.db, row).length === 0) {
        if (!isUnderWay(context.db, row)) this.#write(row.promotionId, { endedAtMs: context.clock.nowMs() });
        continue;
      }
      if (connections.active()?.connectionId !== row.connectionId) continue;
      try {
        await this.#advance(row.promotionId, row.print);
      } catch (error) {
        if (!(error instanceof AppError)) context.log.write('error', 'a promotion does not go on', { error });
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#round;
  }

  /** One step for each of its books that has a step to take. */
  async #advance(promotionId: string, print: PrintTaken): Promise<void> {
    const { context, connections, library, queue } = this.#ports;
    const standing = () => {
      const row = this.#need(promotionId);
      return this.#standing(row, openOrders(context.db, row));
    };
    const isHere = () => connections.active()?.connectionId === this.#need(promotionId).connectionId;
    if (!isHere()) return;
    const unread = standing().flatMap(({ bookId, at }) => (at === 'unread' ? [bookId] : []));
    if (unread.length > 0 && (await this.#hashesNow(unread)).size > 0) context.changed('promotions');
    if (!isHere()) return;
    for (const { bookId, at } of standing()) if (at === 'toSendAnew') library.sendAnew(bookId);
    const bookIds = standing().flatMap(({ bookId, at }) => (at === 'toQueue' ? [bookId] : []));
    if (bookIds.length === 0) return;
    // Bytes that nobody has read to their end since they were written are read before they go.
    const now = await this.#hashesNow(bookIds);
    const row = this.#need(promotionId);
    const agreed = new Map(row.books.map((book) => [book.bookId, book]));
    const going = bookIds.filter((bookId) => {
      const [is, wanted] = [now.get(bookId), agreed.get(bookId)];
      return is !== undefined && wanted !== undefined && isSameBytes(is, wanted);
    });
    if (going.length === 0 || !isHere()) return;
    await queue.upload(going, print);
    this.#write(promotionId, { queued: [...new Set([...this.#need(promotionId).queued, ...going])] });
  }

  #standing(row: PromotionRow, orders: readonly { readonly items: readonly { readonly bookId: string }[] }[]) {
    const bookIds = [...new Set(orders.flatMap(({ items }) => items.map(({ bookId }) => bookId)))];
    return standingOf(this.#ports.context.db, row, bookIds);
  }

  #needSandbox(): string {
    const { connectionId, environment } = this.#ports.connections.needActive();
    if (environment !== 'sandbox') throw new AppError('PROMOTION_NO_LIVE');
    return connectionId;
  }

  /** Those that go on, oldest first. */
  #open(): PromotionRow[] {
    return this.#ports.context.db.select().from(promotions).where(isOpen).orderBy(sql`rowid`).all();
  }

  #need(promotionId: string): PromotionRow {
    const { db } = this.#ports.context;
    const row = db
      .select()
      .from(promotions)
      .where(and(eq(promotions.promotionId, promotionId), isOpen))
      .get();
    if (row === undefined) throw new AppError('PROMOTION_UNKNOWN');
    return row;
  }

  #write(promotionId: string, set: Partial<PromotionRow>): void {
    const { db, changed } = this.#ports.context;
    db.update(promotions).set(set).where(eq(promotions.promotionId, promotionId)).run();
    changed('promotions');
  }

  /** For each of the orders that has a book on order at the target, confirmed there, or in a promotion that goes there, where. */
  #before(
    from: string,
    connectionId: string,
    found: readonly SandboxOrder[],
  ): ReadonlyMap<string, PromotionLook['orders'][number]['before']> {
    const { db } = this.#ports.context;
    const live = new Map<string, ReturnType<typeof liveItems>>();
    for (const item of liveItems(db, connectionId, bookIdsOf(found)))
      live.set(item.bookId, [...(live.get(item.bookId) ?? []), item]);
    for (const { bookId, recipientId, confirmedAtMs } of itemsUnderWay(db, connectionId, bookIdsOf(found)))
      live.set(bookId, [
        ...(live.get(bookId) ?? []),
        { bookId, recipientId, orderUid: null, orderedAtMs: confirmedAtMs },
      ]);
    const underWay = new Map(
      this.#open()
        .filter((row) => row.connectionId === connectionId && row.fromConnectionId === from)
        .flatMap((row) =>
          openOrders(db, row).map(({ order }) => [row.orders[order]?.fromOrderUid ?? '', row.createdAtMs]),
        ),
    );
    return new Map(
      found.flatMap(({ orderUid, recipientId, items }) => {
        const ordered = items.flatMap(({ bookId }) =>
          (live.get(bookId) ?? []).flatMap((item) =>
            recipientId === null || item.recipientId === recipientId
              ? [{ connectionId, orderUid: item.orderUid, atMs: item.orderedAtMs ?? 0 }]
              : [],
          ),
        );
        const once = [...new Map(ordered.map((one) => [one.orderUid, one])).values()];
        const sinceMs = underWay.get(orderUid);
        const all = sinceMs === undefined ? once : [...once, { connectionId, orderUid: null, atMs: sinceMs as number }];
        return all.length === 0 ? [] : [[orderUid, all] as const];
      }),
    );
  }

  /** The books of the orders that are in the library, with what lies at their places now. */
  async #filesOf(from: string, found: readonly SandboxOrder[]) {
    const { db } = this.#ports.context;
    const bookIds = bookIdsOf(found);
    const now = await this.#hashesNow(bookIds);
    const ordered = sentHashes(
      db,
      from,
      found.flatMap(({ items }) => items.map(({ bookUid }) => bookUid)),
    );
    const uidOf = new Map(found.flatMap(({ items }) => items.map(({ bookId, bookUid }) => [bookId, bookUid])));
    return new Map(
      this.#booksOf(bookIds).map(({ bookId, title }) => {
        const [is, was] = [now.get(bookId) ?? null, ordered.get(uidOf.get(bookId) ?? '')];
        const file = is === null ? 'gone' : was !== undefined && isSameBytes(is, was) ? 'same' : 'changed';
        return [bookId, { title, now: is, file }] as const;
      }),
    );
  }

  #booksOf(bookIds: readonly string[]): BookRow[] {
    const { db } = this.#ports.context;
    return db
      .select()
      .from(books)
      .where(and(inList(books.bookId, bookIds), isNull(books.undoId)))
      .all();
  }

  /** What lies at the places of the books' files, read to its end where that was not done. Without those of which a file is away. */
  async #hashesNow(bookIds: readonly string[]): Promise<ReadonlyMap<string, BookHashes>> {
    const { checks, hashes, watch } = this.#ports;
    await watch.lookAt(bookIds);
    const found = new Map<string, BookHashes>();
    for (const book of this.#booksOf(bookIds)) {
      const { cover, contents } = checks.filesOf(book);
      if (cover === null || contents === null) continue;
      try {
        found.set(book.bookId, {
          cover: await hashes.ofChecked(cover),
          contents: await hashes.ofChecked(contents),
        });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }
    return found;
  }
}

const bookIdsOf = (found: readonly SandboxOrder[]): string[] => [
  ...new Set(found.flatMap(({ items }) => items.map(({ bookId }) => bookId))),
];
