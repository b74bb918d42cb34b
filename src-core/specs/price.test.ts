import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '../contract/profiles.ts';
import { unitPriceMinor } from './price.ts';

const SPEC = {
  pageMin: 24,
  pageIncrement: 2,
  priceBase: 15_000,
  pricePerIncrement: 400,
  sandboxPriceBase: 12_600,
  sandboxPricePerIncrement: 280.5,
};
const { specified, 'public-2026-09': recorded } = CONTRACTS;

describe('the price of one copy', () => {
  it('is base + (pages - pageMin) x per increment, in the figures of the environment', () => {
    expect(unitPriceMinor(SPEC, 40, 'sandbox', specified)).toBe(1_260_000n + 16n * 28_050n);
    expect(unitPriceMinor(SPEC, 40, 'live', specified)).toBe(1_500_000n + 16n * 40_000n);
    expect(unitPriceMinor(SPEC, 24, 'sandbox', specified)).toBe(1_260_000n);
  });

  it('counts whole steps of pages where the contract says so', () => {
    expect(unitPriceMinor(SPEC, 40, 'sandbox', recorded)).toBe(1_260_000n + 8n * 28_050n);
    expect(unitPriceMinor(SPEC, 41, 'live', recorded)).toBe(1_500_000n + 8n * 40_000n);
  });

  it('is unknown where a figure of it is hidden', () => {
    for (const hidden of ['sandboxPriceBase', 'sandboxPricePerIncrement'] as const) {
      expect(unitPriceMinor({ ...SPEC, [hidden]: null }, 24, 'sandbox', specified)).toBeNull();
      expect(unitPriceMinor({ ...SPEC, [hidden]: null }, 24, 'live', specified)).not.toBeNull();
    }
    expect(unitPriceMinor({ ...SPEC, priceBase: null }, 24, 'live', specified)).toBeNull();
  });
});
