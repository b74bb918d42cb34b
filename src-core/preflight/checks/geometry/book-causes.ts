// Wrong sizes that are right ones of something else: the other file, binding, page count or book spec.
import { coverSizeMm, innerSizeMm, sizeMmOf, type Mm2 } from '../../../specs/book-geometry.ts';
import type { TextRef } from '../../../text-ref.ts';
import type { CheckedSpec } from '../../check.ts';
import type { FixName } from '../../finding.ts';
import { exportRemedy, isWithinBoth, pageCountsOf, type Recognise } from './wrong-size.ts';

/** Contents that were laid out for the other kind of binding. */
export interface BindingMixUp {
  readonly cause: 'spreadsForSingles' | 'singlesForSpreads';
  /** What turns one into the other: of pages with their bleed alone, since nothing else has what lies beyond the trim. */
  readonly fixes: readonly FixName[];
}

/** Whether the contents were laid out as spreads for a book of single pages, or the reverse; null when neither. */
export function bindingMixUp(spec: CheckedSpec, isMeantAs: (size: Mm2) => boolean): BindingMixUp | null {
  const { innerTrimWidthMm: width, innerTrimHeightMm: height, bleedMm: bleed } = spec;
  const withBleed = innerSizeMm({ ...spec, bindingType: spec.bindingType === 'LAYFLAT' ? 'PUR' : 'LAYFLAT' });
  const otherLayouts: readonly Mm2[] =
    spec.bindingType === 'LAYFLAT'
      ? [{ widthMm: width, heightMm: height }]
      : [
          { widthMm: 2 * width, heightMm: height },
          // Two pages side by side, each with its own bleed.
          { widthMm: 2 * (width + 2 * bleed), heightMm: height + 2 * bleed },
        ];
  const isWithBleed = isMeantAs(withBleed);
  if (!isWithBleed && !otherLayouts.some(isMeantAs)) return null;
  return spec.bindingType === 'LAYFLAT'
    ? { cause: 'singlesForSpreads', fixes: isWithBleed ? ['joinSpreads'] : [] }
    : { cause: 'spreadsForSingles', fixes: isWithBleed ? ['splitSpreads'] : [] };
}

export const swapped: Recognise = ({ fits, file: { kind, spec, pageCount } }) => {
  const other = kind === 'cover' ? 'contents' : 'cover';
  return fits(sizeMmOf(spec, other, pageCount), other)
    ? { cause: { key: 'findings.cause.swappedFiles' }, remedies: [{ key: 'findings.remedy.swapRoles' }], fixes: [] }
    : null;
};

export const otherBinding: Recognise = ({ file, isMeantAs, fits, sizes, size }) => {
  const { spec } = file;
  const [first, second] = sizes;
  const single = innerSizeMm({ ...spec, bindingType: 'PUR' });
  const near = { widthMm: 1, heightMm: 1 };
  if (
    spec.bindingType === 'LAYFLAT' &&
    first === size &&
    second !== undefined &&
    isWithinBoth(first, single, near) &&
    isWithinBoth(second, innerSizeMm(spec), near)
  ) {
    return { cause: { key: 'findings.cause.singleFirstPage' }, remedies: [exportRemedy(file)], fixes: [] };
  }
  const mixUp = bindingMixUp(spec, (other) => isMeantAs(other) || fits(other));
  return mixUp === null
    ? null
    : { cause: { key: `findings.cause.${mixUp.cause}` }, remedies: [exportRemedy(file)], fixes: mixUp.fixes };
};

function pagesRemedy(pageCount: number, minPage: number, maxPage: number): readonly TextRef[] {
  if (pageCount > maxPage) return [{ key: 'findings.remedy.removePages', params: { n: pageCount - maxPage } }];
  if (pageCount < minPage) return [{ key: 'findings.remedy.addPages', params: { n: minPage - pageCount } }];
  return [];
}

export const otherPageCount: Recognise = ({ file, size, fits, wanted }) => {
  const { spec } = file;
  // The height is the same for every page count, so that most covers need no look at each of them.
  if (!fits({ widthMm: size.widthMm, heightMm: wanted.heightMm })) return null;
  const counts = pageCountsOf(spec).filter((pages) => fits(coverSizeMm(spec, pages)));
  const [minPage] = counts;
  const maxPage = counts.at(-1);
  if (minPage === undefined || maxPage === undefined) return null;
  return {
    cause: { key: 'findings.cause.coverForOtherPages', params: { minPage, maxPage } },
    // Either the cover follows the contents, or they follow it.
    remedies: [exportRemedy(file), ...pagesRemedy(file.pageCount, minPage, maxPage)],
    fixes: [],
  };
};

export const otherSpec: Recognise = ({ file: { catalogue = [], spec, kind, pageCount }, isMeantAs }) => {
  const others = catalogue.filter((other) => other.bookSpecUid !== spec.bookSpecUid);
  // The same page count first: a cover of another product is most likely of the same book.
  const found =
    others.find((other) => isMeantAs(sizeMmOf(other, kind, pageCount))) ??
    (kind === 'cover'
      ? others.find((other) => pageCountsOf(other).some((pages) => isMeantAs(coverSizeMm(other, pages))))
      : undefined);
  if (found === undefined) return null;
  const params = { spec: found.bookSpecUid };
  return {
    cause: { key: 'findings.cause.otherSpec', params },
    remedies: [{ key: 'findings.remedy.chooseSpec', params }],
    fixes: [],
  };
};
