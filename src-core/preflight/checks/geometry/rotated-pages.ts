import { finding, standardSource, type ReadFileCheck } from '../../check.ts';

/** Rotated pages print as they are shown, but imposition programs have been seen to drop the flag (GWG 2022, R0004). */
export const rotated: ReadFileCheck = {
  id: 'page.rotated',
  rule: 'G-008',
  run: ({ facts, kind }) => {
    const off = facts.pages.flatMap((page, index) => (page.rotate === 0 ? [] : [index]));
    const [first] = off;
    if (first === undefined) return [];
    const degrees = facts.pages[first]?.rotate ?? 0;
    return [
      finding(kind, {
        ruleId: 'page.rotated',
        severity: 'warning',
        pages: off.map((index) => index + 1),
        measured: { value: degrees, unit: 'degrees' },
        allowed: { value: 0, unit: 'degrees' },
        params: { degrees, pages: off.length },
        source: standardSource('GWG 2022, R0004'),
        remedies: [{ key: 'findings.remedy.exportUpright' }],
        fixes: ['bakeRotation'],
      }),
    ];
  },
};
