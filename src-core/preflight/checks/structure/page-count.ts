import { finding, pdfPages, type ReadFileCheck, type RenderedFileCheck } from '../../check.ts';
import { DAMAGE_CAUSE } from './file-damaged.ts';

const SELF = { key: 'findings.source.self' };
const EXPORT_AGAIN = [{ key: 'findings.remedy.exportAgain' }];

/** The page tree states another number of pages than it has: programs that believe it print another book. */
export const statedPageCount: ReadFileCheck = {
  id: 'structure.statedPageCount',
  rule: 'F-004',
  run: ({ facts, kind }) => {
    if (!facts.damage.some(({ code }) => code === 'countWrong')) return [];
    const stated = facts.statedPageCount ?? null;
    return [
      finding(kind, {
        ruleId: 'structure.statedPageCount',
        severity: 'error',
        measured: stated === null ? null : pdfPages(stated),
        allowed: pdfPages(facts.pageCount),
        // -1 stands for a tree that states nothing.
        params: { stated: stated ?? -1, pages: facts.pageCount },
        source: SELF,
        remedies: EXPORT_AGAIN,
        causeKey: DAMAGE_CAUSE,
      }),
    ];
  },
};

/** Another renderer, asked for a second opinion, counts other pages. */
export const secondPageCount: RenderedFileCheck = {
  id: 'structure.pageCountDisputed',
  rule: 'F-004',
  run: ({ facts, kind, secondOpinionPageCount: other }) =>
    other === undefined || other === facts.pageCount
      ? []
      : [
          finding(kind, {
            ruleId: 'structure.pageCountDisputed',
            severity: 'error',
            measured: pdfPages(other),
            allowed: pdfPages(facts.pageCount),
            params: { other, pages: facts.pageCount },
            source: SELF,
            remedies: EXPORT_AGAIN,
            causeKey: DAMAGE_CAUSE,
          }),
        ],
};
