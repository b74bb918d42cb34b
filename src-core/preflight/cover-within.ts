// Books that were exported as one file: the first or the last page is the flat cover, the others are the contents.
import type { PdfKind } from '../contract/books.ts';
import type { Contract } from '../contract/profiles.ts';
import type { PdfFacts, ReadablePdf } from '../pdf/read-facts.ts';
import { bookPagesOf } from '../specs/book-geometry.ts';
import { pageRuleBreach } from '../specs/page-rules.ts';
import type { CheckedSpec } from './check.ts';
import { judgePdf } from './judge-pdf.ts';
import { areAlike, visibleSizesMm } from './page-sizes.ts';

interface TwoFiles {
  readonly cover: ReadablePdf;
  readonly contents: ReadablePdf;
}

interface KnownSpec {
  readonly spec: CheckedSpec;
  readonly contract: Contract;
}

const FEWEST_PAGES = 3;
/** Back, spine and front beside each other, with what is folded round the boards. */
const COVER_PAGE_WIDTHS = { from: 1.8, to: 2.8 };
const COVER_PAGE_HEIGHTS = { from: 0.98, to: 1.35 };
const isIn = (value: number, { from, to }: { readonly from: number; readonly to: number }): boolean =>
  value >= from && value <= to;

/** Where the cover lies; `either` where the first and the last page would both do, which is not for a machine to decide. */
export type CoverPlace = 'first' | 'last' | 'either';

export interface CoverWithin {
  readonly place: CoverPlace;
  /** Pages from 1 that are as large as a flat cover. */
  readonly coverPages: readonly number[];
  /** Null where two pages would do and are of two sizes. */
  readonly cover: ReadablePdf | null;
  readonly contents: ReadablePdf;
}

/**
 * A book that came as one file, as the two files that can be made of it; null of any other. Known by its first or its last page,
 * which is as large as a flat cover round the others, or has, as they have, the size of this spec: in a lay-flat book cover and
 * spreads are nearly as large as each other.
 */
export function coverTakenOut(
  cover: PdfFacts | null,
  contents: PdfFacts | null,
  known?: KnownSpec,
): CoverWithin | null {
  if (cover !== null || contents?.status !== 'read') return null;
  const count = contents.pages.length;
  if (count < FEWEST_PAGES) return null;
  const last = count - 1;
  const isFirstOther = differ(contents, 0, 1);
  const isLastOther = differ(contents, last, last - 1);
  const isBook = (two: TwoFiles): boolean => looksLikeCover(two) || (known !== undefined && areOfSpec(two, known));
  const coverFirst = isFirstOther ? apart(contents, 0, 1, count) : null;
  if (coverFirst !== null && isBook(coverFirst)) return { place: 'first', coverPages: [1], ...coverFirst };
  const coverLast = isLastOther ? apart(contents, last, 0, last) : null;
  if (coverLast !== null && isBook(coverLast)) return { place: 'last', coverPages: [count], ...coverLast };
  if (!isFirstOther || !isLastOther || count <= FEWEST_PAGES) return null;
  const [one, other] = [apart(contents, 0, 1, last), apart(contents, last, 1, last)];
  if (!isBook(one) || !isBook(other)) return null;
  return {
    place: 'either',
    coverPages: [1, count],
    cover: differ(contents, 0, last) ? null : one.cover,
    contents: one.contents,
  };
}

/** Whether two pages (from 0) are of two sizes. Thin covers are hardly wider than a spread: pages of one size are pages. */
function differ({ pages }: ReadablePdf, index: number, otherIndex: number): boolean {
  const [size, other] = visibleSizesMm({ pages: [index, otherIndex].flatMap((at) => pages[at] ?? []) });
  return size !== undefined && other !== undefined && !areAlike(size, other);
}

/** One page (from 0) by itself, and a run of the others (`to` excluded). */
function apart(file: ReadablePdf, coverIndex: number, from: number, to: number): TwoFiles {
  const part = (pages: ReadablePdf['pages']): ReadablePdf => ({ ...file, pageCount: pages.length, pages });
  return { cover: part(file.pages.slice(coverIndex, coverIndex + 1)), contents: part(file.pages.slice(from, to)) };
}

function looksLikeCover({ cover, contents }: TwoFiles): boolean {
  const [outer] = visibleSizesMm(cover);
  const [inner, ...others] = visibleSizesMm(contents);
  if (outer === undefined || inner === undefined) return false;
  return (
    others.every((size) => areAlike(size, inner)) &&
    isIn(outer.widthMm / inner.widthMm, COVER_PAGE_WIDTHS) &&
    isIn(outer.heightMm / inner.heightMm, COVER_PAGE_HEIGHTS)
  );
}

function areOfSpec({ cover, contents }: TwoFiles, known: KnownSpec): boolean {
  const pageCount = bookPagesOf(known.spec, contents.pageCount);
  return isOfSize(cover, 'cover', known, pageCount) && isOfSize(contents, 'contents', known, pageCount);
}

const isOfSize = (facts: ReadablePdf, kind: PdfKind, { spec, contract }: KnownSpec, pageCount: number): boolean =>
  !judgePdf({ facts, kind, spec, contract, pageCount }).findings.some(({ ruleId }) => ruleId.startsWith('size.'));

/**
 * Book pages between the first and the last page of contents which the page rule refuses with these two and takes without: they
 * may be front and back of a cover. Null of all others, of which nothing tells it, and of lay-flat books, whose pages are spreads.
 */
export function pagesBetweenCovers(contents: ReadablePdf, known: KnownSpec): number | null {
  const { spec } = known;
  const { pageCount } = contents;
  const between = pageCount - 2;
  if (spec.bindingType === 'LAYFLAT') return null;
  if (pageRuleBreach(spec, pageCount) === null || pageRuleBreach(spec, between) !== null) return null;
  return isOfSize(contents, 'contents', known, pageCount) ? between : null;
}
