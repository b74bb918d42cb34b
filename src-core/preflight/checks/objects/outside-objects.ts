import { intersect } from '../../../pdf/inspection/geometry.ts';
import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';
import { excerptOf, markedAt, pagesOf } from '../../marks/marked-object.ts';

/** Marks wholly beyond the sheet: nobody sees them, and they should not be there (KDP forbids invisible objects; L-003). */
export const outsideObjects: InspectedFileCheck = {
  id: 'objects.outside',
  rule: 'L-003',
  run: ({ kind, inspection }) => {
    const objects = inspection.pages.flatMap((page) => {
      const sheet = { leftMm: 0, topMm: 0, rightMm: page.widthMm, bottomMm: page.heightMm };
      return page.objects
        .filter(
          ({ from, clippedMm }) =>
            from !== 'pattern' && from !== 'type3' && clippedMm !== null && intersect(clippedMm, sheet) === null,
        )
        .map((object) =>
          markedAt(page, { boundsMm: object.boundsMm }, { kind: object.kind, excerpt: excerptOf(object) }),
        );
    });
    if (objects.length === 0) return [];
    const pages = pagesOf(objects);
    return [
      finding(kind, {
        ruleId: 'objects.outside',
        severity: 'info',
        pages,
        objects,
        params: { count: objects.length, pages: pages.length },
        source: standardSource('KDP'),
      }),
    ];
  },
};
