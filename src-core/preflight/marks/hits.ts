import type { InspectedPage } from '../../pdf/inspection/inspection.ts';
import type { ImageObject, PageObject } from '../../pdf/inspection/page-objects.ts';
import { finding, type FindingParts, type InspectedFileCase } from '../check.ts';
import type { Finding } from '../finding.ts';
import { excerptOf, markedAt, pagesOf } from './marked-object.ts';
import { visibleMarks, type VisibleMark } from './visible-marks.ts';

/** One seen mark that a rule speaks against. */
export interface Hit<O extends PageObject = PageObject> {
  readonly page: InspectedPage;
  readonly object: O;
  readonly boundsMm: VisibleMark['boundsMm'];
  /** Its own value, in the unit of the finding's `measured`. */
  readonly measured: number | null;
}

/** Every seen mark of a file for which `measure` answers; null means that the rule has nothing against it. */
export function hitsIn<O extends PageObject>(
  { inspection }: Pick<InspectedFileCase, 'inspection'>,
  isKind: (object: PageObject) => object is O,
  measure: (object: O, page: InspectedPage) => { readonly measured: number | null } | null,
): Hit<O>[] {
  return inspection.pages.flatMap((page) =>
    visibleMarks(page).flatMap(({ object, boundsMm }) => {
      const hit = isKind(object) ? measure(object, page) : null;
      return hit !== null && isKind(object) ? [{ page, object, boundsMm, ...hit }] : [];
    }),
  );
}

/** For rules that speak of every mark. */
export const isAny = (_object: PageObject): _object is PageObject => true;
export const isImage = (object: PageObject): object is ImageObject => object.kind === 'image';

/**
 * One finding for all hits, worst first as they are given: their marks, their pages, and `count` and `pages` among the
 * parameters. None without hits.
 */
export function hitsFinding(
  file: InspectedFileCase,
  hits: readonly Hit[],
  parts: Omit<FindingParts, 'objects' | 'pages'>,
): Finding[] {
  if (hits.length === 0) return [];
  const objects = hits.map(({ page, object, boundsMm, measured }) =>
    markedAt(page, isTurned(object) ? { quadMm: object.quadMm } : { boundsMm }, {
      kind: object.kind,
      excerpt: excerptOf(object),
      measured,
    }),
  );
  const pages = pagesOf(objects);
  return [
    finding(file.kind, {
      ...parts,
      objects,
      pages,
      params: { count: hits.length, pages: pages.length, ...parts.params },
    }),
  ];
}

/** What stands upright is marked as far as it is seen; a turned picture or line is marked as it lies. */
function isTurned(object: PageObject): object is Extract<PageObject, { quadMm: unknown }> {
  if (object.kind !== 'image' && object.kind !== 'text') return false;
  const [x0, y0, x1, y1] = object.quadMm;
  return Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0)) > UPRIGHT_WITHIN_MM;
}

const UPRIGHT_WITHIN_MM = 0.05;

/** Ascending by measured value. */
export const leastFirst = (a: Hit, b: Hit): number => (a.measured ?? 0) - (b.measured ?? 0);
export const mostFirst = (a: Hit, b: Hit): number => leastFirst(b, a);
