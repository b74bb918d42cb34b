import { createHash } from 'node:crypto';
import type { BookSpec } from '../../../src-core/contract/specs.ts';

/** As short as can be read out, and long enough that two of one spec never meet by chance. */
const SHOWN_DIGITS = 12;
/** A book is printed alike whatever it is called and costs. */
const NOT_PRINTED: ReadonlySet<string> = new Set([
  'name',
  'priceCurrency',
  'priceBase',
  'pricePerIncrement',
  'sandboxPriceBase',
  'sandboxPricePerIncrement',
] satisfies (keyof BookSpec)[]);

/**
 * Twelve hexadecimal digits of the SHA-256 of all that a spec says of the printed book: sizes, page rule, binding and paper. The
 * same wherever a service says the same, in whatever order.
 */
export const specVersionOf = (spec: BookSpec): string =>
  createHash('sha256')
    .update(
      JSON.stringify(inOrder(Object.fromEntries(Object.entries(spec).filter(([name]) => !NOT_PRINTED.has(name))))),
    )
    .digest('hex')
    .slice(0, SHOWN_DIGITS);

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, own]) => own !== undefined);
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, own]) => [name, inOrder(own)]);
}
