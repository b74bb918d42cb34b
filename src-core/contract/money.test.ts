import { describe, expect, it } from 'vitest';
import { chargeOf, minorFromNumber, minorToNumber } from './money.ts';

describe('the charge agrees with every recorded figure (service-facts 6)', () => {
  it.each([
    [15_327, 16_850],
    [103_527, 113_870],
    [3_100, 3_410],
    [23_300, 25_630],
    [34_500, 37_950],
  ])('%i in all is charged as %i', (total, charged) => {
    expect(minorToNumber(chargeOf(minorFromNumber(total), 'downToTen'))).toBe(charged);
  });
});

it('charges exact decimals under the specified contract', () => {
  expect(minorToNumber(chargeOf(minorFromNumber(15_327), 'exact'))).toBe(16_859.7);
  expect(minorToNumber(chargeOf(minorFromNumber(0.05), 'exact'))).toBe(0.06);
  // 0.044 is nearer to 0.04.
  expect(minorToNumber(chargeOf(minorFromNumber(0.04), 'exact'))).toBe(0.04);
});

it.each([0.001, Number.NaN, Infinity, 1e21])('refuses %f as an amount', (amount) => {
  expect(() => minorFromNumber(amount)).toThrow(RangeError);
});

it('keeps two decimals and the sign both ways', () => {
  for (const amount of [0, 0.1, 12_600.05, -3.3]) expect(minorToNumber(minorFromNumber(amount))).toBe(amount);
});
