import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  balanceOf,
  cancel,
  finalizedBook,
  ledgerSum,
  newBook,
  ONE_BOOK,
  order,
  upload,
} from '../acceptance/journeys.ts';
import { pdf } from '../acceptance/pdf.ts';
import type { Answer, Host } from '../acceptance/host.ts';
import { OPENING_CREDIT } from './service-under-fire.ts';

const CANCEL_EVERY = 4;
const RETRY_MS = 50;
const ORDERING_AT_ONCE = 3;
const COVER = pdf(1, 544, 288);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface PlacedOrder {
  readonly orderUid: string;
  readonly orderStatus: string;
}

/** What a partner's client does while processes die: books with covers, orders under a key until they are answered, some cancels. */
export class Traffic {
  readonly #host: () => Host;
  readonly #random: () => number;
  readonly #orders = new Map<string, string>();
  readonly #cancelled = new Set<string>();
  /** Hash of the acknowledged cover, by book. */
  readonly #covers = new Map<string, string>();
  readonly #abandoned = new AbortController();
  #goesOn = true;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(host: () => Host, random: () => number) {
    this.#host = host;
    this.#random = random;
  }

  /** `host` is asked anew for every call: a service that started again listens elsewhere. */
  static async begin(host: () => Host, random: () => number): Promise<Traffic> {
    const traffic = new Traffic(host, random);
    const bookUid = await finalizedBook(host());
    traffic.#running = Promise.all([
      ...Array.from({ length: ORDERING_AT_ONCE }, () => traffic.#placeOrders(bookUid)),
      traffic.#uploadCovers(),
    ]);
    // Looked at when it ends; until then a failure must not end the round's process.
    traffic.#running.catch(() => {});
    return traffic;
  }

  get acknowledged(): number {
    return this.#orders.size + this.#cancelled.size + this.#covers.size;
  }

  /** The round is over, however it went: nothing is repeated any more. */
  abandon(): void {
    this.#goesOn = false;
    this.#abandoned.abort();
  }

  /** No new writes; what was begun is repeated until it is answered. */
  async end(): Promise<void> {
    this.#goesOn = false;
    await this.#running;
  }

  /** Compares what was acknowledged with what is there. Throws when the ledger does not add up. */
  async verify(): Promise<{ readonly acknowledged: number; readonly lost: number; readonly doubled: number }> {
    const host = this.#host();
    const acknowledged = [...this.#orders.values()];
    const found = new Map((await allOrders(host)).map((placed) => [placed.orderUid, placed]));
    let lost = acknowledged.filter((orderUid) => !found.has(orderUid)).length;
    // One order a key, and none that no key stands for.
    const doubled =
      acknowledged.length -
      new Set(acknowledged).size +
      [...found.keys()].filter((orderUid) => !acknowledged.includes(orderUid)).length;
    lost += [...this.#cancelled].filter((orderUid) => found.get(orderUid)?.orderStatus !== 'CANCELLED_REFUND').length;
    for (const [bookUid, hash] of this.#covers) {
      const answer = await fetch(`${host.url}/books/${bookUid}/pdf-cover`, {
        headers: { authorization: `Bearer ${host.key}` },
      });
      if (answer.status !== 200 || sha256(new Uint8Array(await answer.arrayBuffer())) !== hash) lost += 1;
    }
    const balance = await balanceOf(host);
    const sum = await ledgerSum(host);
    const standing = [...found.values()].filter(({ orderStatus }) => orderStatus !== 'CANCELLED_REFUND').length;
    if (sum !== balance) throw new Error(`the ledger sums up to ${sum}, the balance is ${balance}`);
    if (OPENING_CREDIT - balance !== standing * ONE_BOOK)
      throw new Error(`${standing} orders of ${ONE_BOOK} stand and ${OPENING_CREDIT - balance} was charged`);
    return { acknowledged: this.acknowledged, lost, doubled };
  }

  async #placeOrders(bookUid: string): Promise<void> {
    while (this.#goesOn) {
      const key = this.#newKey();
      const placed = await this.#untilAnswered(() => order(this.#host(), [{ bookUid, quantity: 1 }], key), [201]);
      const { orderUid } = placed.body.data;
      this.#orders.set(key, orderUid);
      if (this.#orders.size % CANCEL_EVERY !== 0) continue;
      const cancelKey = this.#newKey();
      await this.#untilAnswered(() => cancel(this.#host(), orderUid, '변심', cancelKey), [200]);
      this.#cancelled.add(orderUid);
    }
  }

  async #uploadCovers(): Promise<void> {
    while (this.#goesOn) {
      // Neither call has a key: one whose answer was lost is not counted and made anew.
      const bookUid = await newBook(this.#host()).catch(() => null);
      const cover = Buffer.concat([COVER, Buffer.from(`% ${this.#covers.size}\n`)]);
      const answer = bookUid === null ? null : await upload(this.#host(), bookUid, 'cover', cover).catch(() => null);
      if (bookUid !== null && answer?.status === 201) this.#covers.set(bookUid, sha256(cover));
      else await delay(RETRY_MS);
    }
  }

  /** The same call with the same key until it is answered. 409: an attempt that died is still being undone; 500: something is away. */
  async #untilAnswered(call: () => Promise<Answer>, statuses: readonly number[]): Promise<Answer> {
    for (;;) {
      this.#abandoned.signal.throwIfAborted();
      const answer = await call().catch(() => null);
      if (answer !== null && statuses.includes(answer.status)) return answer;
      if (answer !== null && answer.status !== 409 && answer.status !== 500)
        throw new Error(`answered ${answer.status}: ${answer.text}`);
      await delay(RETRY_MS);
    }
  }

  #newKey(): string {
    return `soak-${Array.from({ length: 4 }, () => Math.floor(this.#random() * 2 ** 32).toString(16)).join('-')}`;
  }
}

async function allOrders(host: Host): Promise<readonly PlacedOrder[]> {
  const found: PlacedOrder[] = [];
  for (let offset = 0; ; offset += 100) {
    const page = (await host.get(`/orders?limit=100&offset=${offset}`)).body;
    found.push(...page.data);
    if (!page.pagination.hasNext) return found;
  }
}
