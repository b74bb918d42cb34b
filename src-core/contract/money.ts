/**
 * Money as whole hundredths of the currency in a bigint: exact, never floating point.
 * Amounts cross the wire as JSON numbers (contract-decisions, "Money").
 */
export type Minor = bigint;

const AMOUNT_FORM = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** Whether a wire number is an amount: finite, with at most two decimals. */
export const isAmount = (amount: number): boolean => AMOUNT_FORM.test(String(amount));

/** A wire number to hundredths. Throws RangeError when it has more than two decimals or is not finite. */
export function minorFromNumber(amount: number): Minor {
  const text = String(amount);
  const match = AMOUNT_FORM.exec(text);
  if (!match) throw new RangeError(`not an amount with at most two decimals: ${text}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const minor = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
  return sign === '-' ? -minor : minor;
}

/** Hundredths to a wire number. Exact up to 2^53 hundredths, far above any balance. */
export function minorToNumber(minor: Minor): number {
  return Number(minor) / 100;
}

/** 10 percent VAT on top (specification, "Limits", Credit charge), rounded as the contract says. */
export function chargeOf(totalMinor: Minor, rounding: 'exact' | 'downToTen'): Minor {
  const tenths = totalMinor * 11n;
  if (rounding === 'downToTen') return (tenths / 10n / 1000n) * 1000n;
  // Hundredths of a total with two decimals give thousandths after x1.1: the half goes up.
  return (tenths + 5n) / 10n;
}
