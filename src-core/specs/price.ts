import { minorFromNumber, type Minor } from '../contract/money.ts';
import type { Contract } from '../contract/profiles.ts';
import type { BookSpec } from '../contract/specs.ts';

/** What prices follow from; sandbox and live have figures of their own (specification, "Price rule in Sandbox"). */
export type PricedSpec = Pick<
  BookSpec,
  'pageMin' | 'pageIncrement' | 'priceBase' | 'pricePerIncrement' | 'sandboxPriceBase' | 'sandboxPricePerIncrement'
>;

/** Price of one copy in hundredths, or null when the prices are hidden from this caller. */
export function unitPriceMinor(
  spec: PricedSpec,
  pages: number,
  environment: 'sandbox' | 'live',
  contract: Contract,
): Minor | null {
  const base = environment === 'sandbox' ? spec.sandboxPriceBase : spec.priceBase;
  const perIncrement = environment === 'sandbox' ? spec.sandboxPricePerIncrement : spec.pricePerIncrement;
  if (base === null || perIncrement === null) return null;
  const pagesAbove = BigInt(pages - spec.pageMin);
  const increments = contract.priceRule === 'perPage' ? pagesAbove : pagesAbove / BigInt(spec.pageIncrement);
  return minorFromNumber(base) + increments * minorFromNumber(perIncrement);
}
