import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';
import { annotationsIn } from './page-annotations.ts';

/** A portfolio's page is only the cover sheet of the files in it; attachments are not printed at all. */
export const attachments: InspectedFileCheck = {
  id: 'structure.attachments',
  rule: 'F-012',
  run: ({ inspection: { document, pages }, kind }) => {
    if (document.isPortfolio) {
      return [
        finding(kind, {
          ruleId: 'structure.portfolio',
          severity: 'error',
          params: { count: document.embeddedFileCount },
          source: standardSource('ISO 32000-1, 12.3.5'),
          remedies: [{ key: 'findings.remedy.exportContainedPdf' }],
        }),
      ];
    }
    const clips = pages.flatMap((page) => annotationsIn(page, ({ subtype }) => subtype === 'FileAttachment'));
    const count = document.embeddedFileCount + clips.length;
    if (count === 0) return [];
    return [
      finding(kind, {
        ruleId: 'structure.attachments',
        severity: 'warning',
        measured: { value: count, unit: 'count' },
        params: { count },
        source: standardSource('ISO 15930-7'),
        fixes: ['removeEmbeddedFiles'],
      }),
    ];
  },
};
