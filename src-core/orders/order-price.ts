import { chargeOf, type Minor } from '../contract/money.ts';
import { CONTRACTS, type Contract } from '../contract/profiles.ts';

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

/** What of a contract a price depends on beside its unit prices. */
type Fees = Pick<Contract, 'shippingFeeMinor' | 'chargeRounding'>;

/** Fees and charge: specification, "Limits" (Fees, Credit charge), with the contract's switches. */
export function priceOrder(lines: readonly PricedLine[], contract: Fees): OrderPrice {
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

/** What an order says of its charge. */
interface Charge {
  readonly shippingMinor: Minor;
  readonly totalMinor: Minor;
  readonly chargedMinor: Minor;
}

/**
 * What an item cancel gives back: what was paid less what the remaining items cost with shipping and VAT, less what was
 * given back before (contract-decisions, "Item cancel"). Never below nothing; with no items left, all of the rest.
 * `contract` is the one that runs now, which may be another than the order was charged under.
 */
export function itemCancelRefund(
  paid: Charge & { readonly refundedMinor: Minor },
  remaining: readonly PricedLine[],
  contract: Contract,
): Minor {
  const { chargeMinor } = priceOrder(remaining, feesOf(paid, contract));
  const refund = paid.chargedMinor - paid.refundedMinor - chargeMinor;
  return refund > 0n ? refund : 0n;
}

/** What an order was charged by: its own fee, and the rounding of the contract that comes to its sums; the one that runs where several do. */
function feesOf({ shippingMinor, totalMinor, chargedMinor }: Charge, contract: Contract): Fees {
  const chargedBy = [contract, ...Object.values(CONTRACTS)].find(
    ({ shippingFeeMinor, chargeRounding }) =>
      shippingFeeMinor === shippingMinor && chargeOf(totalMinor, chargeRounding) === chargedMinor,
  );
  return { shippingFeeMinor: shippingMinor, chargeRounding: (chargedBy ?? contract).chargeRounding };
}
