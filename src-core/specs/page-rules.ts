import type { PageMeta } from '../contract/books.ts';
import type { PageSide } from '../contract/composition.ts';
import type { ErrorCode, Constraint } from '../contract/errors.ts';

/** How pages of a book follow one another: PUR begins on the right, LAYFLAT on the left. */
export type BookBinding = 'PUR' | 'LAYFLAT';

/** The side of a book page, counted from 1 (service-facts 4.6). */
export function sideOfPage(binding: BookBinding, pageNum: number): PageSide {
  const isOdd = pageNum % 2 === 1;
  return (binding === 'PUR') === isOdd ? 'right' : 'left';
}

/** The page rule of a book spec: `pageMin <= n <= pageMax` and `(n - pageMin) % pageIncrement == 0`. */
export interface PageRule {
  readonly pageMin: number;
  readonly pageMax: number;
  readonly pageIncrement: number;
}

export interface PageRuleBreach {
  readonly code: Extract<ErrorCode, 'ERR_INSUFFICIENT_PAGES' | 'ERR_PAGECOUNT_INVALID'>;
  readonly constraint: Extract<Constraint, 'min' | 'max' | 'increment'>;
  readonly currentValue: number;
  readonly requiredValue: number | { readonly min: number; readonly increment: number };
}

/** The first breach in the order min, max, increment, or null. Source: specification, "pageMeta" and "Finalization". */
export function pageRuleBreach(rule: PageRule, pages: number): PageRuleBreach | null {
  if (pages < rule.pageMin) {
    return { code: 'ERR_INSUFFICIENT_PAGES', constraint: 'min', currentValue: pages, requiredValue: rule.pageMin };
  }
  if (pages > rule.pageMax) {
    return { code: 'ERR_PAGECOUNT_INVALID', constraint: 'max', currentValue: pages, requiredValue: rule.pageMax };
  }
  if ((pages - rule.pageMin) % rule.pageIncrement !== 0) {
    return {
      code: 'ERR_PAGECOUNT_INVALID',
      constraint: 'increment',
      currentValue: pages,
      requiredValue: { min: rule.pageMin, increment: rule.pageIncrement },
    };
  }
  return null;
}

/** The counts next to the one that was refused, as far as the breach tells them: null where it tells none. */
export function countsBesides({ constraint, currentValue, requiredValue }: Omit<PageRuleBreach, 'code'>): {
  readonly below: number | null;
  readonly above: number | null;
} {
  if (typeof requiredValue === 'number')
    return constraint === 'max' ? { below: requiredValue, above: null } : { below: null, above: requiredValue };
  const { min, increment } = requiredValue;
  return nearestPageCounts({ pageMin: min, pageIncrement: increment, pageMax: Infinity }, currentValue);
}

/**
 * Whether one blank page at the end makes the count an allowed one. A leaf of a PUR book has two sides, so that the last
 * one may be missing; what is below the minimum is not made up for.
 */
export function lacksLastPage(rule: PageRule & { readonly bindingType: BookBinding }, pages: number): boolean {
  return (
    rule.bindingType === 'PUR' &&
    pageRuleBreach(rule, pages)?.constraint === 'increment' &&
    pageRuleBreach(rule, pages + 1) === null
  );
}

export function pageMetaOf(rule: PageRule, pages: number): PageMeta {
  return {
    currentPageCount: pages,
    pageMin: rule.pageMin,
    pageMax: rule.pageMax,
    pageIncrement: rule.pageIncrement,
    isValid: pageRuleBreach(rule, pages) === null,
  };
}

/** All counts that a book may have, from the least. */
export const pageCountsOf = ({ pageMin, pageMax, pageIncrement }: PageRule): number[] =>
  Array.from(
    { length: Math.floor((pageMax - pageMin) / pageIncrement) + 1 },
    (_, step) => pageMin + step * pageIncrement,
  );

/** The allowed counts next to `pages`: what an operator can reach by adding or taking away pages. */
export function nearestPageCounts(
  rule: PageRule,
  pages: number,
): { readonly below: number | null; readonly above: number | null } {
  const top = rule.pageMin + Math.floor((rule.pageMax - rule.pageMin) / rule.pageIncrement) * rule.pageIncrement;
  const steps = (pages - rule.pageMin) / rule.pageIncrement;
  const below =
    rule.pageMin + Math.min(Math.floor(steps), (top - rule.pageMin) / rule.pageIncrement) * rule.pageIncrement;
  const above = rule.pageMin + Math.max(Math.ceil(steps), 0) * rule.pageIncrement;
  return { below: below >= rule.pageMin ? below : null, above: above <= top ? above : null };
}
