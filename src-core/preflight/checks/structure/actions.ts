import type { ActionKind } from '../../../pdf/inspection/document-facts.ts';
import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';

/** Worst first: what a single title should name. */
const BY_WEIGHT: readonly ActionKind[] = [
  'launch',
  'javaScript',
  'submitForm',
  'importData',
  'media',
  'goToOutside',
  'other',
  'uri',
];

/** JavaScript, actions on opening or printing, links out of the document: no printed page needs them (PDF/X-4 forbids them). */
export const actions: InspectedFileCheck = {
  id: 'structure.actions',
  rule: 'F-011',
  run: ({ inspection: { document }, kind }) => {
    const found = document.actions;
    if (found.length === 0) return [];
    const worst = BY_WEIGHT.find((one) => found.some((action) => action.kind === one)) ?? 'other';
    const pages = [...new Set(found.flatMap(({ pageIndex }) => (pageIndex === null ? [] : [pageIndex + 1])))].sort(
      (a, b) => a - b,
    );
    return [
      finding(kind, {
        ruleId: 'structure.actions',
        severity: 'warning',
        pages: pages.length > 0 && found.every(({ pageIndex }) => pageIndex !== null) ? pages : null,
        measured: { value: found.length, unit: 'count' },
        params: { count: found.length, worst },
        source: standardSource('ISO 15930-7'),
        fixes: ['removeActions'],
      }),
    ];
  },
};
