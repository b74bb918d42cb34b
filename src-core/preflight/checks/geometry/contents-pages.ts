import { bookPagesOf, pdfPagesOf } from '../../../specs/book-geometry.ts';
import { commonRule, finding, pdfPages, specSource, type ReadFileCheck } from '../../check.ts';

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
            remedies: [{ key: 'findings.remedy.swapRoles' }, { key: 'findings.remedy.exportAgain' }],
          }),
        ],
};

/** Contents have the book's pages; LAYFLAT contents half as many, being spreads (same rule). */
export const contentsPages: ReadFileCheck = {
  id: 'contents.pageCount',
  rule: 'G-002',
  run: ({ facts, kind, spec, pageCount }) => {
    const expected = pdfPagesOf(spec, 'contents', pageCount);
    if (kind !== 'contents' || facts.pageCount === expected) return [];
    const difference = facts.pageCount - expected;
    return [
      finding(kind, {
        ruleId: 'contents.pageCount',
        severity: 'block',
        measured: pdfPages(facts.pageCount),
        allowed: pdfPages(expected),
        params: { pdfPages: facts.pageCount, expected, pageCount, bookPages: bookPagesOf(spec, facts.pageCount) },
        source: specSource(spec, pageCount),
        remedies: [
          difference > 0
            ? { key: 'findings.remedy.removePages', params: { n: difference } }
            : { key: 'findings.remedy.addPages', params: { n: -difference } },
        ],
      }),
    ];
  },
};
