import type { PageObject } from '../../../pdf/inspection/page-objects.ts';
import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';

/** Varnish, die lines and their like, meant for a machine that books are not made on: they would be printed (O-002). */
export const processingSteps: InspectedFileCheck = {
  id: 'layers.processingStep',
  rule: 'O-002',
  run: ({ kind, inspection }) => {
    const stepOf = (object: PageObject) => object.state.layer?.processingStep ?? null;
    const objects = inspection.pages.flatMap((page) =>
      page.objects
        .filter(
          (object) => stepOf(object) !== null && object.clippedMm !== null && object.state.layer?.isOnInPrint === true,
        )
        .map((object) => markedAt(page, { boundsMm: object.boundsMm }, { kind: object.kind, excerpt: stepOf(object) })),
    );
    if (objects.length === 0) return [];
    const steps = [...new Set(objects.map(({ excerpt }) => excerpt))].join(', ');
    return [
      finding(kind, {
        ruleId: 'layers.processingStep',
        severity: 'warning',
        pages: pagesOf(objects),
        objects,
        params: { steps, count: objects.length },
        source: standardSource('ISO 19593-1'),
        remedies: [{ key: 'findings.remedy.removeLayers' }],
      }),
    ];
  },
};
