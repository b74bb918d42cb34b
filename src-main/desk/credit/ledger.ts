import { and, asc, eq, gt, max } from 'drizzle-orm';
import { creditTransactionSchema, type CreditTransaction } from '../../../src-core/contract/credits.ts';
import { pageOf } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { minorFromNumber } from '../../../src-core/contract/money.ts';
import { LedgerSums } from '../../../src-core/credit/ledger-sums.ts';
import type { ApiClient } from '../client/api-client.ts';
import { inSlices } from '../slices.ts';
import type { Store } from '../store/open-store.ts';
import { creditEntries } from '../store/schema.ts';

export const transactionsSchema = pageOf(creditTransactionSchema);
/** As the service names its orders, in the memo of their movements. */
const ORDER_UID = /\bor_[0-9A-Za-z]+/;
const A_READING = 500;

/** The service's ledger, kept as far as it was read and summed as far as it was kept: each entry is asked for once and added once. */
export class Ledger {
  readonly #db: Store;
  readonly #sums = new Map<string, LedgerSums>();
  /** What reads and sums of one connection goes on one after the other. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(db: Store) {
    this.#db = db;
  }

  /** The sums up to the newest entry. */
  readOn(client: ApiClient, connectionId: string): Promise<LedgerSums> {
    const before = this.#turns.get(connectionId) ?? Promise.resolve();
    const turn = before
      .catch(() => undefined)
      .then(async () => {
        await this.#keep(connectionId, await this.#unread(client, connectionId));
        return this.#sumUp(connectionId);
      });
    this.#turns.set(connectionId, turn);
    return turn;
  }

  /** What was read is read anew with the next call. */
  forget(connectionId: string): void {
    this.#db.delete(creditEntries).where(eq(creditEntries.connectionId, connectionId)).run();
    this.#sums.delete(connectionId);
  }

  /** Newest first, page by page, until one is known. */
  async #unread(client: ApiClient, connectionId: string): Promise<CreditTransaction[]> {
    let newestId = this.newestId(connectionId);
    const unread = new Map<number, CreditTransaction>();
    for (let offset = 0; ; offset += LIMITS.pageMaxLimit) {
      const page = await client.call({
        method: 'GET',
        path: `/credits/transactions?limit=${LIMITS.pageMaxLimit}&offset=${offset}`,
        answer: transactionsSchema,
      });
      const newest = page.data[0]?.transactionId ?? 0;
      // A sandbox that was begun anew counts from its beginning again: what was kept is of another ledger.
      if (offset === 0 && newest < newestId) {
        this.forget(connectionId);
        newestId = 0;
      }
      const fresh = page.data.filter(({ transactionId }) => transactionId > newestId);
      for (const entry of fresh) unread.set(entry.transactionId, entry);
      if (fresh.length < page.data.length || !page.pagination.hasNext) return [...unread.values()];
    }
  }

  /** Of what was kept; 0 for nothing. */
  newestId(connectionId: string): number {
    const newest = this.#db
      .select({ transactionId: max(creditEntries.transactionId) })
      .from(creditEntries)
      .where(eq(creditEntries.connectionId, connectionId))
      .get();
    return newest?.transactionId ?? 0;
  }

  /** Oldest first: whenever it is cut off, what is kept has no hole. */
  async #keep(connectionId: string, unread: readonly CreditTransaction[]): Promise<void> {
    await inSlices(
      unread.toSorted((a, b) => a.transactionId - b.transactionId),
      (entry) =>
        this.#db
          .insert(creditEntries)
          .values({
            connectionId,
            transactionId: entry.transactionId,
            reasonCode: entry.reasonCode,
            isIn: entry.direction === '+',
            amountMinor: Number(minorFromNumber(entry.amount)),
            balanceAfterMinor: Number(minorFromNumber(entry.balanceAfter)),
            orderUid: ORDER_UID.exec(entry.memo ?? '')?.[0] ?? null,
            atMs: Date.parse(entry.createdAt),
          })
          .onConflictDoNothing()
          .run(),
      (slice) => this.#db.transaction(slice),
    );
  }

  async #sumUp(connectionId: string): Promise<LedgerSums> {
    const sums = this.#sums.get(connectionId) ?? new LedgerSums();
    this.#sums.set(connectionId, sums);
    for (;;) {
      const lastId = sums.last?.transactionId ?? 0;
      const rows = this.#db
        .select()
        .from(creditEntries)
        .where(and(eq(creditEntries.connectionId, connectionId), gt(creditEntries.transactionId, lastId)))
        .orderBy(asc(creditEntries.transactionId))
        .limit(A_READING)
        .all();
      await inSlices(rows, ({ amountMinor, balanceAfterMinor, ...row }) =>
        sums.add({ ...row, amountMinor: BigInt(amountMinor), balanceAfterMinor: BigInt(balanceAfterMinor) }),
      );
      if (rows.length < A_READING) return sums;
    }
  }
}
