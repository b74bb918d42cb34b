import { finding, standardSource, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { notesOf } from './syntax-bearing.ts';

/** The pages' content as it is written: operators, their operands, what they name (ISO 32000-1, 7.8). */
export const contentSyntax: InspectedFileCheck = {
  id: 'structure.contentSyntax',
  rule: 'F-010',
  run: (file) => [
    ...findingsOf(file, 'structure.missingResource', 'error', 'missing'),
    ...findingsOf(file, 'structure.contentSyntax', 'warning', 'slip'),
  ],
};

function findingsOf(
  { inspection: { pages }, kind }: InspectedFileCase,
  ruleId: 'structure.missingResource' | 'structure.contentSyntax',
  severity: 'error' | 'warning',
  bearing: 'missing' | 'slip',
): Finding[] {
  const off = pages.flatMap((page) => {
    const notes = notesOf(page, bearing);
    return notes.length === 0 ? [] : [{ page, notes }];
  });
  if (off.length === 0) return [];
  const all = off.flatMap(({ notes }) => notes);
  const commonest = all.reduce((most, one) => (one.count > most.count ? one : most));
  return [
    finding(kind, {
      ruleId,
      severity,
      pages: off.map(({ page }) => page.index + 1),
      measured: { value: all.reduce((sum, { count }) => sum + count, 0), unit: 'count' },
      params: {
        pages: off.length,
        count: all.reduce((sum, { count }) => sum + count, 0),
        code: commonest.code,
        subject: commonest.subject,
      },
      source: standardSource('ISO 32000-1, 7.8'),
      remedies: [{ key: 'findings.remedy.exportAgain' }],
    }),
  ];
}
