import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from './limits.ts';
import { isWithinBounds } from './json-text.ts';

const { jsonDepthMax: DEPTH, jsonValuesMax: VALUES, orderItemsMax } = LIMITS;
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** What the text holds, by what parsing makes of it: values with those in them, and how deep they lie. */
function sizeOf(value: unknown): { readonly depth: number; readonly values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 };
  const inner = Object.values(value).map(sizeOf);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
  };
}

describe('the bounds of JSON in a request', () => {
  it('are so many levels and so many values, and not one more', () => {
    expect(isWithinBounds(nested(DEPTH))).toBe(true);
    expect(isWithinBounds(nested(DEPTH + 1))).toBe(false);
    const list = (length: number) => `[${Array.from({ length }, () => '0').join(',')}]`;
    expect(isWithinBounds(list(VALUES - 1))).toBe(true);
    expect(isWithinBounds(list(VALUES))).toBe(false);
  });

  it('count nothing that stands in a text, however it ends', () => {
    for (const text of [
      '"[[[[',
      `"${'['.repeat(100)}"`,
      `"${'\\"['.repeat(100)}"`,
      `["\\\\","${'{'.repeat(100)}"]`,
      '"\\',
    ])
      expect(isWithinBounds(text)).toBe(true);
    expect(isWithinBounds(`["\\\\",${nested(DEPTH)}]`)).toBe(false);
    expect(isWithinBounds(`["\\"",${nested(DEPTH)}]`)).toBe(false);
  });

  it('hold the largest order that the contract takes, with a member that nobody knows in every line', () => {
    const line = { bookUid: 'bk_0123456789AB', quantity: 1, ourReference: 'A-1' };
    expect(
      isWithinBounds(
        JSON.stringify({ items: Array.from({ length: orderItemsMax }, () => line), shipping: { recipientName: 'a' } }),
      ),
    ).toBe(true);
  });

  it('refuse whatever parsing shows to be deeper or fuller, and little else', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(DEPTH + 4), (value, levels) => {
        const wrapped = Array.from({ length: levels }).reduce<unknown>(
          (inner, _, at) => (at % 2 === 0 ? [inner] : { inner }),
          value,
        );
        const { depth, values } = sizeOf(wrapped);
        expect(isWithinBounds(JSON.stringify(wrapped))).toBe(depth <= DEPTH && values <= VALUES);
      }),
    );
  });
});
