import type { CreditBalance } from '../../../src-core/contract/credits.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { minorFromNumber, minorToNumber } from '../../../src-core/contract/money.ts';
import { orderSchema } from '../../../src-core/contract/orders.ts';
import type { LedgerSums } from '../../../src-core/credit/ledger-sums.ts';
import {
  DIFFERENCES,
  NOTICES,
  reconcile,
  type Difference,
  type Reconciled,
} from '../../../src-core/credit/reconcile.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { detailsNow } from '../../../src-core/desk/poll-schedule.ts';
import { DIFFERENCES_TOLD, type CreditReconciliation } from '../../../src-core/ipc/subjects/credit.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { isOfThatOrder } from '../orders/listed-orders.ts';
import { keepOrder, listItemOf } from '../orders/order-book.ts';
import { beginReading } from '../orders/overtaken.ts';
import { knownOrders } from './known-orders.ts';
import { hasSeveralItems, refundedSince } from './refunded-orders.ts';
import { Ledger } from './ledger.ts';

/** What is read in one go may be older than what is read after it: so often it is looked at again before a difference is told. */
const LOOKS = 3;
/** Differences that may go away once the order is read whole. */
const BY_READING: ReadonlySet<Difference['kind']> = new Set<Difference['kind']>([
  'charge',
  'notCharged',
  'refund',
  'unknownOrder',
]);

/** Holds the service's ledger against the orders of the desk. Before a difference is told, its order is read from the service. */
export class Reconciler {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #ledger: Ledger;
  /** Orders that were read for a difference, and at which of their movements: nothing new would come of reading them again. */
  readonly #readFor = new Map<string, number | null>();
  /** Connections whose whole ledger was read anew for a break in it. */
  readonly #readAnew = new Set<string>();

  constructor(context: DeskContext, connections: Connections) {
    this.#context = context;
    this.#connections = connections;
    this.#ledger = new Ledger(context.db);
  }

  /** Answers whether there was anything new. */
  async readLedger(connectionId: string): Promise<boolean> {
    const before = this.#ledger.newestId(connectionId);
    await this.#ledger.readOn(await this.#connections.clientOf(connectionId), connectionId);
    return this.#ledger.newestId(connectionId) !== before;
  }

  /**
   * The list of orders tells nothing of one item that was cancelled elsewhere; the ledger has what came back for it. Orders of several
   * items of which more came back than they were read with are read whole. Answers whether any was.
   */
  async followRefunds(connectionId: string): Promise<boolean> {
    const { db } = this.#context;
    if (!hasSeveralItems(db, connectionId)) return false;
    const client = await this.#connections.clientOf(connectionId);
    await this.#ledger.readOn(client, connectionId);
    const behind = refundedSince(db, connectionId).filter(
      ({ orderUid, transactionId }) => this.#readFor.get(`${connectionId}/${orderUid}`) !== transactionId,
    );
    return behind.length > 0 && this.#readWhole(client, connectionId, behind);
  }

  async reconcile(connectionId: string, readBalance: () => Promise<CreditBalance>): Promise<CreditReconciliation> {
    const client = await this.#connections.clientOf(connectionId);
    for (let look = 1; ; look++) {
      const orders = await knownOrders(this.#context.db, connectionId);
      const ledger = await this.#ledger.readOn(client, connectionId);
      const balance = await readBalance();
      const result = reconcile(ledger, orders, minorFromNumber(balance.totalCreditAmount));
      const unread = result.differences.filter((one) => this.#wantsReading(connectionId, one));
      const isOff = result.differences.some(({ kind }) => kind === 'balance');
      if (look < LOOKS && this.#beginsAnew(connectionId, result)) continue;
      if (look < LOOKS && (await this.#readWhole(client, connectionId, unread))) continue;
      if (look < LOOKS && isOff) continue;
      return told(connectionId, balance, { orders: orders.length, ledger, result, unread: new Set(unread) });
    }
  }

  /** A ledger that contradicts itself may have been kept of another account or of an earlier sandbox. */
  #beginsAnew(connectionId: string, { differences }: Reconciled): boolean {
    if (this.#readAnew.has(connectionId) || !differences.some(({ kind }) => kind === 'broken')) return false;
    this.#readAnew.add(connectionId);
    this.#ledger.forget(connectionId);
    return true;
  }

  #wantsReading(connectionId: string, { kind, orderUid, transactionId }: Difference): boolean {
    if (orderUid === null || !BY_READING.has(kind)) return false;
    return this.#readFor.get(`${connectionId}/${orderUid}`) !== transactionId;
  }

  /** Reads the orders of the differences, as far as the minute's requests go; answers whether any was. */
  async #readWhole(
    client: ApiClient,
    connectionId: string,
    differences: readonly Pick<Difference, 'orderUid' | 'transactionId'>[],
  ): Promise<boolean> {
    const { db, clock } = this.#context;
    let read = 0;
    let hasNews = false;
    for (const { orderUid, transactionId } of differences) {
      if (orderUid === null || detailsNow(client.lanes.general.use()) === 0) break;
      const path = `/orders/${encodeURIComponent(orderUid)}`;
      const begunAt = beginReading(db);
      const order = await client
        .call({ method: 'GET', path, answer: successOf(orderSchema) })
        .then(({ data }) => data)
        .catch((error: unknown) => {
          if (error instanceof AppError && isOfThatOrder(error)) return null;
          throw error;
        });
      read += 1;
      this.#readFor.set(`${connectionId}/${orderUid}`, transactionId);
      if (order === null) continue;
      const news = db.transaction(() =>
        keepOrder(
          db,
          connectionId,
          { item: listItemOf(order), detail: order },
          { nowMs: clock.nowMs(), isOwnDoing: false, begunAt },
        ),
      );
      hasNews ||= news !== 'none';
    }
    if (hasNews) this.#context.changed('orders', 'library', 'status');
    return read > 0;
  }
}

function told(
  connectionId: string,
  balance: CreditBalance,
  found: {
    readonly orders: number;
    readonly ledger: LedgerSums;
    readonly result: Reconciled;
    readonly unread: ReadonlySet<Difference>;
  },
): CreditReconciliation {
  const { ledger, result, unread } = found;
  const said = result.differences
    .filter((one) => !unread.has(one))
    .toSorted((a, b) => DIFFERENCES.indexOf(a.kind) - DIFFERENCES.indexOf(b.kind));
  const noticeCount = said.filter(({ kind }) => NOTICES.has(kind)).length;
  const amount = (minor: bigint | null) => (minor === null ? null : minorToNumber(minor));
  const { topUp, payment, refund, chargedAgain, deduction, other } = ledger.totals;
  return {
    connectionId,
    currency: balance.currency,
    balance: balance.totalCreditAmount,
    entries: ledger.entries,
    totals: {
      opening: minorToNumber(ledger.openingMinor),
      topUp: minorToNumber(topUp),
      payment: minorToNumber(payment),
      refund: minorToNumber(refund),
      chargedAgain: minorToNumber(chargedAgain),
      deduction: minorToNumber(deduction),
      other: minorToNumber(other),
    },
    orders: found.orders,
    charged: minorToNumber(result.ledgerNetMinor),
    recorded: minorToNumber(result.deskNetMinor),
    agrees: said.length === noticeCount && unread.size === 0,
    differences: said
      .slice(0, DIFFERENCES_TOLD)
      .map(({ kind, orderUid, transactionId, atMs, ledgerMinor, deskMinor }) => ({
        kind,
        orderUid,
        transactionId,
        ledger: amount(ledgerMinor),
        desk: amount(deskMinor),
        atMs,
        isNotice: NOTICES.has(kind),
      })),
    differenceCount: said.length - noticeCount,
    noticeCount,
    unread: unread.size,
  };
}
