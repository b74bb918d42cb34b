import { finding, standardSource, type ReadFileCheck } from '../../check.ts';

/** UserUnit: many programs leave it out of account, so the printed size may differ by this factor (GWG 2022, R0002). */
export const userUnit: ReadFileCheck = {
  id: 'page.userUnit',
  rule: 'G-009',
  run: ({ facts, kind }) => {
    const off = facts.pages.flatMap((page, index) => (page.userUnit === 1 ? [] : [index]));
    const [first] = off;
    if (first === undefined) return [];
    const factor = facts.pages[first]?.userUnit ?? 1;
    return [
      finding(kind, {
        ruleId: 'page.userUnit',
        severity: 'error',
        pages: off.map((index) => index + 1),
        measured: { value: factor, unit: 'factor' },
        allowed: { value: 1, unit: 'factor' },
        params: { factor, pages: off.length },
        source: standardSource('GWG 2022, R0002'),
        remedies: [{ key: 'findings.remedy.exportAgain' }],
        fixes: ['bakeUserUnit'],
      }),
    ];
  },
};
