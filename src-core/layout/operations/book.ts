import { LIMITS } from '../../contract/limits.ts';
import type { BookSpec } from '../../contract/specs.ts';
import { nearestPageCounts, pageRuleBreach } from '../../specs/page-rules.ts';
import type { LayoutDocument } from '../document.ts';
import { withOrder } from '../page-order.ts';
import { refused, type Outcome, type Refusal } from '../refusal.ts';
import { insertPages } from './pages.ts';

export function setTitle(document: LayoutDocument, { title }: { readonly title: string }): Outcome {
  const next = title.trim();
  if (next === '') return refused({ key: 'layout.refused.noTitle' });
  if (next.length > LIMITS.titleMaxChars)
    return refused({ key: 'layout.refused.longTitle', params: { most: LIMITS.titleMaxChars } });
  return next === document.title ? document : { ...document, title: next };
}

/**
 * Blank pages at the end, or the last ones taken out with what is on them set aside. Refused for a count that the spec does not take,
 * with the ones next to it, and where a page that would go is locked.
 */
export function setPageCount(document: LayoutDocument, { pageCount }: { readonly pageCount: number }): Outcome {
  const { spec, order } = document;
  if (pageCount === order.length) return document;
  const reason = refusedCount(spec, pageCount);
  if (reason !== null) return reason;
  const gone = order.slice(pageCount);
  if (gone.some((id) => document.pages[id]?.locked === true)) return refused({ key: 'layout.refused.surfaceLocked' });
  return pageCount < order.length
    ? withOrder(document, order.slice(0, pageCount))
    : insertPages(document, { before: null, count: pageCount - order.length });
}

/** Why a spec does not take so many pages, with the counts next to them; null: it does. */
export function refusedCount(spec: BookSpec, pageCount: number): Refusal | null {
  const breach = pageRuleBreach(spec, pageCount);
  if (breach === null) return null;
  if (breach.constraint === 'min')
    return refused({ key: 'layout.refused.tooFewPages', params: { pages: pageCount, least: spec.pageMin } });
  if (breach.constraint === 'max')
    return refused({ key: 'layout.refused.tooManyPages', params: { pages: pageCount, most: spec.pageMax } });
  const { below, above } = nearestPageCounts(spec, pageCount);
  return refused({
    key: 'layout.refused.pageStep',
    params: { pages: pageCount, step: spec.pageIncrement, near: below ?? above ?? spec.pageMin },
  });
}

/** What arrangements begin with, of pages that are still to be arranged. */
export function setStyle(document: LayoutDocument, style: Partial<LayoutDocument['style']>): Outcome {
  const next = { ...document.style, ...style };
  const { bleed, gapMm, marginMm } = document.style;
  return next.bleed === bleed && next.gapMm === gapMm && next.marginMm === marginMm
    ? document
    : { ...document, style: next };
}
