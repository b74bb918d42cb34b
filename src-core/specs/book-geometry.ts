import type { BookSpec, CalculatedSize } from '../contract/specs.ts';
import type { Contract } from '../contract/profiles.ts';
import type { PdfKind } from '../contract/books.ts';

/** The fields of a book spec that sizes follow from. A wire spec and a catalogue spec both fit. */
export type SpecGeometry = Pick<
  BookSpec,
  | 'bookSpecUid'
  | 'innerTrimWidthMm'
  | 'innerTrimHeightMm'
  | 'pageMin'
  | 'pageMax'
  | 'pageDefault'
  | 'coverType'
  | 'bindingType'
  | 'bindingEdge'
  | 'bleedMm'
  | 'coverThicknessMm'
  | 'pageThicknessMm'
  | 'caseWrapMarginMm'
  | 'hingeGapMm'
  | 'spineWidthRules'
  | 'pdfToleranceMm'
>;

/** Width and height in millimetres. */
export interface Mm2 {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** A rectangle by its top left corner, y downwards. Where it is measured from is its user's to say. */
export interface BoxMm extends Mm2 {
  readonly xMm: number;
  readonly yMm: number;
}

/** The tolerance of a spec that names none: the recorded "+/-1mm" (service-facts 2.2). */
export const DEFAULT_TOLERANCE_MM = 1;

/** Sizes are published with one decimal; the half goes away from zero (service-facts 8.3). */
export function roundToTenthMm(valueMm: number): number {
  // The first rounding takes off what binary fractions add (2.25 * 10 is exact, 1.15 * 10 is not).
  return Math.round(Math.round(valueMm * 1e7) / 1e6) / 10;
}

/**
 * Spine width in millimetres for a page count (book pages, not sheets).
 * Soft cover: cover thickness + pages x page thickness. Hard cover: the rule whose range holds the count; a count
 * outside every range takes the nearest one. Source: service-facts 8.3.
 */
export function spineWidthMm(spec: SpecGeometry, pages: number): number {
  if (spec.coverType === 'Softcover') {
    return roundToTenthMm((spec.coverThicknessMm ?? 0) + pages * (spec.pageThicknessMm ?? 0));
  }
  const [nearest] = (spec.spineWidthRules ?? []).toSorted((a, b) => gap(a, pages) - gap(b, pages));
  return nearest?.spineWidthMm ?? 0;
}

/** How many pages a count is away from a range; 0 in it. */
function gap(range: { minPage: number; maxPage: number }, pages: number): number {
  return Math.max(range.minPage - pages, pages - range.maxPage, 0);
}

/** Size of one contents PDF page: trim plus bleed; a LAYFLAT page is one spread of two trims. */
export function innerSizeMm(spec: SpecGeometry): Mm2 {
  const pagesAcross = spec.bindingType === 'LAYFLAT' ? 2 : 1;
  return {
    widthMm: roundToTenthMm(pagesAcross * spec.innerTrimWidthMm + 2 * spec.bleedMm),
    heightMm: roundToTenthMm(spec.innerTrimHeightMm + 2 * spec.bleedMm),
  };
}

/** Size of the cover PDF, one flat page of back, spine and front, for a page count. */
export function coverSizeMm(spec: SpecGeometry, pages: number): Mm2 {
  const spine = spineWidthMm(spec, pages);
  const { innerTrimWidthMm: trimWidth, innerTrimHeightMm: trimHeight, bleedMm: bleed } = spec;
  if (spec.coverType === 'Softcover') {
    return {
      widthMm: roundToTenthMm(2 * trimWidth + 2 * bleed + spine),
      heightMm: roundToTenthMm(trimHeight + 2 * bleed),
    };
  }
  const hinge = spec.hingeGapMm ?? 0;
  const wrap = spec.caseWrapMarginMm ?? 0;
  return {
    widthMm: roundToTenthMm(2 * (trimWidth + hinge + wrap - bleed) + spine),
    heightMm: roundToTenthMm(trimHeight + 2 * bleed + 2 * wrap),
  };
}

export function sizeMmOf(spec: SpecGeometry, kind: PdfKind, pages: number): Mm2 {
  return kind === 'cover' ? coverSizeMm(spec, pages) : innerSizeMm(spec);
}

/** Allowed deviation each way, inclusive. Only a hard cover's cover differs between contracts. */
export function toleranceMmOf(spec: SpecGeometry, kind: PdfKind, contract: Contract): Mm2 {
  if (kind === 'cover' && spec.coverType === 'Hardcover') {
    return { widthMm: contract.hardCoverToleranceMm.width, heightMm: contract.hardCoverToleranceMm.height };
  }
  const each = spec.pdfToleranceMm ?? DEFAULT_TOLERANCE_MM;
  return { widthMm: each, heightMm: each };
}

/** PDF pages a file must have: one for a cover, the book's pages for contents, half of them for LAYFLAT spreads. */
export function pdfPagesOf(spec: Pick<SpecGeometry, 'bindingType'>, kind: PdfKind, pageCount: number): number {
  if (kind === 'cover') return 1;
  return spec.bindingType === 'LAYFLAT' ? pageCount / 2 : pageCount;
}

/** Book pages that a contents PDF of so many PDF pages makes. */
export function bookPagesOf(spec: Pick<SpecGeometry, 'bindingType'>, pdfPages: number): number {
  return spec.bindingType === 'LAYFLAT' ? pdfPages * 2 : pdfPages;
}

/** Answer of `calculated-size`; the caller has checked that `pages` obeys the page rule. */
export function calculatedSizeOf(spec: SpecGeometry, pages: number): CalculatedSize {
  const cover = coverSizeMm(spec, pages);
  const inner = innerSizeMm(spec);
  return {
    bookSpecUid: spec.bookSpecUid,
    pages,
    unit: 'mm',
    coverWidthMm: cover.widthMm,
    coverHeightMm: cover.heightMm,
    innerWidthMm: inner.widthMm,
    innerHeightMm: inner.heightMm,
    spineWidthMm: spineWidthMm(spec, pages),
    pdfToleranceMm: spec.pdfToleranceMm ?? DEFAULT_TOLERANCE_MM,
  };
}

/** A run of page counts that share one hard-cover cover size. */
export interface CoverRange extends Mm2 {
  readonly minPage: number;
  readonly maxPage: number;
}

/** The cover sizes of a hard cover over its page range, lowest first; a soft cover has none (its spine is continuous). */
export function coverRangesOf(spec: SpecGeometry): readonly CoverRange[] {
  if (spec.coverType === 'Softcover') return [];
  return (spec.spineWidthRules ?? []).map((rule) => ({
    minPage: Math.max(rule.minPage, spec.pageMin),
    maxPage: Math.min(rule.maxPage, spec.pageMax),
    ...coverSizeMm(spec, rule.minPage),
  }));
}

/** `pdfSize` of a wire spec (specification, "PDF size structure by cover type"; contract-decisions). */
export function pdfSizeOf(spec: SpecGeometry): NonNullable<BookSpec['pdfSize']> {
  const inner = innerSizeMm(spec);
  const soft = coverSizeMm(spec, spec.pageDefault);
  return {
    inner: { width: inner.widthMm, height: inner.heightMm },
    cover:
      spec.coverType === 'Softcover'
        ? { width: soft.widthMm, height: soft.heightMm }
        : coverRangesOf(spec).map((range) => ({
            minPage: range.minPage,
            maxPage: range.maxPage,
            width: range.widthMm,
            height: range.heightMm,
          })),
  };
}
