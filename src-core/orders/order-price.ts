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
    // Boxes are filled across lines: a copy takes its share of the box of its spec.
    boxCount: Math.ceil(Number(lines.reduce((boxes, line) => boxes + line.quantity / line.booksPerBox, 0).toFixed(9))),
  };
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
