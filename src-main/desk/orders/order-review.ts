import { and, eq, isNull } from 'drizzle-orm';
import { creditBalanceSchema } from '../../../src-core/contract/credits.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { minorFromNumber, minorToNumber, type Minor } from '../../../src-core/contract/money.ts';
import { estimateSchema, type Estimate } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { knownPrint } from '../../../src-core/desk/print-gate.ts';
import { canBook } from '../../../src-core/desk/book-machine.ts';
import type { PrintVerdict } from '../../../src-core/preflight/verdicts.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { unitPriceMinor } from '../../../src-core/specs/price.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { replacedNote } from '../layouts/layout-versions.ts';
import { stageOf } from '../store/book-stages.ts';
import { inList } from '../store/in-list.ts';
import { isNewest } from '../store/newest-version.ts';
import { books, deliveries } from '../store/schema.ts';

const ESTIMATES_AT_ONCE = 4;
/** Prices do not change by the minute; a second look after a top-up costs no calls. */
const ESTIMATE_KEPT_MS = 10 * 60_000;
/** Nobody confirms an older one: each look at a selection makes another. */
const REVIEWS_KEPT = 8;

export interface ReviewedLine {
  readonly bookId: string;
  readonly bookUid: string;
  readonly quantity: number;
  readonly chargeMinor: Minor;
}

export interface KeptReview {
  readonly connectionId: string;
  readonly lines: readonly ReviewedLine[];
  readonly fitNow: number;
}

/** What is read of a book that may be ordered. */
const CANDIDATE = {
  bookId: books.bookId,
  title: books.title,
  specUid: books.specUid,
  pageCount: books.pageCount,
  quantity: books.quantity,
  stage: books.stage,
  print: books.print,
  checkedLevel: books.checkedLevel,
};

interface Candidate {
  readonly bookId: string;
  readonly bookUid: string;
  readonly title: string;
  readonly specUid: string | null;
  readonly pageCount: number | null;
  readonly quantity: number;
  readonly print: PrintVerdict;
  readonly orderUid: string | null;
  readonly orderedAtMs: number | null;
  /** That a newer version of its layout has replaced it. Null: none has. */
  readonly replaced: TextRef | null;
}

const minor = minorFromNumber;
const sum = (amounts: readonly Minor[]): number => minorToNumber(amounts.reduce((total, amount) => total + amount, 0n));

/**
 * Asks the service what the selection costs. Each book becomes an order of its own with its own shipping, and what that
 * costs follows from spec, page count and quantity (specification, "Price rule in Sandbox"): one estimate is asked for
 * each that differ, and the sums are made of as many of them as there are books. The service's figures stand; ours are
 * only compared.
 */
export class OrderReviews {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #kept = new Map<string, KeptReview>();
  readonly #estimates = new Map<string, { readonly estimate: Estimate; readonly atMs: number }>();

  constructor(context: DeskContext, connections: Connections) {
    this.#context = context;
    this.#connections = connections;
  }

  /** What was reviewed under this id. A review is confirmed once. */
  take(reviewId: string): KeptReview {
    const review = this.#kept.get(reviewId);
    if (review === undefined) throw new AppError('REVIEW_UNKNOWN');
    this.#kept.delete(reviewId);
    return review;
  }

  /** Throws CONNECTION_NONE, KEY_MISSING, REVIEW_EMPTY and what the client throws. */
  async review(bookIds: readonly string[]): Promise<OrderReview> {
    const connection = this.#connections.needActive();
    const candidates = this.#candidates(connection.connectionId, bookIds);
    if (candidates.length === 0) throw new AppError('REVIEW_EMPTY');
    const client = await this.#connections.clientOf(connection.connectionId);
    const { data: credit } = await client.call({
      method: 'GET',
      path: '/credits',
      answer: successOf(creditBalanceSchema),
    });
    const different = [
      ...new Map(candidates.map((candidate) => [priceKey(connection.connectionId, candidate), candidate])),
    ];
    const asked = await inParallel(different, ([key, candidate]) => this.#estimate(client, key, candidate));
    const estimates = new Map(different.map(([key], index) => [key, asked[index] as Estimate]));
    const lines = candidates.map((candidate) => {
      const estimate = estimates.get(priceKey(connection.connectionId, candidate)) as Estimate;
      const item = estimate.items[0];
      return {
        candidate,
        estimate,
        pageCount: item?.pageCount ?? 0,
        unitPrice: item?.unitPrice ?? 0,
        itemAmount: item?.itemAmount ?? 0,
      };
    });
    const charges = lines.map(({ estimate }) => minor(estimate.paidCreditAmount));
    const total = charges.reduce((so, charge) => so + charge, 0n);
    const balance = minor(credit.totalCreditAmount);
    const fitNow = howManyFit(charges, balance);
    const reviewId = `rev_${this.#context.ids.base62(12)}`;
    for (const oldest of [...this.#kept.keys()].slice(0, 1 - REVIEWS_KEPT)) this.#kept.delete(oldest);
    this.#kept.set(reviewId, {
      connectionId: connection.connectionId,
      lines: lines.map(({ candidate, estimate }) => ({ ...candidate, chargeMinor: minor(estimate.paidCreditAmount) })),
      fitNow,
    });
    const nowMs = this.#context.clock.nowMs();
    const totalAmounts = lines.map(({ estimate }) => minor(estimate.totalAmount));
    return {
      reviewId,
      takenAtMs: nowMs,
      environment: connection.environment,
      lines: lines.map(({ candidate, estimate, pageCount, unitPrice, itemAmount }) => ({
        bookId: candidate.bookId,
        title: candidate.title,
        print: candidate.print,
        specName: this.#connections.spec(candidate.specUid)?.name ?? candidate.specUid ?? '',
        pageCount,
        quantity: candidate.quantity,
        unitPrice,
        itemAmount,
        charge: estimate.paidCreditAmount,
      })),
      copies: candidates.reduce((copies, { quantity }) => copies + quantity, 0),
      productAmount: sum(lines.map(({ estimate }) => minor(estimate.productAmount))),
      shippingFee: sum(lines.map(({ estimate }) => minor(estimate.shippingFee))),
      packagingFee: sum(lines.map(({ estimate }) => minor(estimate.packagingFee))),
      vatAmount: minorToNumber(total - totalAmounts.reduce((so, amount) => so + amount, 0n)),
      charge: minorToNumber(total),
      creditNow: credit.totalCreditAmount,
      creditAfter: minorToNumber(balance - total),
      shortBy: total > balance ? minorToNumber(total - balance) : 0,
      fitNow,
      currency: credit.currency,
      warnings: this.#warnings(
        lines.map(({ candidate, pageCount, unitPrice }) => ({ candidate, pageCount, unitPrice })),
      ),
      orderedRecently: candidates.flatMap(({ bookId, title, orderUid, orderedAtMs }) =>
        orderUid !== null && orderedAtMs !== null && nowMs - orderedAtMs < LIMITS.idempotencyMs
          ? [{ bookId, title, orderUid, atMs: orderedAtMs }]
          : [],
      ),
    };
  }

  async #estimate(client: ApiClient, key: string, candidate: Candidate): Promise<Estimate> {
    const nowMs = this.#context.clock.nowMs();
    const known = this.#estimates.get(key);
    if (known !== undefined && nowMs - known.atMs < ESTIMATE_KEPT_MS) return known.estimate;
    const estimate = await estimateOf(client, candidate);
    this.#estimates.set(key, { estimate, atMs: nowMs });
    return estimate;
  }

  /** In the order of the selection; for an empty one all uploaded and unordered books, of a layout its newest version alone. */
  #candidates(connectionId: string, bookIds: readonly string[]): Candidate[] {
    const { layoutFolder, layoutState, version } = books;
    const rows = this.#context.db
      .select({
        book: CANDIDATE,
        made: { layoutFolder, layoutState, version },
        delivery: deliveries,
      })
      .from(books)
      .innerJoin(deliveries, and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, connectionId)))
      .where(and(isNull(books.undoId), bookIds.length === 0 ? isNewest : inList(books.bookId, bookIds)))
      .orderBy(books.addedAtMs, books.title)
      .all();
    const candidates = rows.flatMap(({ book, made, delivery }) => {
      const stage = stageOf(book, delivery);
      const mayOrder = bookIds.length === 0 ? stage === 'uploaded' : canBook(stage, 'order');
      if (!mayOrder || delivery.bookUid === null) return [];
      const { bookId, title, specUid, pageCount, quantity } = book;
      return [
        {
          bookId,
          title,
          specUid,
          pageCount,
          quantity,
          print: knownPrint(book),
          bookUid: delivery.bookUid,
          orderUid: delivery.orderUid,
          orderedAtMs: delivery.orderedAtMs,
          replaced: replacedNote(this.#context.db, { title, ...made }),
        },
      ];
    });
    if (bookIds.length === 0) return candidates;
    const place = new Map(bookIds.map((bookId, index) => [bookId, index]));
    return candidates.sort((a, b) => (place.get(a.bookId) ?? 0) - (place.get(b.bookId) ?? 0));
  }

  #warnings(
    lines: readonly { readonly candidate: Candidate; readonly pageCount: number; readonly unitPrice: number }[],
  ): TextRef[] {
    const { environment } = this.#connections.needActive();
    const outdated = lines.flatMap(({ candidate: { replaced } }) => replaced ?? []);
    const dearer = lines.flatMap(({ candidate, pageCount, unitPrice }) => {
      const spec = this.#connections.spec(candidate.specUid);
      const forecast =
        spec === null ? null : unitPriceMinor(spec, pageCount, environment, this.#connections.contract());
      if (forecast === null || forecast === minor(unitPrice)) return [];
      return [
        {
          key: 'desk.review.forecastDiffers',
          params: { title: candidate.title, forecast: minorToNumber(forecast), price: unitPrice },
        },
      ];
    });
    return [...outdated, ...dearer];
  }
}

/** Books with equal keys cost the same. One whose pages the desk does not know is like no other. */
const priceKey = (connectionId: string, { bookUid, specUid, pageCount, quantity }: Candidate): string =>
  [connectionId, ...(specUid === null || pageCount === null ? [bookUid] : [specUid, pageCount]), quantity].join(' ');

/** How many orders from the first on the credit covers; the order of the selection is kept. */
export function howManyFit(charges: readonly Minor[], balance: Minor): number {
  let left = balance;
  for (const [index, charge] of charges.entries()) {
    left -= charge;
    if (left < 0n) return index;
  }
  return charges.length;
}

async function estimateOf(client: ApiClient, { bookId, bookUid, quantity }: Candidate): Promise<Estimate> {
  const { data } = await client.call({
    method: 'POST',
    path: '/orders/estimate',
    answer: successOf(estimateSchema),
    jsonBody: JSON.stringify({ items: [{ bookUid, quantity }] }),
    bookId,
  });
  return data;
}

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: ESTIMATES_AT_ONCE }, worker));
  return results;
}
