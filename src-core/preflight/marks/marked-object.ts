import { quadOfBounds, type BoundsMm, type QuadMm } from '../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../pdf/inspection/inspection.ts';
import type { PageObject } from '../../pdf/inspection/page-objects.ts';
import type { MarkedObject } from '../finding.ts';

const EXCERPT_LENGTH = 60;

/** A place on a page to be marked: values rounded to micrometres, the excerpt cut to a line. */
export function markedAt(
  page: Pick<InspectedPage, 'index'>,
  place: { readonly quadMm: QuadMm } | { readonly boundsMm: BoundsMm },
  {
    kind,
    excerpt = null,
    measured = null,
  }: { readonly kind: MarkedObject['kind']; readonly excerpt?: string | null; readonly measured?: number | null },
): MarkedObject {
  const quadMm = 'quadMm' in place ? place.quadMm : quadOfBounds(place.boundsMm);
  return {
    page: page.index + 1,
    quadMm: quadMm.map(rounded),
    kind,
    excerpt:
      excerpt === null || excerpt.length <= EXCERPT_LENGTH ? excerpt : `${excerpt.slice(0, EXCERPT_LENGTH - 1)}…`,
    measured: measured === null ? null : rounded(measured),
  };
}

/** Enough to know an object again: the words, the picture's pixels. */
export function excerptOf(object: PageObject): string | null {
  if (object.kind === 'text') return object.text;
  return object.kind === 'image' ? `${object.image.widthPx} × ${object.image.heightPx} px` : null;
}

/** The pages of marked objects, once each, in order. */
export function pagesOf(objects: readonly MarkedObject[]): number[] {
  return [...new Set(objects.map(({ page }) => page))].sort((a, b) => a - b);
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
