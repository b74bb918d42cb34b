import { creditBalanceSchema } from '../../../src-core/contract/credits.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { minorFromNumber, minorToNumber, type Minor } from '../../../src-core/contract/money.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { BookStage } from '../../../src-core/desk/book-machine.ts';
import { planOrders } from '../../../src-core/desk/order-plan.ts';
import type { OrderedSpec } from '../../../src-core/desk/order-receipt.ts';
import type { Recipient } from '../../../src-core/desk/recipients.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { OrderReview } from '../../../src-core/ipc/subjects/orders.ts';
import { unitPriceMinor } from '../../../src-core/specs/price.ts';
import { specVersionOf } from './spec-version.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Recipients } from '../recipients/recipients.ts';
import { itemsOfOrders, liveItems } from '../store/books-on-order.ts';
import { candidatesOf, type Candidate } from './order-candidates.ts';
import { OrderEstimates, type Estimated, type Line } from './order-estimates.ts';

/** Nobody confirms an older one: each look at a selection makes another. */
const REVIEWS_KEPT = 8;
/** Estimates for the part of an order that the credit covers: what they cost is known but for rounding. */
const CUT_TRIES = 4;

export interface ReviewedLine {
  readonly bookId: string;
  readonly bookUid: string;
  readonly title: string;
  readonly quantity: number;
  /** As it stood when it was reviewed: what was ordered since is not ordered by this. */
  readonly stage: BookStage;
  readonly orderUid: string | null;
  /** By which it was estimated; null where neither the service nor the desk told one. */
  readonly spec: OrderedSpec | null;
}

/** What one recipient gets in one order; null: whom the batch goes to. */
export interface ReviewedOrder {
  readonly recipient: Recipient | null;
  readonly lines: readonly ReviewedLine[];
  /** Which order of which promotion it repeats; null for one that repeats none. */
  readonly promoted: Promoted | null;
  /** The order that it places once more as it was; null for a new one. */
  readonly repeats: string | null;
  /** What the service asks for it, with VAT; null where it was not asked: the rest of an order that the credit cuts. */
  readonly estimateMinor: number | null;
  /** The hot folder that confirms it. */
  readonly hotFolderId?: string;
}

export interface Promoted {
  readonly promotionId: string;
  readonly order: number;
}

/** An order that was given elsewhere and is repeated as it was. */
export interface GivenOrder {
  /** Null: it repeats an order of the same connection. */
  readonly promoted: Promoted | null;
  readonly repeats: string | null;
  readonly recipient: Recipient;
  readonly items: readonly { readonly bookId: string; readonly quantity: number }[];
}

/** Orders as the credit parts them: one that it does not cover whole stands in both, its books in one. */
export interface PartedOrders {
  readonly placed: readonly ReviewedOrder[];
  readonly short: readonly ReviewedOrder[];
}

export interface KeptReview {
  readonly connectionId: string;
  /** Whom books without a recipient of their own go to; null for an address that is typed. */
  readonly batchRecipientId: string | null;
  readonly orders: readonly ReviewedOrder[];
  readonly chargeMinor: Minor;
  /** As they are listed, and the cheapest first. */
  readonly fitting: PartedOrders;
  readonly cheapest: PartedOrders;
}

/** What of a review is placed, and what is held: nothing is placed that waits for its credit. */
export function partedOf(
  { orders, fitting, cheapest }: Pick<KeptReview, 'orders' | 'fitting' | 'cheapest'>,
  how: {
    readonly onlyFitting: boolean;
    readonly cheapestFirst?: boolean | undefined;
    readonly awaitCredit?: boolean | undefined;
  },
): PartedOrders {
  if (how.awaitCredit === true) return { placed: [], short: orders };
  if (!how.onlyFitting) return { placed: orders, short: [] };
  return how.cheapestFirst === true ? cheapest : fitting;
}

export interface HowToReview {
  readonly together: boolean;
  readonly apart: readonly (readonly string[])[];
  readonly recipientId: string | null;
  readonly again?: readonly string[] | undefined;
}

type PricedLine = Line & Pick<ReviewedLine, 'spec'>;

/** An order with what the service asks for it. */
interface PricedOrder extends ReviewedOrder {
  readonly lines: readonly PricedLine[];
  readonly estimated: Estimated;
}

interface PlannedOrder extends Pick<ReviewedOrder, 'recipient' | 'promoted' | 'repeats'> {
  readonly lines: readonly Line[];
}

const minor = minorFromNumber;
const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((total, amount) => total + amount, 0n);
const priceOf = (estimated: Estimated) => ({
  estimated,
  estimateMinor: Number(minor(estimated.whole.paidCreditAmount)),
});
const chargeOf = ({ estimated }: PricedOrder): Minor => minor(estimated.whole.paidCreditAmount);

/**
 * Asks the service what the selection costs. What one recipient gets is one order with one shipping, and what an order costs
 * follows from the specs, page counts and quantities in it (specification, "Price rule in Sandbox"): one estimate is asked
 * for each that differ, and the sums are made of as many of them as there are orders. The service's figures stand; ours are
 * only compared.
 */
export class OrderReviews {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #recipients: Recipients;
  readonly #kept = new Map<string, KeptReview>();
  /** Ends once nothing that was ordered over the connection is unknown here. */
  onReview: (connectionId: string) => Promise<void> = () => Promise.resolve();
  readonly #estimates: OrderEstimates;
  /** Reviews that were confirmed, by their run: good again when it is taken back. */
  readonly #confirmed = new Map<string, string>();

  constructor(context: DeskContext, connections: Connections, recipients: Recipients) {
    this.#context = context;
    this.#connections = connections;
    this.#recipients = recipients;
    this.#estimates = new OrderEstimates(context.clock);
  }

  /** What was reviewed under this id. Throws REVIEW_UNKNOWN. */
  need(reviewId: string): KeptReview {
    const review = this.#kept.get(reviewId);
    if (review === undefined || [...this.#confirmed.values()].includes(reviewId)) throw new AppError('REVIEW_UNKNOWN');
    return review;
  }

  /** A review is confirmed once. */
  drop(reviewId: string): void {
    this.#kept.delete(reviewId);
  }

  /** It became this run, which may still be taken back. */
  confirmed(reviewId: string, runId: string): void {
    this.#confirmed.clear();
    this.#confirmed.set(runId, reviewId);
  }

  /** Its run was taken back. */
  giveBack(runId: string): void {
    this.#confirmed.delete(runId);
  }

  /** Throws CONNECTION_NONE, KEY_MISSING, REVIEW_EMPTY, RECIPIENT_UNKNOWN and what the client throws. */
  async review(
    bookIds: readonly string[],
    { together, apart, recipientId, again = [] }: HowToReview,
  ): Promise<OrderReview> {
    const { connectionId } = this.#connections.needActive();
    await this.onReview(connectionId);
    const candidates = candidatesOf(this.#context, connectionId, bookIds, again.length > 0);
    if (candidates.length === 0) throw new AppError('REVIEW_EMPTY');
    const lines = this.#linesOf(connectionId, candidates, recipientId, again);
    if (lines.length === 0) throw new AppError('REVIEW_EMPTY');
    const recipients = this.#recipients.byId(lines.flatMap((line) => line.recipientId ?? []));
    const planned = planOrders(lines, { together, apart, itemsMax: LIMITS.orderItemsMax });
    return this.#priced(
      candidates,
      planned.map((ofOrder) => {
        const { recipientId: to } = ofOrder[0] as Line;
        const recipient = to === null ? null : (recipients.get(to) ?? null);
        if (to !== null && recipient === null) throw new AppError('RECIPIENT_UNKNOWN');
        return { recipient, lines: ofOrder, promoted: null, repeats: null };
      }),
      recipientId,
    );
  }

  /** Orders with the books, copies and addresses that they were given with. Throws CONNECTION_NONE, KEY_MISSING, REVIEW_EMPTY and what the client throws. */
  async reviewGiven(orders: readonly GivenOrder[]): Promise<OrderReview> {
    const { connectionId } = this.#connections.needActive();
    await this.onReview(connectionId);
    const bookIds = [...new Set(orders.flatMap(({ items }) => items.map(({ bookId }) => bookId)))];
    if (bookIds.length === 0) throw new AppError('REVIEW_EMPTY');
    const isAgain = orders.some(({ repeats }) => repeats !== null);
    const candidates = candidatesOf(this.#context, connectionId, bookIds, isAgain);
    const known = new Map(candidates.map((candidate) => [candidate.bookId, candidate]));
    const planned = orders.map(({ promoted, repeats, recipient, items }) => ({
      promoted,
      repeats,
      recipient,
      lines: items.map(({ bookId, quantity }): Line => {
        const candidate = known.get(bookId);
        if (candidate === undefined) throw new AppError('REVIEW_EMPTY');
        return { ...candidate, quantity, recipientId: recipient.recipientId };
      }),
    }));
    return this.#priced(candidates, planned);
  }

  async #priced(
    candidates: readonly Candidate[],
    planned: readonly PlannedOrder[],
    batchRecipientId: string | null = null,
  ): Promise<OrderReview> {
    const connection = this.#connections.needActive();
    const { connectionId } = connection;
    const client = await this.#connections.clientOf(connectionId);
    const { data: credit } = await client.call({
      method: 'GET',
      path: '/credits',
      answer: successOf(creditBalanceSchema),
    });
    const estimates = await this.#estimates.of(
      client,
      connectionId,
      planned.map(({ lines }) => lines),
    );
    const orders = planned.map((order, index) => this.#withPrice(order, estimates[index] as Estimated));
    const balance = minor(credit.totalCreditAmount);
    const fitting = await this.#fitting(client, connectionId, orders, balance);
    const byCharge = [...orders].sort((a, b) => Number(chargeOf(a) - chargeOf(b)));
    const cheapest = await this.#fitting(client, connectionId, byCharge, balance);
    const [first] = orders.flatMap((order) => order.lines);
    const goTogether = first !== undefined && orders.some((order) => order.lines.length > 1);
    const [alone] = goTogether ? await this.#estimates.of(client, connectionId, [[first]]) : [];
    const sums = (placed: readonly PricedOrder[]) => ({
      ...sumsOf(placed, balance),
      saved: alone === undefined ? 0 : minorToNumber(savedBy(placed, alone)),
    });
    const reviewId = `rev_${this.#context.ids.base62(12)}`;
    for (const oldest of [...this.#kept.keys()].slice(0, 1 - REVIEWS_KEPT)) this.#kept.delete(oldest);
    const total = sum(orders.map(chargeOf));
    this.#kept.set(reviewId, { connectionId, batchRecipientId, orders, chargeMinor: total, fitting, cheapest });
    const nowMs = this.#context.clock.nowMs();
    const covered = new Set(fitting.placed.flatMap((order) => order.lines));
    const coveredCheapest = new Set(cheapest.placed.flatMap((order) => order.lines));
    return {
      reviewId,
      takenAtMs: nowMs,
      environment: connection.environment,
      orders: orders.map((order) => ({
        recipient: order.recipient,
        charge: order.estimated.whole.paidCreditAmount,
        lines: order.lines.map((line) => {
          const item = order.estimated.itemOf(line);
          return {
            bookId: line.bookId,
            title: line.title,
            print: line.print,
            specName: this.#connections.spec(line.specUid)?.name ?? line.specUid ?? '',
            pageCount: item?.pageCount ?? 0,
            quantity: line.quantity,
            unitPrice: item?.unitPrice ?? 0,
            itemAmount: item?.itemAmount ?? 0,
            fits: covered.has(line),
            fitsCheapest: coveredCheapest.has(line),
          };
        }),
      })),
      ...sums(orders),
      creditNow: credit.totalCreditAmount,
      shortBy: total > balance ? minorToNumber(total - balance) : 0,
      fit: {
        ...sums(fitting.placed),
        orders: fitting.placed.length,
        books: covered.size,
      },
      fitCheapest: {
        ...sums(cheapest.placed),
        orders: cheapest.placed.length,
        books: coveredCheapest.size,
      },
      currency: credit.currency,
      warnings: this.#warnings(orders),
      orderedRecently: candidates.flatMap(({ bookId, title, stage, orderUid, orderedAtMs }) =>
        stage === 'ordered' && orderUid !== null && orderedAtMs !== null && nowMs - orderedAtMs < LIMITS.idempotencyMs
          ? [{ bookId, title, orderUid, atMs: orderedAtMs }]
          : [],
      ),
    };
  }

  #withPrice(order: PlannedOrder, estimated: Estimated): PricedOrder {
    return {
      ...order,
      ...priceOf(estimated),
      lines: order.lines.map((line) => ({ ...line, spec: this.#specOf(line, estimated) })),
    };
  }

  /** As the service priced the line; as the desk has it where the service left it out. */
  #specOf(line: Line, estimated: Estimated): OrderedSpec | null {
    const item = estimated.itemOf(line);
    const specUid = item?.bookSpecUid ?? line.specUid;
    const pageCount = item?.pageCount ?? line.pageCount;
    if (specUid === null || pageCount === null) return null;
    const spec = this.#connections.spec(specUid);
    return {
      specUid,
      name: spec?.name ?? null,
      pageCount,
      version: spec === null ? null : specVersionOf(spec),
      estimated: item === undefined ? null : { unitPrice: item.unitPrice, amount: item.itemAmount },
    };
  }

  /**
   * A line for each recipient of a book. Who has it on order already is left out while others have not, and is never asked
   * for again by a selection of what is still to be ordered: a book is ordered once more by choosing it, ordered. By an order that
   * is placed `again` it goes to those of its recipients to whom that order went, whoever else has it or not.
   */
  #linesOf(
    connectionId: string,
    candidates: readonly Candidate[],
    batchRecipientId: string | null,
    again: readonly string[],
  ): Line[] {
    const bookIds = candidates.map(({ bookId }) => bookId);
    const consignments = this.#recipients.ofBooks(bookIds);
    const live = new Set(
      liveItems(this.#context.db, connectionId, bookIds).map((item) => `${item.bookId} ${item.recipientId ?? ''}`),
    );
    const before = new Set(
      again.length === 0
        ? []
        : itemsOfOrders(this.#context.db, connectionId, again).map(
            (item) => `${item.bookId} ${item.recipientId ?? ''}`,
          ),
    );
    return candidates.flatMap((candidate): Line[] => {
      const all = consignments.get(candidate.bookId);
      if (all === undefined) return [{ ...candidate, recipientId: batchRecipientId }];
      const same = all.filter(({ recipientId }) => before.has(`${candidate.bookId} ${recipientId}`));
      if (same.length > 0) return same.map((consignment) => ({ ...candidate, ...consignment }));
      const without = all.filter(({ recipientId }) => !live.has(`${candidate.bookId} ${recipientId}`));
      const lines = without.length === 0 && candidate.stage === 'ordered' ? all : without;
      return lines.map((consignment) => ({ ...candidate, ...consignment }));
    });
  }

  /**
   * What the credit covers, from the first on, and what is left for later. The order at which it ends is cut behind the last
   * of its books that fits: one address for a whole batch must not mean all or nothing.
   */
  async #fitting(
    client: ApiClient,
    connectionId: string,
    orders: readonly PricedOrder[],
    balance: Minor,
  ): Promise<{ readonly placed: readonly PricedOrder[]; readonly short: readonly ReviewedOrder[] }> {
    const fit = howManyFit(orders.map(chargeOf), balance);
    const placed = orders.slice(0, fit);
    const [next, ...later] = orders.slice(fit);
    if (next === undefined) return { placed, short: [] };
    const left = balance - sum(placed.map(chargeOf));
    let books = howManyBooksFit(next, left);
    for (let tries = 0; books > 0 && tries < CUT_TRIES; tries++, books--) {
      const lines = next.lines.slice(0, books);
      const [estimated] = await this.#estimates.of(client, connectionId, [lines]);
      const cut = { ...next, lines, ...priceOf(estimated as Estimated) };
      if (chargeOf(cut) <= left) {
        const rest = { ...next, lines: next.lines.slice(books), estimateMinor: null };
        return { placed: [...placed, cut], short: [rest, ...later] };
      }
    }
    return { placed, short: [next, ...later] };
  }

  #warnings(orders: readonly PricedOrder[]): TextRef[] {
    const { environment } = this.#connections.needActive();
    const seen = new Set<string>();
    const outdated: TextRef[] = [];
    const dearer: TextRef[] = [];
    for (const { lines, estimated } of orders) {
      for (const line of lines) {
        // A book for several people is told of once.
        if (seen.has(line.bookId)) continue;
        seen.add(line.bookId);
        if (line.replaced !== null) outdated.push(line.replaced);
        if (line.isSavedSince) outdated.push({ key: 'desk.review.savedSince', params: { title: line.title } });
        const spec = this.#connections.spec(line.specUid);
        const item = estimated.itemOf(line);
        if (spec === null || item === undefined) continue;
        const forecast = unitPriceMinor(spec, item.pageCount, environment, this.#connections.contract());
        if (forecast === null || forecast === minor(item.unitPrice)) continue;
        const params = { title: line.title, forecast: minorToNumber(forecast), price: item.unitPrice };
        dearer.push({ key: 'desk.review.forecastDiffers', params });
      }
    }
    return [...outdated, ...dearer];
  }
}

/** What the orders cost together, and what is left of the credit then. */
function sumsOf(
  orders: readonly PricedOrder[],
  balance: Minor,
): Omit<OrderReview['fit'], 'orders' | 'books' | 'saved'> {
  const amounts = (name: 'productAmount' | 'shippingFee' | 'packagingFee' | 'totalAmount'): Minor =>
    sum(orders.map(({ estimated }) => minor(estimated.whole[name])));
  const charge = sum(orders.map(chargeOf));
  return {
    copies: orders.reduce((all, { lines }) => lines.reduce((copies, { quantity }) => copies + quantity, all), 0),
    productAmount: minorToNumber(amounts('productAmount')),
    shippingFee: minorToNumber(amounts('shippingFee')),
    packagingFee: minorToNumber(amounts('packagingFee')),
    vatAmount: minorToNumber(charge - amounts('totalAmount')),
    charge: minorToNumber(charge),
    creditAfter: minorToNumber(balance - charge),
  };
}

/** What it would cost more to order each book for itself: one shipping and its VAT, as of one `alone`, for each that goes with another. */
function savedBy(orders: readonly PricedOrder[], { whole: alone }: Estimated): Minor {
  // What goes alone anyway may be shipped for another sum, in more boxes or further.
  const together = orders.filter((order) => order.lines.length > 1);
  const lines = together.reduce((all, order) => all + order.lines.length, 0);
  const shipping = sum(together.map(({ estimated }) => minor(estimated.whole.shippingFee)));
  const more = minor(alone.shippingFee) * BigInt(lines) - shipping;
  return more <= 0n || alone.totalAmount === 0 ? 0n : (more * minor(alone.paidCreditAmount)) / minor(alone.totalAmount);
}

/** How many books of an order, from the first on, so much credit covers, as its own estimate tells it. */
function howManyBooksFit({ lines, estimated }: PricedOrder, left: Minor): number {
  const { totalAmount, productAmount, packagingFee, paidCreditAmount } = estimated.whole;
  const total = minor(totalAmount);
  let soFar = total - minor(productAmount) - minor(packagingFee);
  for (const [books, line] of lines.entries()) {
    const item = estimated.itemOf(line);
    soFar += minor(item?.itemAmount ?? 0) + minor(item?.packagingFee ?? 0);
    if (total === 0n || (soFar * minor(paidCreditAmount)) / total > left) return books;
  }
  return lines.length - 1;
}

/** How many orders from the first on the credit covers; the order of the selection is kept. */
export function howManyFit(charges: readonly Minor[], balance: Minor): number {
  let left = balance;
  for (const [index, charge] of charges.entries()) {
    left -= charge;
    if (left < 0n) return index;
  }
  return charges.length;
}
