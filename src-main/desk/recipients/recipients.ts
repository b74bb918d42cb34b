import { and, asc, desc, eq, isNotNull, isNull, notExists, notInArray, or, sql, sum } from 'drizzle-orm';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import type { Shipping } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import {
  recipientKey,
  type Consignment,
  type Recipient,
  type RecipientKind,
} from '../../../src-core/desk/recipients.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Step } from '../steps/steps.ts';
import { inList } from '../store/in-list.ts';
import { insertMany } from '../store/insert-many.ts';
import { settleOnOrder } from '../store/books-on-order.ts';
import { bookRecipients, books, hotFolders, orderIntents, promotions, recipients } from '../store/schema.ts';
import { forgetLastAddress } from './last-address.ts';

type Environment = 'sandbox' | 'live';

const RECIPIENT = { recipientId: recipients.recipientId, address: recipients.address, kind: recipients.kind };

/** The address book, and whom each book goes to. */
export class Recipients {
  readonly #context: DeskContext;

  constructor(context: DeskContext) {
    this.#context = context;
  }

  /**
   * Deletes who was taken out of the address book while the desk was open last: nobody can take that back any more. Whom a book, a hot
   * folder or an open promotion goes to stays, and who had an order, by whom it is known that a book is not ordered for the same one again.
   */
  open(): void {
    const { db } = this.#context;
    this.#tellAnew();
    const isPromised = db
      .select({ one: sql`1` })
      .from(promotions)
      .where(and(isNull(promotions.endedAtMs), sql`instr(${promotions.orders}, ${recipients.recipientId}) > 0`));
    const named = [bookRecipients, hotFolders, orderIntents].map((table) =>
      notInArray(
        recipients.recipientId,
        db.select({ recipientId: table.recipientId }).from(table).where(isNotNull(table.recipientId)),
      ),
    );
    db.delete(recipients)
      .where(and(isNotNull(recipients.removedAtMs), ...named, notExists(isPromised)))
      .run();
  }

  /** An earlier version told some apart that are the same: they become one. */
  #tellAnew(): void {
    const { db, log } = this.#context;
    const all = db.select().from(recipients).orderBy(desc(recipients.usedAtMs)).all();
    const told = new Map(all.map((entry) => [entry.addressKey, entry]));
    for (const entry of all) {
      const { recipientId } = entry;
      const addressKey = recipientKey(entry.address);
      if (addressKey === entry.addressKey) continue;
      const same = told.get(addressKey);
      // Whichever of the two stood in the address book still does.
      const kept = same === undefined ? entry : { ...same, ...seenAs(entry, same) };
      try {
        db.transaction(() => {
          if (same !== undefined) this.#join(recipientId, same.recipientId);
          const { removedAtMs, environment } = kept;
          const set = { removedAtMs, environment, ...(same === undefined ? { addressKey } : {}) };
          db.update(recipients).set(set).where(eq(recipients.recipientId, kept.recipientId)).run();
        });
        told.set(addressKey, kept);
      } catch (error) {
        // More copies than one order may have: they stay apart, as they were.
        if (!(error instanceof AppError)) throw error;
        log.write('warn', 'two entries of one recipient stay apart', { code: error.code });
      }
    }
  }

  /** Those that were not removed, whoever was written to last first. What was typed for orders of the other environment is left out. */
  list(environment: Environment | null): Recipient[] {
    const isSeen = or(isNull(recipients.environment), eq(recipients.environment, environment ?? 'sandbox'));
    return this.#context.db
      .select(RECIPIENT)
      .from(recipients)
      .where(and(isNull(recipients.removedAtMs), isSeen))
      .orderBy(desc(recipients.usedAtMs), asc(recipients.recipientId))
      .all();
  }

  /** Removed ones too: a book may still go there. */
  byId(recipientIds: readonly string[]): ReadonlyMap<string, Recipient> {
    const found = this.#context.db
      .select(RECIPIENT)
      .from(recipients)
      .where(inList(recipients.recipientId, [...new Set(recipientIds)]))
      .all();
    return new Map(found.map((recipient) => [recipient.recipientId, recipient]));
  }

  /**
   * Writes an address down, or over that of `recipientId`. The same address stands in the book once: where another entry has
   * it, the two become one, and what was to go to the former goes there. Throws RECIPIENT_UNKNOWN, RECIPIENT_TOO_MANY_COPIES.
   */
  save(recipientId: string | null, address: Shipping, kind: RecipientKind): Recipient {
    const { db } = this.#context;
    const saved = db.transaction(() => {
      if (recipientId === null) return this.keep(address, kind);
      this.#mustBeKnown([recipientId]);
      const same = db
        .select({ recipientId: recipients.recipientId })
        .from(recipients)
        .where(eq(recipients.addressKey, recipientKey(address)))
        .get();
      if (same !== undefined && same.recipientId !== recipientId) {
        this.#join(recipientId, same.recipientId);
        return this.keep(address, kind);
      }
      return db
        .update(recipients)
        .set({ ...this.#kept(address, kind), removedAtMs: null, environment: null })
        .where(eq(recipients.recipientId, recipientId))
        .returning(RECIPIENT)
        .get();
    });
    this.#context.changed('recipients', 'library');
    return saved;
  }

  /**
   * The entry of an address, a new one written down as `kind`. One that was typed for an order is seen in its `environment`
   * until it is written down without. Within a transaction.
   */
  keep(address: Shipping, kind: RecipientKind, environment: Environment | null = null): Recipient {
    const { db, clock, ids } = this.#context;
    const kept = this.#kept(address, kind);
    const same = db.select().from(recipients).where(eq(recipients.addressKey, kept.addressKey)).get();
    if (same === undefined) {
      const recipientId = `rcp_${ids.base62(12)}`;
      db.insert(recipients)
        .values({ recipientId, ...kept, environment })
        .run();
      return { recipientId, kind, address };
    }
    const isMetElsewhere = same.removedAtMs === null && same.environment !== environment;
    // Met again, it stays as it was written.
    db.update(recipients)
      .set({ usedAtMs: clock.nowMs(), removedAtMs: null, environment: isMetElsewhere ? null : environment })
      .where(eq(recipients.recipientId, same.recipientId))
      .run();
    return { recipientId: same.recipientId, address: same.address, kind: same.kind };
  }

  /** The entry of an address; a new one, which is not in the book before `keepMet`, where none has it. */
  withAddress(address: Shipping): Recipient {
    const { db, ids } = this.#context;
    const known = db
      .select(RECIPIENT)
      .from(recipients)
      .where(eq(recipients.addressKey, recipientKey(address)))
      .get();
    return known ?? { recipientId: `rcp_${ids.base62(12)}`, address, kind: 'customer' };
  }

  /** `recipientKey` of those of the addresses that the address book has an entry of, a removed one too. */
  writtenOf(addresses: readonly Shipping[]): ReadonlySet<string> {
    const { db } = this.#context;
    const areThese = inList(recipients.addressKey, addresses.map(recipientKey));
    const found = db.select({ addressKey: recipients.addressKey }).from(recipients).where(areThese).all();
    return new Set(found.map(({ addressKey }) => addressKey));
  }

  /**
   * Writes those down that are not in the address book, to be seen in the `environment` alone, and answers under which entry each
   * stands: its address may have been met twice before either was written down. Within a transaction.
   */
  keepMet(met: readonly Recipient[], environment: Environment): ReadonlyMap<string, string> {
    const { db } = this.#context;
    const known = this.byId(met.map(({ recipientId }) => recipientId));
    const entries = new Map<string, string>();
    for (const { recipientId, address, kind } of met) {
      if (known.has(recipientId)) continue;
      const kept = this.#kept(address, kind);
      db.insert(recipients)
        .values({ recipientId, ...kept, environment })
        .onConflictDoNothing()
        .run();
      const entry = db
        .select({ recipientId: recipients.recipientId })
        .from(recipients)
        .where(eq(recipients.addressKey, kept.addressKey))
        .get();
      entries.set(recipientId, entry?.recipientId ?? recipientId);
    }
    return entries;
  }

  #kept(address: Shipping, kind: RecipientKind) {
    return { address, addressKey: recipientKey(address), kind, usedAtMs: this.#context.clock.nowMs() };
  }

  /** One entry becomes another: its books go there, and what they have on order is what the other has. Within a transaction. */
  #join(from: string, to: string): void {
    const { db, clock } = this.#context;
    const bookIds = db
      .select({ bookId: bookRecipients.bookId })
      .from(bookRecipients)
      .where(eq(bookRecipients.recipientId, from))
      .all()
      .map(({ bookId }) => bookId);
    db.update(orderIntents).set({ recipientId: to }).where(eq(orderIntents.recipientId, from)).run();
    // What orders by itself would go on to the former door.
    db.update(hotFolders).set({ recipientId: to }).where(eq(hotFolders.recipientId, from)).run();
    // Identifiers stand nowhere but as such; the address that was confirmed for Live stays.
    db.update(promotions)
      .set({ orders: sql`replace(${promotions.orders}, ${from}, ${to})` })
      .where(isNull(promotions.endedAtMs))
      .run();
    db.update(recipients).set({ removedAtMs: clock.nowMs() }).where(eq(recipients.recipientId, from)).run();
    const joined = [...this.ofBooks(bookIds)].map(([bookId, consignments]): [string, Consignment[]] => {
      const copies = new Map<string, number>();
      for (const { recipientId, quantity } of consignments) {
        const id = recipientId === from ? to : recipientId;
        copies.set(id, (copies.get(id) ?? 0) + quantity);
      }
      return [bookId, [...copies].map(([recipientId, quantity]) => ({ recipientId, quantity }))];
    });
    this.give(new Map(joined));
  }

  /**
   * The entry of each address, as many statements however many there are; `fresh` are those that were not in the address book.
   * Within a transaction.
   */
  keepMany(
    addresses: readonly Shipping[],
    kind: RecipientKind,
  ): { readonly recipientIds: readonly string[]; readonly fresh: readonly string[] } {
    const { db, clock, ids } = this.#context;
    const usedAtMs = clock.nowMs();
    const keys = addresses.map(recipientKey);
    const known = db
      .select({
        recipientId: recipients.recipientId,
        addressKey: recipients.addressKey,
        removedAtMs: recipients.removedAtMs,
      })
      .from(recipients)
      .where(inList(recipients.addressKey, [...new Set(keys)]))
      .all();
    const idOf = new Map(known.map(({ addressKey, recipientId }) => [addressKey, recipientId]));
    const rows: (typeof recipients.$inferInsert)[] = [];
    for (const [at, addressKey] of keys.entries()) {
      const address = addresses[at];
      if (idOf.has(addressKey) || address === undefined) continue;
      const recipientId = `rcp_${ids.base62(12)}`;
      idOf.set(addressKey, recipientId);
      rows.push({ recipientId, kind, address, addressKey, usedAtMs });
    }
    insertMany(db, recipients, rows);
    db.update(recipients)
      .set({ usedAtMs, removedAtMs: null, environment: null })
      .where(
        inList(
          recipients.recipientId,
          known.map(({ recipientId }) => recipientId),
        ),
      )
      .run();
    const removed = known.filter(({ removedAtMs }) => removedAtMs !== null);
    return {
      recipientIds: keys.map((key) => idOf.get(key) ?? ''),
      fresh: [...rows, ...removed].map(({ recipientId }) => recipientId),
    };
  }

  /** Takes entries out of the address book that no book goes to. Within a transaction. */
  removeUnused(recipientIds: readonly string[]): void {
    const { db, clock } = this.#context;
    const goesThere = db
      .select({ recipientId: bookRecipients.recipientId })
      .from(bookRecipients)
      .where(eq(bookRecipients.recipientId, recipients.recipientId));
    db.update(recipients)
      .set({ removedAtMs: clock.nowMs() })
      .where(and(inList(recipients.recipientId, recipientIds), notExists(goesThere)))
      .run();
  }

  /** Takes an entry out of the address book, as one step. Throws RECIPIENT_UNKNOWN. */
  remove(recipientId: string): Step {
    this.#setRemoved(recipientId, true);
    return {
      size: 1,
      takeBack: () => {
        this.#setRemoved(recipientId, false);
        return { again: { size: 1, takeBack: () => ({ again: this.remove(recipientId), left: 0 }) }, left: 0 };
      },
    };
  }

  #setRemoved(recipientId: string, isRemoved: boolean): void {
    const { db, clock } = this.#context;
    const set = { removedAtMs: isRemoved ? clock.nowMs() : null };
    db.transaction(() => {
      const [found] = db
        .update(recipients)
        .set(set)
        .where(eq(recipients.recipientId, recipientId))
        .returning({ addressKey: recipients.addressKey })
        .all();
      if (found === undefined) throw new AppError('RECIPIENT_UNKNOWN');
      // The next order would begin with it, and write it into the book again.
      if (isRemoved) forgetLastAddress(db, found.addressKey);
    });
    this.#context.changed('recipients');
  }

  ofBook(bookId: string): (Recipient & { readonly quantity: number })[] {
    return this.#context.db
      .select({ ...RECIPIENT, quantity: bookRecipients.quantity })
      .from(bookRecipients)
      .innerJoin(recipients, eq(recipients.recipientId, bookRecipients.recipientId))
      .where(eq(bookRecipients.bookId, bookId))
      .orderBy(asc(bookRecipients.position))
      .all();
  }

  /** Books without a recipient are missing. */
  ofBooks(bookIds: readonly string[]): ReadonlyMap<string, readonly Consignment[]> {
    const { bookId, recipientId, quantity } = bookRecipients;
    const rows = this.#context.db
      .select({ bookId, recipientId, quantity })
      .from(bookRecipients)
      .where(inList(bookId, bookIds))
      .orderBy(asc(bookRecipients.position))
      .all();
    const found = new Map<string, Consignment[]>();
    for (const { bookId: of, ...consignment } of rows) {
      const known = found.get(of);
      if (known === undefined) found.set(of, [consignment]);
      else known.push(consignment);
    }
    return found;
  }

  /** The book's copies become their sum. Throws BOOK_UNKNOWN, RECIPIENT_UNKNOWN, RECIPIENT_TOO_MANY_COPIES. */
  setForBook(bookId: string, consignments: readonly Consignment[]): void {
    const { db } = this.#context;
    if (db.select({ bookId: books.bookId }).from(books).where(eq(books.bookId, bookId)).get() === undefined)
      throw new AppError('BOOK_UNKNOWN');
    this.#mustBeKnown(consignments.map(({ recipientId }) => recipientId));
    db.transaction(() => this.give(new Map([[bookId, consignments]])));
    this.#context.changed('library', 'recipients');
  }

  /** One recipient for all copies of each book, or the batch's for null. Throws RECIPIENT_UNKNOWN, RECIPIENT_TOO_MANY_COPIES. */
  assign(bookIds: readonly string[], recipientId: string | null): void {
    const { db } = this.#context;
    if (recipientId !== null) this.#mustBeKnown([recipientId]);
    const quantities = db
      .select({ bookId: books.bookId, quantity: books.quantity })
      .from(books)
      .where(inList(books.bookId, bookIds))
      .all();
    const tooMany = quantities.find(({ quantity }) => quantity > LIMITS.quantityMax);
    if (tooMany !== undefined) throw this.#tooMany(tooMany.bookId, tooMany.quantity);
    db.transaction(() =>
      this.give(
        new Map(
          quantities.map(({ bookId, quantity }) => [bookId, recipientId === null ? [] : [{ recipientId, quantity }]]),
        ),
      ),
    );
    this.#context.changed('library', 'recipients');
  }

  /**
   * Whom each of the books goes to from now on; their copies follow, and whether they are ordered. So many statements, however
   * many books. Within a transaction. Throws RECIPIENT_TOO_MANY_COPIES.
   */
  give(ofBooks: ReadonlyMap<string, readonly Consignment[]>): void {
    const { db, clock } = this.#context;
    this.#mustBeOrderable(ofBooks);
    const rows = [...ofBooks].flatMap(([bookId, consignments]) =>
      consignments.map((consignment, position) => ({ bookId, ...consignment, position })),
    );
    db.delete(bookRecipients)
      .where(inList(bookRecipients.bookId, [...ofBooks.keys()]))
      .run();
    insertMany(db, bookRecipients, rows);
    const copies = db
      .select({ copies: sum(bookRecipients.quantity) })
      .from(bookRecipients)
      .where(eq(bookRecipients.bookId, books.bookId));
    const given = [...ofBooks].filter(([, consignments]) => consignments.length > 0).map(([bookId]) => bookId);
    db.update(books)
      .set({ quantity: sql`(${copies})` })
      .where(inList(books.bookId, given))
      .run();
    db.update(recipients)
      .set({ usedAtMs: clock.nowMs() })
      .where(inList(recipients.recipientId, [...new Set(rows.map(({ recipientId }) => recipientId))]))
      .run();
    settleOnOrder(db, [...ofBooks.keys()]);
  }

  /** The service takes so many copies of a book in one order and no more (specification, orders). */
  #mustBeOrderable(ofBooks: ReadonlyMap<string, readonly Consignment[]>): void {
    for (const [bookId, consignments] of ofBooks) {
      const most = Math.max(...consignments.map(({ quantity }) => quantity));
      if (most > LIMITS.quantityMax) throw this.#tooMany(bookId, most);
    }
  }

  #tooMany(bookId: string, copies: number): AppError {
    const book = this.#context.db.select({ title: books.title }).from(books).where(eq(books.bookId, bookId)).get();
    const params = { title: book?.title ?? '', copies, max: LIMITS.quantityMax };
    return new AppError('RECIPIENT_TOO_MANY_COPIES', { params });
  }

  /** So many copies of each of the books. What goes to one recipient goes there whole; what several get stays as they were given it. */
  setCopies(bookIds: readonly string[], quantity: number): void {
    const { db } = this.#context;
    const consignments = this.ofBooks(bookIds);
    const free = bookIds.filter((bookId) => (consignments.get(bookId)?.length ?? 0) <= 1);
    db.transaction(() => {
      db.update(bookRecipients).set({ quantity }).where(inList(bookRecipients.bookId, free)).run();
      db.update(books).set({ quantity }).where(inList(books.bookId, free)).run();
    });
    this.#context.changed('library', 'recipients');
  }

  #mustBeKnown(recipientIds: readonly string[]): void {
    const known = this.byId(recipientIds);
    if (recipientIds.some((recipientId) => !known.has(recipientId))) throw new AppError('RECIPIENT_UNKNOWN');
  }
}

type Seen = Pick<typeof recipients.$inferSelect, 'removedAtMs' | 'environment'>;

/** Where an entry is seen that two become: wherever one of them was. */
function seenAs(one: Seen, other: Seen): Seen {
  if (one.removedAtMs !== null) return { removedAtMs: other.removedAtMs, environment: other.environment };
  const isSeenAlike = other.removedAtMs !== null || one.environment === other.environment;
  return { removedAtMs: null, environment: isSeenAlike ? one.environment : null };
}
