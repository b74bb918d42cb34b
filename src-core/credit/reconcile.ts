import type { Minor } from '../contract/money.ts';
import { entryKind, NO_MOVEMENT, orderPart, withEntry } from './ledger-sums.ts';
import type { LedgerEntry, LedgerSums, OrderSums } from './ledger-sums.ts';

/** An order as this desk has it; amounts in hundredths. */
export interface KnownOrder {
  readonly orderUid: string;
  /** This desk placed it. */
  readonly isOwn: boolean;
  /** What this desk noted as charged when it placed the order; null where it noted nothing. */
  readonly notedMinor: Minor | null;
  /** The charge as the service's order has it. */
  readonly paidMinor: Minor;
  /** What went back so far, as the service's order has it; of one that was not read since it moved, what its status means. */
  readonly refundedMinor: Minor;
  /** The whole order was read since it moved. */
  readonly isRead: boolean;
  readonly paidAtMs: number;
  readonly cancelledAtMs: number | null;
}

export const DIFFERENCES = [
  'chargedTwice',
  'charge',
  'notCharged',
  'refund',
  'unknownOrder',
  'nameless',
  'broken',
  'balance',
  'elsewhere',
  'unexplained',
  'opening',
] as const;
export type DifferenceKind = (typeof DIFFERENCES)[number];

/** These are told, but the sums agree all the same. */
export const NOTICES: ReadonlySet<DifferenceKind> = new Set<DifferenceKind>(['elsewhere', 'unexplained', 'opening']);

export interface Difference {
  readonly kind: DifferenceKind;
  readonly orderUid: string | null;
  readonly transactionId: number | null;
  /** What the ledger has; null where it has nothing to hold against the desk's. */
  readonly ledgerMinor: Minor | null;
  readonly deskMinor: Minor | null;
  readonly atMs: number | null;
}

export interface Reconciled {
  readonly differences: readonly Difference[];
  /** What the orders of the desk cost, less what went back, in its own record and in the ledger. */
  readonly deskNetMinor: Minor;
  readonly ledgerNetMinor: Minor;
}

/** A movement that names no order belongs to one of its sum that was paid or cancelled as near as this (clocks of one service). */
export const SAME_MOMENT_MS = 120_000;

const sum = (entries: readonly LedgerEntry[]): Minor =>
  entries.reduce((total, { amountMinor }) => total + amountMinor, 0n);

/**
 * Holds the ledger against the orders that the desk knows, order by order, and its sum against the balance. Movements that
 * name no order are given to one of the same sum and moment: between two such orders there is nothing to choose.
 */
export function reconcile(ledger: LedgerSums, orders: readonly KnownOrder[], balanceMinor: Minor): Reconciled {
  const { byOrder, left } = withNameless(ledger, orders);
  const differences: Difference[] = [];
  let deskNetMinor = 0n;
  let ledgerNetMinor = 0n;
  const known = new Set<string>();
  for (const order of orders) {
    const sums = byOrder.get(order.orderUid) ?? NO_MOVEMENT;
    known.add(order.orderUid);
    deskNetMinor += (order.notedMinor ?? order.paidMinor) - order.refundedMinor;
    ledgerNetMinor += netOf(sums);
    differences.push(...ofOrder(order, sums));
  }
  for (const [orderUid, sums] of byOrder) {
    if (known.has(orderUid)) continue;
    const last = [...sums.payments, ...sums.refunds, ...sums.chargedAgain].at(-1);
    ledgerNetMinor += netOf(sums);
    differences.push({
      kind: 'unknownOrder',
      orderUid,
      transactionId: last?.transactionId ?? null,
      ledgerMinor: netOf(sums),
      deskMinor: null,
      atMs: last?.atMs ?? null,
    });
  }
  for (const entry of left) {
    const isIn = entryKind(entry.reasonCode) === 'refund';
    ledgerNetMinor += isIn ? -entry.amountMinor : entry.amountMinor;
    differences.push({ ...aboutEntry('nameless', entry), ledgerMinor: entry.amountMinor });
  }
  differences.push(...ofLedger(ledger, balanceMinor));
  return { differences, deskNetMinor, ledgerNetMinor };
}

const netOf = ({ payments, refunds, chargedAgain }: OrderSums): Minor =>
  sum(payments) + sum(chargedAgain) - sum(refunds);

function aboutEntry(kind: DifferenceKind, entry: LedgerEntry): Difference {
  const { transactionId, orderUid, atMs } = entry;
  return { kind, orderUid, transactionId, ledgerMinor: null, deskMinor: null, atMs };
}

function ofOrder(order: KnownOrder, { payments, refunds, chargedAgain }: OrderSums): Difference[] {
  const found: Difference[] = [];
  const { orderUid, paidAtMs } = order;
  const [payment] = payments;
  const about = { orderUid, transactionId: payment?.transactionId ?? null, atMs: payment?.atMs ?? paidAtMs };
  const chargedMinor = sum(payments);
  const deskMinor = order.notedMinor ?? order.paidMinor;
  if (payment === undefined) {
    if (deskMinor > 0n) found.push({ kind: 'notCharged', ...about, ledgerMinor: null, deskMinor });
  } else if (chargedMinor !== deskMinor || chargedMinor !== order.paidMinor) {
    // Where the desk's note and the service's order differ, the one that the ledger does not have is told.
    const other = chargedMinor === deskMinor ? order.paidMinor : deskMinor;
    const kind = payments.length > 1 ? 'chargedTwice' : 'charge';
    found.push({ kind, ...about, ledgerMinor: chargedMinor, deskMinor: other });
  }
  const backMinor = sum(refunds) - sum(chargedAgain);
  if (backMinor !== order.refundedMinor) {
    const last = [...refunds, ...chargedAgain].at(-1);
    found.push({
      kind: 'refund',
      orderUid,
      transactionId: last?.transactionId ?? null,
      ledgerMinor: backMinor,
      deskMinor: order.refundedMinor,
      atMs: last?.atMs ?? order.cancelledAtMs,
    });
  }
  if (!order.isOwn && payment !== undefined)
    found.push({ kind: 'elsewhere', ...about, ledgerMinor: chargedMinor, deskMinor: null });
  return found;
}

function ofLedger(ledger: LedgerSums, balanceMinor: Minor): Difference[] {
  const found: Difference[] = ledger.broken.map(({ entry, expectedMinor }) => ({
    ...aboutEntry('broken', entry),
    ledgerMinor: entry.balanceAfterMinor,
    deskMinor: expectedMinor,
  }));
  if (ledger.balanceMinor !== balanceMinor)
    found.push({
      kind: 'balance',
      orderUid: null,
      transactionId: ledger.last?.transactionId ?? null,
      ledgerMinor: ledger.balanceMinor,
      deskMinor: balanceMinor,
      atMs: null,
    });
  for (const entry of ledger.unexplained)
    found.push({ ...aboutEntry('unexplained', entry), ledgerMinor: entry.amountMinor });
  if (ledger.first !== null && ledger.openingMinor !== 0n)
    found.push({ ...aboutEntry('opening', ledger.first), ledgerMinor: ledger.openingMinor });
  return found;
}

/** The sums of every order with the movements that name none, and those that fit no order. */
function withNameless(ledger: LedgerSums, orders: readonly KnownOrder[]) {
  const byOrder = new Map(ledger.byOrder);
  const left: LedgerEntry[] = [];
  const give = (part: keyof OrderSums, lots: Lots) => {
    for (const entry of ledger.nameless) {
      if (orderPart(entryKind(entry.reasonCode)) !== part) continue;
      const orderUid = lots.take(entry);
      if (orderUid === null) left.push(entry);
      else byOrder.set(orderUid, withEntry(byOrder.get(orderUid), part, entry));
    }
  };
  if (ledger.nameless.length === 0) return { byOrder, left };
  const unpaid = new Lots();
  for (const { orderUid, paidMinor, paidAtMs } of orders)
    if ((byOrder.get(orderUid)?.payments.length ?? 0) === 0) unpaid.put(orderUid, paidMinor, paidAtMs);
  give('payments', unpaid);
  // Only what the desk misses of an order's refunds can be that of a movement without a name.
  const unreturned = new Lots();
  for (const { orderUid, refundedMinor, cancelledAtMs } of orders) {
    const { refunds, chargedAgain } = byOrder.get(orderUid) ?? NO_MOVEMENT;
    const missingMinor = refundedMinor - (sum(refunds) - sum(chargedAgain));
    if (missingMinor > 0n) unreturned.put(orderUid, missingMinor, cancelledAtMs);
  }
  give('refunds', unreturned);
  give('chargedAgain', new Lots());
  return { byOrder, left };
}

/** Orders by the sum and the moment of what they miss, each given away once. */
class Lots {
  readonly #timed = new Map<Minor, { readonly orderUid: string; readonly atMs: number }[]>();
  /** Of items that were cancelled alone nobody says when. */
  readonly #untimed = new Map<Minor, string[]>();
  #isSorted = false;

  put(orderUid: string, amountMinor: Minor, atMs: number | null): void {
    if (atMs === null) listed(this.#untimed, amountMinor).push(orderUid);
    else listed(this.#timed, amountMinor).push({ orderUid, atMs });
  }

  /** The nearest one of the sum within `SAME_MOMENT_MS`, or one whose moment is not known; null for none. */
  take({ amountMinor, atMs }: LedgerEntry): string | null {
    if (!this.#isSorted) for (const lot of this.#timed.values()) lot.sort((a, b) => a.atMs - b.atMs);
    this.#isSorted = true;
    const lot = this.#timed.get(amountMinor) ?? [];
    // By halves: thousands of orders may have the same sum.
    let from = 0;
    let to = lot.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((lot[middle]?.atMs ?? 0) < atMs) from = middle + 1;
      else to = middle;
    }
    const awayMs = (at: number) => Math.abs((lot[at]?.atMs ?? Infinity) - atMs);
    const nearest = awayMs(from - 1) < awayMs(from) ? from - 1 : from;
    if (awayMs(nearest) <= SAME_MOMENT_MS) return lot.splice(nearest, 1)[0]?.orderUid ?? null;
    return this.#untimed.get(amountMinor)?.pop() ?? null;
  }
}

function listed<T>(lists: Map<Minor, T[]>, key: Minor): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
