import { bookPagesOf, pdfPagesOf, type Mm2 } from '../../../specs/book-geometry.ts';
import { commonRule, finding, pdfPages, specSource, type ReadFileCheck } from '../../check.ts';
import { visibleSizesMm } from '../../page-sizes.ts';
import { resolveThresholds } from '../../thresholds.ts';
import { sizeCauseKey } from './page-size.ts';
import { bindingMixUp } from './book-causes.ts';
import { exportRemedy } from './wrong-size.ts';
import { isWithin } from '../../marks/within.ts';

/** A cover is one page (specification, "PDF common validation", 4). */
export const coverPages: ReadFileCheck = {
  id: 'cover.pageCount',
  rule: 'G-001',
  run: ({ facts, kind }) =>
    kind !== 'cover' || facts.pageCount === 1
      ? []
      : [
          finding(kind, {
            ruleId: 'cover.pageCount',
            severity: 'block',
            measured: pdfPages(facts.pageCount),
            allowed: pdfPages(1),
            params: { pages: facts.pageCount },
            source: commonRule(4),
            origin: 'specification',
            remedies: [{ key: 'findings.remedy.swapRoles' }, { key: 'findings.remedy.exportAgain' }],
          }),
        ],
};

/**
 * Contents have the book's pages; LAYFLAT contents half as many, being spreads (same rule). Spreads given for single
 * pages, or the reverse, are counted double or half, so that the page count is mended with the layout (G-013).
 */
export const contentsPages: ReadFileCheck = {
  id: 'contents.pageCount',
  rule: 'G-002',
  run: (file) => {
    const { facts, kind, spec, pageCount } = file;
    const expected = pdfPagesOf(spec, 'contents', pageCount);
    if (kind !== 'contents' || facts.pageCount === expected) return [];
    const difference = facts.pageCount - expected;
    const size = visibleSizesMm(facts)[0];
    const knownSizeMm = (file.thresholds ?? resolveThresholds()).of('knownSizeMm').value;
    const isMeantAs = (other: Mm2) =>
      size !== undefined &&
      isWithin(size.widthMm, other.widthMm, knownSizeMm) &&
      isWithin(size.heightMm, other.heightMm, knownSizeMm);
    const mixUp = bindingMixUp(spec, isMeantAs);
    const causeKey = mixUp === null ? null : `findings.cause.${mixUp.cause}`;
    return [
      finding(kind, {
        ruleId: 'contents.pageCount',
        severity: 'block',
        measured: pdfPages(facts.pageCount),
        allowed: pdfPages(expected),
        params: { pdfPages: facts.pageCount, expected, pageCount, bookPages: bookPagesOf(spec, facts.pageCount) },
        source: specSource(spec, pageCount),
        origin: 'specification',
        cause: causeKey === null ? null : { key: causeKey },
        ...(causeKey === null ? {} : { causeKey: sizeCauseKey(causeKey) }),
        // Pages added or taken away would not cure a wrong layout.
        remedies: [
          mixUp !== null
            ? exportRemedy(file)
            : difference > 0
              ? { key: 'findings.remedy.removePages', params: { n: difference } }
              : { key: 'findings.remedy.addPages', params: { n: -difference } },
        ],
        fixes: mixUp?.fixes ?? [difference > 0 ? 'dropTrailingBlanks' : 'addBlankPages'],
      }),
    ];
  },
};
