// Books that were exported as one file: the first page is the flat cover, the others are the contents.
import type { Contract } from '../contract/profiles.ts';
import type { PdfFacts, ReadablePdf } from '../pdf/read-facts.ts';
import { bookPagesOf } from '../specs/book-geometry.ts';
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

/**
 * A book that came as one file, as the two files that can be made of it; null of any other. Known by the first page, which is as
 * large as a flat cover round the others, or has, as they have, the size of this spec: in a lay-flat book cover and spreads are
 * nearly as large as each other.
 */
export function coverTakenOut(cover: PdfFacts | null, contents: PdfFacts | null, known?: KnownSpec): TwoFiles | null {
  if (cover !== null || contents?.status !== 'read') return null;
  if (contents.pages.length < FEWEST_PAGES) return null;
  const [firstSize, innerSize] = visibleSizesMm({ pages: contents.pages.slice(0, 2) });
  // Thin covers are hardly wider than a spread: pages of one size are pages.
  if (firstSize === undefined || innerSize === undefined || areAlike(firstSize, innerSize)) return null;
  const [first, ...others] = contents.pages;
  if (first === undefined) return null;
  const apart: TwoFiles = {
    cover: { ...contents, pageCount: 1, pages: [first] },
    contents: { ...contents, pageCount: others.length, pages: others },
  };
  return looksLikeCover(contents) || (known !== undefined && areOfSpec(apart, known)) ? apart : null;
}

function looksLikeCover(file: ReadablePdf): boolean {
  const [first, inner, ...others] = visibleSizesMm(file);
  if (first === undefined || inner === undefined) return false;
  return (
    others.every((size) => areAlike(size, inner)) &&
    isIn(first.widthMm / inner.widthMm, COVER_PAGE_WIDTHS) &&
    isIn(first.heightMm / inner.heightMm, COVER_PAGE_HEIGHTS)
  );
}

function areOfSpec(apart: TwoFiles, { spec, contract }: KnownSpec): boolean {
  const pageCount = bookPagesOf(spec, apart.contents.pageCount);
  const isOfSize = (kind: 'cover' | 'contents') =>
    !judgePdf({ facts: apart[kind], kind, spec, contract, pageCount }).findings.some(({ ruleId }) =>
      ruleId.startsWith('size.'),
    );
  return isOfSize('cover') && isOfSize('contents');
}
