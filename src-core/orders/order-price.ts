import { chargeOf, type Minor } from '../contract/money.ts';
import type { Contract } from '../contract/profiles.ts';

/** One line to be priced. */
export interface PricedLine {
  readonly unitPriceMinor: Minor;
  readonly quantity: number;
  /** Copies that fit into one box of this spec. */
  readonly booksPerBox: number;
}

export interface OrderPrice {
  readonly itemMinor: readonly Minor[];
  readonly productMinor: Minor;
  /** Per order, whatever is in it. */
  readonly shippingMinor: Minor;
  readonly packagingMinor: Minor;
  readonly totalMinor: Minor;
  /** Taken from the credit: the total with VAT. */
  readonly chargeMinor: Minor;
  readonly boxCount: number;
}

/** Fees and charge: specification, "Limits" (Fees, Credit charge), with the contract's switches. */
export function priceOrder(lines: readonly PricedLine[], contract: Contract): OrderPrice {
  const itemMinor = lines.map((line) => line.unitPriceMinor * BigInt(line.quantity));
  const productMinor = itemMinor.reduce((sum, amount) => sum + amount, 0n);
  const shippingMinor = lines.length === 0 ? 0n : contract.shippingFeeMinor;
  const packagingMinor = 0n;
  const totalMinor = productMinor + shippingMinor + packagingMinor;
  return {
    itemMinor,
    productMinor,
    shippingMinor,
    packagingMinor,
    totalMinor,
    chargeMinor: chargeOf(totalMinor, contract.chargeRounding),
    boxCount: boxesOf(lines),
  };
}

/** Boxes are filled across lines: a copy takes its share of the box of its spec. Shares are whole numbers, of which no sum is inexact. */
function boxesOf(lines: readonly PricedLine[]): number {
  const sharesPerBox = [...new Set(lines.map((line) => BigInt(line.booksPerBox)))].reduce((a, b) => a * b, 1n);
  const shares = lines.reduce(
    (sum, line) => sum + (BigInt(line.quantity) * sharesPerBox) / BigInt(line.booksPerBox),
    0n,
  );
  return Number((shares + sharesPerBox - 1n) / sharesPerBox);
}

/**
 * What an item cancel gives back: what was paid less what the remaining items cost with shipping and VAT, less what was
 * given back before (contract-decisions, "Item cancel"). Never below nothing; with no items left, all of the rest.
 */
export function itemCancelRefund(
  paid: { readonly chargedMinor: Minor; readonly refundedMinor: Minor },
  remaining: readonly PricedLine[],
  contract: Contract,
): Minor {
  const refund = paid.chargedMinor - paid.refundedMinor - priceOrder(remaining, contract).chargeMinor;
  return refund > 0n ? refund : 0n;
}
