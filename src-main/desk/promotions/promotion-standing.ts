import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { BookStage } from '../../../src-core/desk/book-machine.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { stageOf } from '../store/book-stages.ts';
import { isOfTheseBytes, itemsUnderWay, UNDER_WAY } from '../store/books-on-order.ts';
import { inList } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { isAway as isFileAway } from '../store/presence.ts';
import {
  books,
  deliveries,
  files,
  orderIntentItems,
  orderIntents,
  orderRuns,
  type promotions,
} from '../store/schema.ts';
import type { PromotedOrder } from '../store/stored-promotion.ts';
import { isSameBytes, sentHashes, type BookHashes } from './sandbox-orders.ts';

export type PromotionRow = typeof promotions.$inferSelect;

/** Intents that are an order, or may become one by themselves. */
const TAKEN: ReadonlySet<string> = new Set(['ordered', ...UNDER_WAY]);

export interface OpenOrder {
  /** Its place in the promotion. */
  readonly order: number;
  readonly recipient: PromotedOrder['recipient'];
  readonly items: PromotedOrder['items'];
}

/**
 * What of a promotion is still to be ordered: neither ordered under it nor about to be, nor ordered by hand for the same recipient since
 * it was agreed upon.
 */
export function openOrders(db: Store, row: PromotionRow): OpenOrder[] {
  const { promotionId, orders } = row;
  const byHand = orderedByHand(db, row);
  const taken = new Set(
    db
      .select({
        order: orderIntents.promotedOrder,
        state: orderIntents.state,
        bookId: orderIntentItems.bookId,
      })
      .from(orderIntents)
      .innerJoin(orderIntentItems, eq(orderIntentItems.intentId, orderIntents.intentId))
      .where(eq(orderIntents.promotionId, promotionId))
      .all()
      .filter(({ state }) => TAKEN.has(state))
      .map(({ order, bookId }) => `${order} ${bookId}`),
  );
  return orders.flatMap(({ recipient, items }, order) => {
    const left = items.filter(
      ({ bookId }) =>
        !taken.has(`${order} ${bookId}`) &&
        !byHand.has(`${bookId} ${recipient.recipientId}`) &&
        !byHand.has(`${bookId} `),
    );
    return left.length === 0 ? [] : [{ order, recipient, items: left }];
  });
}

/** Books with whom they were ordered for since, at its connection and under no promotion; for nobody where the batch's address was typed. */
function orderedByHand(db: Store, { connectionId, createdAtMs, books: agreed }: PromotionRow): ReadonlySet<string> {
  const found = db
    .select({ bookId: orderIntentItems.bookId, recipientId: orderIntents.recipientId, state: orderIntents.state })
    .from(orderIntentItems)
    .innerJoin(orderIntents, eq(orderIntents.intentId, orderIntentItems.intentId))
    .innerJoin(orderRuns, eq(orderRuns.runId, orderIntents.runId))
    .leftJoin(
      deliveries,
      and(eq(deliveries.bookId, orderIntentItems.bookId), eq(deliveries.connectionId, connectionId)),
    )
    .where(
      and(
        inList(
          orderIntentItems.bookId,
          agreed.map(({ bookId }) => bookId),
        ),
        eq(orderIntentItems.isCancelled, false),
        eq(orderIntents.connectionId, connectionId),
        isNull(orderIntents.promotionId),
        gt(orderRuns.createdAtMs, createdAtMs),
        isOfTheseBytes(sql`coalesce(${deliveries.anewAtMs}, 0)`),
      ),
    )
    .all();
  return new Set(
    found.filter(({ state }) => TAKEN.has(state)).map(({ bookId, recipientId }) => `${bookId} ${recipientId ?? ''}`),
  );
}

/** Whether orders of its books are confirmed and not yet known to be placed: under it, or by hand. */
export const isUnderWay = (db: Store, { connectionId, books: agreed }: PromotionRow): boolean =>
  itemsUnderWay(
    db,
    connectionId,
    agreed.map(({ bookId }) => bookId),
  ).length > 0;

export interface BookStanding {
  readonly bookId: string;
  readonly title: string;
  /**
   * `sent` the service has the agreed bytes · `coming` on its way, or being checked · `unread` nobody knows its bytes yet · `toQueue` · `toSendAnew` the service
   * has other bytes of it · `trouble` a person decides.
   */
  readonly at: 'sent' | 'coming' | 'unread' | 'toQueue' | 'toSendAnew' | 'trouble';
  readonly why: TextRef | null;
  /** It may go as it is now. */
  readonly canTake: boolean;
}

const trouble = (why: string, canTake: boolean): Pick<BookStanding, 'at' | 'why' | 'canTake'> => ({
  at: 'trouble',
  why: { key: why },
  canTake,
});
const at = (where: Exclude<BookStanding['at'], 'trouble'>): Pick<BookStanding, 'at' | 'why' | 'canTake'> => ({
  at: where,
  why: null,
  canTake: false,
});

/** Where the books of a promotion stand at its connection. */
export function standingOf(db: Store, row: PromotionRow, bookIds: readonly string[]): BookStanding[] {
  const found = db
    .select({
      bookId: books.bookId,
      title: books.title,
      stage: books.stage,
      undoId: books.undoId,
      coverFileId: books.coverFileId,
      contentsFileId: books.contentsFileId,
      delivery: { stage: deliveries.stage, bookUid: deliveries.bookUid },
    })
    .from(books)
    .leftJoin(deliveries, and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, row.connectionId)))
    .where(inList(books.bookId, bookIds))
    .all();
  const known = new Map(found.map((book) => [book.bookId, book]));
  const fileIds = found.flatMap(({ coverFileId, contentsFileId }) => [coverFileId ?? [], contentsFileId ?? []].flat());
  const hashes = new Map(
    db
      .select({ fileId: files.fileId, sha256: files.sha256, presence: files.presence })
      .from(files)
      .where(inList(files.fileId, fileIds))
      .all()
      .map((file) => [file.fileId, file]),
  );
  const sent = sentHashes(
    db,
    row.connectionId,
    found.flatMap(({ delivery }) => delivery?.bookUid ?? []),
  );
  const agreed = new Map(row.books.map((book) => [book.bookId, book]));
  const queued = new Set(row.queued);
  return bookIds.map((bookId): BookStanding => {
    const book = known.get(bookId);
    const wanted = agreed.get(bookId);
    if (book === undefined || book.undoId !== null || wanted === undefined)
      return { bookId, title: book?.title ?? bookId, ...trouble('desk.promotion.notHere', false) };
    const there = sent.get(book.delivery?.bookUid ?? '');
    const cover = hashes.get(book.coverFileId ?? '');
    const contents = hashes.get(book.contentsFileId ?? '');
    const isAway = [cover, contents].some((file) => file === undefined || isFileAway(file.presence));
    const here: BookHashes | null =
      typeof cover?.sha256 === 'string' && typeof contents?.sha256 === 'string'
        ? { cover: cover.sha256, contents: contents.sha256 }
        : null;
    const isAgreed = here === null ? null : isSameBytes(here, wanted);
    const stage = stageOf(book, book.delivery);
    return {
      bookId,
      title: book.title,
      ...standsAt(stage, {
        isSent: there !== undefined && isSameBytes(there, wanted),
        isAway,
        isAgreed,
        wasQueued: queued.has(bookId),
      }),
    };
  });
}

interface BookSigns {
  /** The service has the agreed bytes. */
  readonly isSent: boolean;
  readonly isAway: boolean;
  /** The files here are the agreed bytes; null while that is not known. */
  readonly isAgreed: boolean | null;
  readonly wasQueued: boolean;
}

function standsAt(
  stage: BookStage,
  { isSent, isAway, isAgreed, wasQueued }: BookSigns,
): Pick<BookStanding, 'at' | 'why' | 'canTake'> {
  const isThere = stage === 'uploaded' || stage === 'ordered';
  if (isThere && isSent) return at('sent');
  if (stage === 'queued' || stage === 'uploading' || stage === 'ordering' || stage === 'checking') return at('coming');
  if (isAway) return trouble('desk.promotion.gone', false);
  if (isAgreed === false) return trouble('desk.promotion.changed', true);
  // What was written anew is read to its end before anything is said of it.
  if (isAgreed === null && (isThere || wasQueued)) return at('unread');
  if (isThere) return at('toSendAnew');
  if (stage === 'failed') return wasQueued ? trouble('desk.promotion.failed', true) : at('toQueue');
  if (stage === 'ready') return wasQueued ? trouble('desk.promotion.notSent', true) : at('toQueue');
  return trouble(`desk.why.stage.${stage}`, false);
}
