import type { PageSide } from '../contract/composition.ts';
import type { Template } from '../contract/templates.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import { sideOfPage, type BookBinding } from '../specs/page-rules.ts';
import { mmOfPx } from './lengths.ts';

export const bindingOf = (spec: Pick<SpecGeometry, 'bindingType'>): BookBinding =>
  spec.bindingType === 'LAYFLAT' ? 'LAYFLAT' : 'PUR';

/** The columns of a page into which entries flow: millimetres from the top left of the trim. */
export interface PageFrame {
  readonly columnXsMm: readonly number[];
  readonly columnWidthMm: number;
  readonly topMm: number;
  readonly columnHeightMm: number;
}

/** Columns of a page by its side: `slotWidth = (pageWidth - spine - fore - gap x (n - 1)) / n` (service-facts 9.2). */
export function pageFrame(spec: SpecGeometry, rules: Template['layoutRules'], side: PageSide): PageFrame {
  const { pageMargin, mirrorEvenPages } = rules.margin;
  const columns = rules.flow?.columns ?? 1;
  const gapMm = mmOfPx(rules.flow?.columnGap ?? 0);
  const spineMm = mmOfPx(pageMargin.spine);
  const foreMm = mmOfPx(pageMargin.fore);
  const columnWidthMm = Math.max((spec.innerTrimWidthMm - spineMm - foreMm - gapMm * (columns - 1)) / columns, 1);
  // The spine is at the left of a right-hand page; without mirroring every page is laid out as one.
  const firstMm = side === 'left' && mirrorEvenPages ? foreMm : spineMm;
  return {
    columnXsMm: Array.from({ length: columns }, (_, index) => firstMm + index * (columnWidthMm + gapMm)),
    columnWidthMm,
    topMm: mmOfPx(pageMargin.head),
    columnHeightMm: Math.max(spec.innerTrimHeightMm - mmOfPx(pageMargin.head) - mmOfPx(pageMargin.tail), 1),
  };
}

/** What pages must have in common for entries to share one: margins, columns and base layer, as a short fingerprint. */
export function pageStyleOf({ layoutRules, baseLayer }: Pick<Template, 'layoutRules' | 'baseLayer'>): string {
  const text = JSON.stringify([layoutRules.margin, layoutRules.flow ?? null, baseLayer ?? null]);
  return [0x811c9dc5, 0x9e3779b9].map((seed) => fingerprint(text, seed).toString(36)).join('-');
}

/** FNV-1a. */
function fingerprint(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

export const sideIn = (spec: Pick<SpecGeometry, 'bindingType'>, pageNum: number): PageSide =>
  sideOfPage(bindingOf(spec), pageNum);
