import type { CREDIT_REASONS } from '../contract/credits.ts';
import type { Minor } from '../contract/money.ts';

/** One movement as the service's ledger has it; amounts in hundredths. */
export interface LedgerEntry {
  readonly transactionId: number;
  readonly reasonCode: number;
  readonly isIn: boolean;
  readonly amountMinor: Minor;
  readonly balanceAfterMinor: Minor;
  /** The order that its memo names; null where it names none. */
  readonly orderUid: string | null;
  readonly atMs: number;
}

/** What a movement is for; `other` is a reason that the contract keeps for itself (5 and 6) or does not have. */
export type EntryKind = 'topUp' | 'payment' | 'refund' | 'chargedAgain' | 'deduction' | 'other';

const KINDS: Readonly<Record<keyof typeof CREDIT_REASONS, EntryKind>> = {
  1: 'topUp',
  2: 'topUp',
  3: 'payment',
  4: 'refund',
  7: 'refund',
  8: 'refund',
  9: 'topUp',
  10: 'deduction',
  11: 'chargedAgain',
};

export const entryKind = (reasonCode: number): EntryKind =>
  Object.hasOwn(KINDS, reasonCode) ? KINDS[reasonCode as keyof typeof KINDS] : 'other';

/** The movements of one order; amounts are above zero. */
export interface OrderSums {
  readonly payments: readonly LedgerEntry[];
  readonly refunds: readonly LedgerEntry[];
  readonly chargedAgain: readonly LedgerEntry[];
}

export const NO_MOVEMENT: OrderSums = { payments: [], refunds: [], chargedAgain: [] };

/** An entry that does not leave what the one before it and its own amount come to. */
export interface BrokenEntry {
  readonly entry: LedgerEntry;
  readonly expectedMinor: Minor;
}

const signed = ({ isIn, amountMinor }: LedgerEntry): Minor => (isIn ? amountMinor : -amountMinor);

const WITH_ORDER = { payment: 'payments', refund: 'refunds', chargedAgain: 'chargedAgain' } as const;
export const orderPart = (kind: EntryKind): keyof OrderSums | null =>
  kind === 'payment' || kind === 'refund' || kind === 'chargedAgain' ? WITH_ORDER[kind] : null;

/** A ledger summed entry by entry, oldest first: each is looked at once, however often the sums are asked for. */
export class LedgerSums {
  readonly byOrder = new Map<string, OrderSums>();
  /** Movements of orders that name none. */
  readonly nameless: LedgerEntry[] = [];
  /** Movements whose reason the contract does not explain. */
  readonly unexplained: LedgerEntry[] = [];
  readonly broken: BrokenEntry[] = [];
  readonly totals: Record<EntryKind, Minor> = {
    topUp: 0n,
    payment: 0n,
    refund: 0n,
    chargedAgain: 0n,
    deduction: 0n,
    other: 0n,
  };
  entries = 0;
  /** What was there before the first entry: not zero where the service shows a part of its ledger. */
  openingMinor: Minor = 0n;
  first: LedgerEntry | null = null;
  last: LedgerEntry | null = null;

  /** What was there and all that came and went. */
  get balanceMinor(): Minor {
    return Object.values(this.totals).reduce((sum, part) => sum + part, this.openingMinor);
  }

  add(entry: LedgerEntry): void {
    const kind = entryKind(entry.reasonCode);
    this.entries += 1;
    this.totals[kind] += signed(entry);
    if (this.last === null) {
      this.first = entry;
      this.openingMinor = entry.balanceAfterMinor - signed(entry);
    } else {
      const expectedMinor = this.last.balanceAfterMinor + signed(entry);
      if (expectedMinor !== entry.balanceAfterMinor) this.broken.push({ entry, expectedMinor });
    }
    this.last = entry;
    const part = orderPart(kind);
    if (part === null) {
      if (kind === 'other') this.unexplained.push(entry);
    } else if (entry.orderUid === null) this.nameless.push(entry);
    else this.byOrder.set(entry.orderUid, withEntry(this.byOrder.get(entry.orderUid), part, entry));
  }
}

export function withEntry(sums: OrderSums = NO_MOVEMENT, part: keyof OrderSums, entry: LedgerEntry): OrderSums {
  return { ...sums, [part]: [...sums[part], entry] };
}
