import type { PdfKind } from '../../../contract/books.ts';
import { coverSizeMm, innerSizeMm, sizeMmOf, toleranceMmOf, type Mm2 } from '../../../specs/book-geometry.ts';
import { pageRuleBreach } from '../../../specs/page-rules.ts';
import type { TextRef } from '../../../ipc/text-ref.ts';
import { finding, mm, specSource, type CheckedSpec, type ReadFileCase, type ReadFileCheck } from '../../check.ts';
import { visibleSizesMm } from '../../page-sizes.ts';

/**
 * Every page is as wide and as high as the spec asks, within the tolerance, both ends inclusive
 * (specification, "PDF common validation", 5). Measured is the MediaBox cut by the CropBox, after Rotate and UserUnit
 * (contract-decisions). One finding an axis: its numbers are those of the first page that is off.
 */
export const pageSize: ReadFileCheck = {
  id: 'page.size',
  rule: 'G-004',
  run: (file) => {
    const allowed = sizeMmOf(file.spec, file.kind, file.pageCount);
    const tolerance = toleranceMmOf(file.spec, file.kind, file.contract);
    const sizes = visibleSizesMm(file.facts);
    const cause = causeOf(file, sizes);
    return (['widthMm', 'heightMm'] as const).flatMap((axis) => {
      const off = sizes.flatMap((size, index) => (isWithin(size[axis], allowed[axis], tolerance[axis]) ? [] : [index]));
      const first = off[0];
      if (first === undefined) return [];
      const measuredMm = sizes[first]?.[axis] ?? 0;
      return [
        finding(file.kind, {
          ruleId: axis === 'widthMm' ? 'size.width' : 'size.height',
          severity: 'block',
          pages: off.map((index) => index + 1),
          measured: mm(measuredMm),
          allowed: mm(allowed[axis]),
          tolerance: mm(tolerance[axis]),
          params: { measuredMm: mm(measuredMm).value, allowedMm: allowed[axis], toleranceMm: tolerance[axis], pages: off.length },
          cause,
          remedies: remediesFor(file, allowed, cause),
          source: specSource(file.spec, file.pageCount),
        }),
      ];
    });
  },
};

/** Compared as whole micrometres, so that a size exactly on the limit is inside whatever the fractions did. */
export function isWithin(measuredMm: number, allowedMm: number, toleranceMm: number): boolean {
  return Math.abs(Math.round(measuredMm * 1000) - Math.round(allowedMm * 1000)) <= Math.round(toleranceMm * 1000);
}

/** Names what is behind a wrong size, when one known mistake explains both axes. */
function causeOf(file: ReadFileCase, sizes: readonly Mm2[]): TextRef | null {
  const { spec, kind, pageCount } = file;
  const size = sizes[0];
  if (size === undefined) return null;
  const fits = (wanted: Mm2, as: PdfKind = kind) => {
    const tolerance = toleranceMmOf(spec, as, file.contract);
    return isWithin(size.widthMm, wanted.widthMm, tolerance.widthMm) && isWithin(size.heightMm, wanted.heightMm, tolerance.heightMm);
  };
  const wanted = sizeMmOf(spec, kind, pageCount);
  if (fits(wanted)) return null;
  if (fits({ widthMm: wanted.heightMm, heightMm: wanted.widthMm })) return { key: 'findings.cause.rotated' };
  const otherKind = kind === 'cover' ? 'contents' : 'cover';
  if (fits(sizeMmOf(spec, otherKind, pageCount), otherKind)) return { key: 'findings.cause.swappedFiles' };
  if (kind === 'cover') {
    const pages = coverPageCounts(spec, fits);
    if (pages) return { key: 'findings.cause.coverForOtherPages', params: pages };
    return null;
  }
  const trim = { widthMm: wanted.widthMm - 2 * spec.bleedMm, heightMm: wanted.heightMm - 2 * spec.bleedMm };
  if (fits(trim)) return { key: 'findings.cause.trimWithoutBleed' };
  const otherBinding = innerSizeMm({ ...spec, bindingType: spec.bindingType === 'LAYFLAT' ? 'PUR' : 'LAYFLAT' });
  if (fits(otherBinding)) {
    return { key: spec.bindingType === 'LAYFLAT' ? 'findings.cause.singlesForSpreads' : 'findings.cause.spreadsForSingles' };
  }
  return null;
}

/** The page counts that a cover of this size was made for. */
function coverPageCounts(spec: CheckedSpec, fits: (size: Mm2) => boolean): { minPage: number; maxPage: number } | null {
  const counts: number[] = [];
  for (let pages = spec.pageMin; pages <= spec.pageMax; pages += spec.pageIncrement) {
    if (pageRuleBreach(spec, pages) === null && fits(coverSizeMm(spec, pages))) counts.push(pages);
  }
  const minPage = counts[0];
  const maxPage = counts.at(-1);
  return minPage === undefined || maxPage === undefined ? null : { minPage, maxPage };
}

function remediesFor({ kind, pageCount }: ReadFileCase, allowed: Mm2, cause: TextRef | null): TextRef[] {
  const size = { widthMm: allowed.widthMm, heightMm: allowed.heightMm };
  if (cause?.key === 'findings.cause.swappedFiles') return [{ key: 'findings.remedy.swapRoles' }];
  return kind === 'cover'
    ? [{ key: 'findings.remedy.exportCoverForPages', params: { pages: pageCount, ...size } }]
    : [{ key: 'findings.remedy.exportAtSize', params: size }];
}
