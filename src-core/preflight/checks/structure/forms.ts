import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { annotationsIn } from './page-annotations.ts';

/** Form fields on the page are drawn by the program that opens it, printed by some and dropped by others. */
export const forms: InspectedFileCheck = {
  id: 'structure.forms',
  rule: 'F-014',
  run: ({ inspection: { document, pages }, kind }) => {
    if (document.xfa === 'dynamic') {
      return [
        finding(kind, {
          ruleId: 'structure.dynamicForm',
          severity: 'error',
          source: standardSource('ISO 32000-1, 12.7.8'),
          remedies: [{ key: 'findings.remedy.flattenForm' }],
        }),
      ];
    }
    const objects = pages
      .flatMap((page) => annotationsIn(page, ({ subtype }) => subtype === 'Widget'))
      .map(({ page, boundsMm }) => markedAt(page, { boundsMm }, { kind: 'annotation' }));
    if (objects.length === 0) return [];
    return [
      finding(kind, {
        ruleId: 'structure.formFields',
        severity: 'error',
        pages: pagesOf(objects),
        measured: { value: objects.length, unit: 'count' },
        params: { count: objects.length },
        source: standardSource('ISO 15930-7'),
        objects,
        remedies: [{ key: 'findings.remedy.flattenForm' }],
        fixes: ['flattenFields', 'removeAnnotations'],
      }),
    ];
  },
};
