import { successOf } from '../../../src-core/contract/envelope.ts';
import { estimateSchema, type Estimate } from '../../../src-core/contract/orders.ts';
import type { Clock } from '../../../src-core/ports.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Candidate } from './order-candidates.ts';

/** Prices do not change by the minute; a second look after a top-up costs no calls. */
const KEPT_MS = 10 * 60_000;
const AT_ONCE = 4;
/** A review of ten thousand different orders; each holds an item for each of its books. */
const KEPT_ITEMS = 20_000;

/** A book for one recipient; null is whom the batch goes to. */
export interface Line extends Candidate {
  readonly recipientId: string | null;
}

type Item = Estimate['items'][number];

/** What the service asks for an order. */
export interface Estimated {
  readonly whole: Estimate;
  /** Of a line of it; undefined where the service left it out. */
  readonly itemOf: (line: Line) => Item | undefined;
}

interface Kept {
  readonly estimated: Estimated;
  readonly atMs: number;
}

/** Asks the service what orders cost, once for those that cost the same. */
export class OrderEstimates {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();
  #items = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** One for each order, in their order. Throws what the client throws. */
  async of(
    client: ApiClient,
    connectionId: string,
    orders: readonly (readonly Line[])[],
  ): Promise<readonly Estimated[]> {
    const keys = orders.map((lines) => compositionOf(connectionId, lines));
    const different = [...new Map(orders.map((lines, index) => [keys[index] as string, lines]))];
    const asked = await inParallel(different, ([key, lines]) => this.#estimated(client, key, lines));
    const estimates = new Map(different.map(([key], index) => [key, asked[index] as Estimated]));
    return keys.map((key) => estimates.get(key) as Estimated);
  }

  async #estimated(client: ApiClient, key: string, lines: readonly Line[]): Promise<Estimated> {
    const nowMs = this.#clock.nowMs();
    const known = this.#kept.get(key);
    if (known !== undefined && nowMs - known.atMs < KEPT_MS) return known.estimated;
    const { data: whole } = await client.call({
      method: 'POST',
      path: '/orders/estimate',
      answer: successOf(estimateSchema),
      jsonBody: JSON.stringify({ items: lines.map(({ bookUid, quantity }) => ({ bookUid, quantity })) }),
      bookId: lines.length === 1 ? (lines[0]?.bookId ?? null) : null,
    });
    const byUid = new Map(whole.items.map((item) => [item.bookUid, item]));
    const items = new Map(lines.map((line) => [priceKey(line), byUid.get(line.bookUid)]));
    const estimated = { whole, itemOf: (line: Line) => items.get(priceKey(line)) };
    this.#keep(key, { estimated, atMs: nowMs });
    return estimated;
  }

  /** The oldest go first: those that are too old, and those that there is no room for. */
  #keep(key: string, kept: Kept): void {
    this.#items -= this.#kept.get(key)?.estimated.whole.items.length ?? 0;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    this.#items += kept.estimated.whole.items.length;
    for (const [oldest, { estimated, atMs }] of this.#kept) {
      if (oldest === key || (this.#items <= KEPT_ITEMS && kept.atMs - atMs < KEPT_MS)) break;
      this.#items -= estimated.whole.items.length;
      this.#kept.delete(oldest);
    }
  }
}

/** Lines with equal keys cost the same. One whose pages at the service the desk does not know is like no other. */
const priceKey = ({ bookUid, specUid, pageCount, quantity, isSavedSince }: Line): string =>
  [...(specUid === null || pageCount === null || isSavedSince ? [bookUid] : [specUid, pageCount]), quantity].join(' ');

/** Orders of equal composition cost the same. */
function compositionOf(connectionId: string, lines: readonly Line[]): string {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(priceKey(line), (counts.get(priceKey(line)) ?? 0) + 1);
  return JSON.stringify([connectionId, ...[...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))]);
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
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
