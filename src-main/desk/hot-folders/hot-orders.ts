import { and, eq, gte, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import { minorFromNumber, minorToNumber } from '../../../src-core/contract/money.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { knownPrint } from '../../../src-core/desk/print-gate.ts';
import { startOfDay } from '../../../src-core/desk/times-of-day.ts';
import type { LaneWork } from '../../../src-core/desk/work-left.ts';
import type { HotFolderView } from '../../../src-core/ipc/subjects/hot-folders.ts';
import type { CheckLevel, PrintVerdict } from '../../../src-core/preflight/verdicts.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { FileWatch } from '../library/file-watch.ts';
import { savedSinceSent } from '../library/saved-since-sent.ts';
import type { OrderReviews, ReviewedOrder } from '../orders/order-review.ts';
import type { OrderRuns } from '../orders/order-runs.ts';
import type { Recipients } from '../recipients/recipients.ts';
import { hotFolders, orderIntents, orders, type HotFolderRow } from '../store/schema.ts';
import { GUESSED } from './green-books.ts';
import { isAsReviewed, wholeBooks } from './reviewed-orders.ts';

/** One order takes so many items, and one look at prices is for so many books. */
const AT_ONCE = 100;
/** Credit may be charged at any time, and nobody says so. */
const CREDIT_AGAIN_MS = 5 * 60_000;
const FAILED_AGAIN_MS = 30_000;
const CREDIT_SHORT = 'desk.hotFolder.creditShort';
const NOTHING: LaneWork = { moving: 0, waiting: 0, why: null };
/** What the service says of the books that it is asked about, or of itself: such a book is passed over for so long. */
const OF_A_BOOK: ReadonlySet<string> = new Set([
  'SERVICE_NOT_FOUND',
  'SERVICE_CONFLICT',
  'SERVICE_REFUSED',
  'SERVICE_PREREQUISITE',
  'REVIEW_EMPTY',
]);
const BOOK_AGAIN_MS = 3_600_000;
/** What says whether, where, to whom and for how much a folder orders. */
const SETTINGS = [
  'whenGreen',
  'connectionId',
  'liveConnectionId',
  'recipientId',
  'dailyLimitMinor',
  'ordersAfterJobId',
] as const satisfies readonly (keyof HotFolderRow)[];

export interface HotOrderPorts {
  readonly context: DeskContext;
  readonly connections: Connections;
  readonly recipients: Recipients;
  readonly reviews: OrderReviews;
  readonly runs: OrderRuns;
  readonly watch: FileWatch;
}

/** By this computer's clock, which somebody may set back meanwhile. */
interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Why nothing is ordered for now, and when that is looked at again. */
interface Waiting extends Span {
  readonly isForTomorrow: boolean;
  readonly problem: TextRef | null;
}

/** Why a book is passed over, and until when. */
interface Aside extends Span {
  readonly problem: TextRef;
}

interface OrderableBook {
  readonly bookId: string;
  readonly title: string;
  readonly quantity: number;
  readonly print: PrintVerdict;
  readonly checkedLevel: CheckLevel | null;
}

/** What began later than now began before the clock was set back: nobody knows for how long that one waits. */
const isOver = ({ fromMs, untilMs }: Span, nowMs: number): boolean => untilMs <= nowMs || nowMs < fromMs;

/**
 * Orders what a hot folder sent, up to its sum a day. The sum is made of the store's own intents: what was charged today, and what
 * may still be, which is on the disk before anything is sent. So no crash orders twice, nor more than a day may cost.
 */
export class HotOrders {
  readonly #ports: HotOrderPorts;
  #waiting: Waiting | null = null;
  /** Books that cannot be ordered as they are, with so many copies: those behind them need not wait for ever. */
  readonly #aside = new Map<string, Aside>();

  constructor(ports: HotOrderPorts) {
    this.#ports = ports;
  }

  /** It was set up anew, or its connection is in use again. */
  forgetWaiting(): void {
    this.#waiting = null;
    this.#aside.clear();
  }

  /** What it waited for may be there. */
  get isDue(): boolean {
    const nowMs = this.#ports.context.clock.nowMs();
    if (this.#waiting !== null) return isOver(this.#waiting, nowMs);
    return [...this.#aside.values()].some((aside) => isOver(aside, nowMs));
  }

  get problem(): TextRef | null {
    const [first] = this.#aside.values();
    return this.#waiting?.problem ?? first?.problem ?? null;
  }

  view({ hotFolderId }: HotFolderRow): HotFolderView['orders'] {
    const { recipients } = this.#ports;
    const folder = this.#asItIs(hotFolderId);
    if (folder === null || folder.whenGreen !== 'order' || folder.dailyLimitMinor === null) return null;
    const { dailyLimitMinor, recipientId } = folder;
    const { addressed, others } = this.#orderable(folder);
    const spent = this.#spent(folder);
    return {
      dailyLimit: minorToNumber(BigInt(dailyLimitMinor)),
      spentToday: minorToNumber(spent.minor),
      orderedToday: spent.orders,
      recipient: recipientId === null ? null : (recipients.byId([recipientId]).get(recipientId) ?? null),
      tomorrow: this.#waiting?.isForTomorrow === true ? this.#askable(addressed).length : 0,
      withoutRecipient: others,
    };
  }

  /** Books that it is about to order, and those that it cannot for want of an answer. What waits for tomorrow or for credit is neither. */
  left({ hotFolderId }: HotFolderRow): LaneWork {
    const folder = this.#asItIs(hotFolderId);
    const isForLater = this.#waiting?.isForTomorrow === true || this.#waiting?.problem?.key === CREDIT_SHORT;
    if (folder === null || folder.isPaused || !this.#ordersNow(folder) || isForLater) return NOTHING;
    const books = this.#askable(this.#orderable(folder).addressed).length;
    const why = this.#waiting?.problem ?? null;
    if (books === 0) return NOTHING;
    return why === null ? { moving: books, waiting: 0, why } : { moving: 0, waiting: books, why };
  }

  /** Whether it orders, at the connection in use. */
  #ordersNow({ whenGreen, connectionId, liveConnectionId }: HotFolderRow): boolean {
    const inUse = this.#ports.connections.active();
    if (whenGreen !== 'order' || inUse === null || inUse.connectionId !== connectionId) return false;
    return inUse.environment !== 'live' || liveConnectionId === inUse.connectionId;
  }

  /** Confirms what fits. Answers whether more may be ordered at once. */
  async place({ hotFolderId }: HotFolderRow, isClosed: () => boolean): Promise<boolean> {
    const { context } = this.#ports;
    const nowMs = context.clock.nowMs();
    const folder = this.#asItIs(hotFolderId);
    if (folder === null || !this.#ordersNow(folder)) return false;
    if (this.#waiting !== null && !isOver(this.#waiting, nowMs)) return false;
    this.#waiting = null;
    const { addressed } = this.#orderable(folder);
    this.#forgetAside(addressed);
    for (let asked = this.#askable(addressed).slice(0, AT_ONCE); asked.length > 0 && !isClosed(); ) {
      if (!this.#ordersNow(folder)) return false;
      const [first] = asked;
      const only = asked.length === 1 ? first : undefined;
      try {
        const outcome = await this.#confirm(folder, asked, isClosed);
        if (outcome === 'confirmed' || outcome === 'changed') return true;
        if (outcome === 'overLimit' && first !== undefined) {
          const problem = { key: 'desk.hotFolder.overLimit', params: { title: first.title } };
          this.#aside.set(copiesOf(first), { problem, fromMs: -Infinity, untilMs: Infinity });
          asked = this.#askable(addressed).slice(0, AT_ONCE);
          continue;
        }
        if (only !== undefined) {
          this.#wait(outcome === 'credit' ? 'credit' : 'limit');
          return false;
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // One book of a hundred may be at fault: it is found by halves.
        if (only !== undefined || !OF_A_BOOK.has(error.code)) {
          this.#waiting = {
            fromMs: nowMs,
            untilMs: nowMs + FAILED_AGAIN_MS,
            isForTomorrow: false,
            problem: error.text,
          };
          if (only !== undefined && OF_A_BOOK.has(error.code)) {
            const problem = { key: 'desk.hotFolder.notOrdered', params: { title: only.title } };
            this.#aside.set(copiesOf(only), { problem, fromMs: nowMs, untilMs: nowMs + BOOK_AGAIN_MS });
          }
          return false;
        }
      }
      // One order for a recipient may be more than the day has left: a part of its books need not be.
      asked = asked.slice(0, Math.ceil(asked.length / 2));
    }
    return false;
  }

  /** As the store has it: whoever sets it does not wait for what is under way. */
  #asItIs(hotFolderId: string): HotFolderRow | null {
    const { db } = this.#ports.context;
    return db.select().from(hotFolders).where(eq(hotFolders.hotFolderId, hotFolderId)).get() ?? null;
  }

  #askable(books: readonly OrderableBook[]): readonly OrderableBook[] {
    const nowMs = this.#ports.context.clock.nowMs();
    return books.filter((book) => {
      const aside = this.#aside.get(copiesOf(book));
      return aside === undefined || isOver(aside, nowMs);
    });
  }

  /** What somebody ordered, or changed the copies of, is asked for anew or not at all. */
  #forgetAside(addressed: readonly OrderableBook[]): void {
    const there = new Set(addressed.map(copiesOf));
    for (const key of this.#aside.keys()) if (!there.has(key)) this.#aside.delete(key);
  }

  #wait(short: 'limit' | 'credit'): void {
    const nowMs = this.#ports.context.clock.nowMs();
    this.#waiting =
      short === 'limit'
        ? { fromMs: nowMs, untilMs: startOfDay(nowMs, 1), isForTomorrow: true, problem: null }
        : {
            fromMs: nowMs,
            untilMs: nowMs + CREDIT_AGAIN_MS,
            isForTomorrow: false,
            problem: { key: CREDIT_SHORT },
          };
  }

  async #confirm(
    folder: HotFolderRow,
    asked: readonly OrderableBook[],
    isClosed: () => boolean,
  ): Promise<'confirmed' | 'changed' | 'limit' | 'overLimit' | 'credit'> {
    const { reviews, runs, watch } = this.#ports;
    const { hotFolderId, recipientId } = folder;
    const bookIds = asked.map(({ bookId }) => bookId);
    await watch.lookAtUploaded(bookIds);
    // The prices are those of the connection in use, which may be another one by now.
    if (!this.#ordersNow(folder)) return 'changed';
    const review = await reviews.review(bookIds, { together: true, apart: [], recipientId });
    await watch.lookAtUploaded(bookIds);
    const { connectionId, orders } = reviews.need(review.reviewId);
    reviews.drop(review.reviewId);
    // Nothing else runs from here to the intents on the disk: the sum is the one that they are added to.
    const limit = BigInt(folder.dailyLimitMinor ?? 0) - this.#spent(folder).minor;
    const credit = minorFromNumber(review.creditNow) - this.#reserved(connectionId);
    const fitting: ReviewedOrder[] = [];
    let charged = 0n;
    let short: 'limit' | 'credit' = 'limit';
    for (const [index, order] of orders.entries()) {
      const charge = minorFromNumber(review.orders[index]?.charge ?? 0);
      if (charged + charge > limit || charged + charge > credit) {
        short = charged + charge > limit ? 'limit' : 'credit';
        break;
      }
      charged += charge;
      fitting.push({ ...order, hotFolderId });
    }
    const placed = wholeBooks(fitting, orders);
    if (isClosed() || connectionId !== folder.connectionId || !this.#isAsReviewed(folder, orders)) return 'changed';
    if (placed.length === 0) {
      const whole = review.orders.reduce((sum, { charge }) => sum + minorFromNumber(charge), 0n);
      return asked.length === 1 && whole > BigInt(folder.dailyLimitMinor ?? 0) ? 'overLimit' : short;
    }
    const seen = asked.map(({ bookId }) => ({ bookId, print: 'good' as const }));
    // Nobody is there to take it back.
    runs.confirm({ connectionId, placed, short: [] }, null, { seen, by: null }, {});
    return 'confirmed';
  }

  /** Nobody looks at what is ordered here: what a person set meanwhile of the folder, of a book or of an address is asked for anew. */
  #isAsReviewed(folder: HotFolderRow, orders: readonly ReviewedOrder[]): boolean {
    const { recipients } = this.#ports;
    const now = this.#asItIs(folder.hotFolderId);
    if (now === null || now.isPaused || !this.#ordersNow(now) || SETTINGS.some((name) => now[name] !== folder[name]))
      return false;
    const { addressed } = this.#orderable(now);
    const goesTo = recipients.ofBooks(addressed.map(({ bookId }) => bookId));
    const copies = new Map(
      addressed.map(({ bookId, quantity }) => [
        bookId,
        goesTo.get(bookId) ?? [{ recipientId: now.recipientId, quantity }],
      ]),
    );
    const addresses = recipients.byId(orders.flatMap(({ recipient }) => recipient?.recipientId ?? []));
    return isAsReviewed(orders, copies, addresses);
  }

  /** Charged today by the folder's orders, and what those may cost of which it is not known yet. */
  #spent({ hotFolderId }: HotFolderRow): { readonly minor: bigint; readonly orders: number } {
    const { db, clock } = this.#ports.context;
    const nowMs = clock.nowMs();
    const todayMs = startOfDay(nowMs);
    // Placed in the future: the clock was ahead then, and the service tells the day.
    const isOfThatDay = or(lte(orderIntents.placedAtMs, nowMs), gte(orders.orderedAtMs, todayMs));
    const isToday = and(eq(orderIntents.state, 'ordered'), gte(orderIntents.placedAtMs, todayMs), isOfThatDay);
    const isOpen = inArray(orderIntents.state, ['waiting', 'sending', 'checking']);
    const found = db
      .select({ chargeMinor: orderIntents.chargeMinor, estimateMinor: orderIntents.estimateMinor })
      .from(orderIntents)
      .leftJoin(
        orders,
        and(eq(orders.connectionId, orderIntents.connectionId), eq(orders.orderUid, orderIntents.orderUid)),
      )
      .where(and(eq(orderIntents.hotFolderId, hotFolderId), or(isToday, isOpen)))
      .all();
    const minor = found.reduce((sum, one) => sum + BigInt(one.chargeMinor ?? one.estimateMinor ?? 0), 0n);
    return { minor, orders: found.length };
  }

  /** What the connection's credit is to pay beside: orders of all hot folders that are confirmed and not answered. */
  #reserved(connectionId: string): bigint {
    const isOpen = inArray(orderIntents.state, ['waiting', 'sending', 'checking']);
    return this.#ports.context.db
      .select({ estimateMinor: orderIntents.estimateMinor })
      .from(orderIntents)
      .where(and(eq(orderIntents.connectionId, connectionId), isNotNull(orderIntents.hotFolderId), isOpen))
      .all()
      .reduce((sum, { estimateMinor }) => sum + BigInt(estimateMinor ?? 0), 0n);
  }

  /**
   * Green books that the service has since the folder orders and that nobody has ordered, in the order in which they came. One that
   * was ordered before, held or cancelled is a person's, as is one that waits for its review.
   */
  #orderable({ hotFolderId, connectionId, ordersAfterJobId, recipientId }: HotFolderRow): {
    readonly addressed: readonly OrderableBook[];
    readonly others: number;
  } {
    const { context, recipients } = this.#ports;
    if (connectionId === null) return { addressed: [], others: 0 };
    const found = context.db
      .all<OrderableBook>(sql`
        with recursive own(file_id) as (
          select file_id from hot_files where hot_folder_id = ${hotFolderId} and state <> 'known'
          union
          select files.file_id from files join own on files.repaired_from_id = own.file_id
        )
        select distinct books.book_id as "bookId", books.title as title, books.quantity as quantity, books.print as print,
          books.checked_level as "checkedLevel"
        from own
        join books on books.cover_file_id = own.file_id or books.contents_file_id = own.file_id
        join deliveries on deliveries.book_id = books.book_id and deliveries.connection_id = ${connectionId}
        join jobs on jobs.book_uid = deliveries.book_uid and jobs.connection_id = ${connectionId}
        where books.undo_id is null and deliveries.stage = 'uploaded' and books.verdict = 'accepted'
          and json_extract(books.pairing, '$.key') <> ${GUESSED}
          and jobs.status = 'done'
          and jobs.rowid > coalesce((select former.rowid from jobs as former where former.job_id = ${ordersAfterJobId}), 0)
          and not exists (
            select 1 from order_intent_items as item join order_intents as intent on intent.intent_id = item.intent_id
            where item.book_id = books.book_id and intent.connection_id = ${connectionId}
          )
          and not exists (
            select 1 from promotions, json_each(promotions.books) as promoted
            where promotions.ended_at_ms is null and promotions.connection_id = ${connectionId}
              and json_extract(promoted.value, '$.bookId') = books.book_id
          )
        order by jobs.rowid`)
      .filter((book) => knownPrint(book) === 'good');
    const saved = savedSinceSent(
      context.db,
      connectionId,
      found.map(({ bookId }) => bookId),
    );
    const green = found.filter(({ bookId }) => !saved.has(bookId));
    const own = recipients.ofBooks(green.map(({ bookId }) => bookId));
    const addressed = recipientId === null ? green.filter(({ bookId }) => own.has(bookId)) : green;
    return { addressed, others: green.length - addressed.length };
  }
}

const copiesOf = ({ bookId, quantity }: OrderableBook): string => `${bookId} ${quantity}`;
