import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';
import { excerptOf, markedAt, pagesOf } from '../../marks/marked-object.ts';

/** Pictures and drawings whose data lies in another file: here they are proxies, at the print house nothing at all. */
export const outsideData: InspectedFileCheck = {
  id: 'structure.outsideData',
  rule: 'F-013',
  run: ({ inspection: { document, pages }, kind }) => {
    const objects = pages.flatMap((page) =>
      page.objects.flatMap((object) => {
        if (object.kind !== 'image' || object.isHidden || object.clippedMm === null || !object.image.dependsOnOutside)
          return [];
        return [markedAt(page, object, { kind: 'image', excerpt: excerptOf(object) })];
      }),
    );
    const { outsideReferences } = document;
    const count = objects.length + outsideReferences.length;
    if (count === 0) return [];
    const offPages = new Set([...pagesOf(objects), ...outsideReferences.map(({ pageIndex }) => pageIndex + 1)]);
    return [
      finding(kind, {
        ruleId: 'structure.outsideData',
        severity: 'error',
        pages: [...offPages].sort((a, b) => a - b),
        params: { count, pages: offPages.size },
        source: standardSource('ISO 15930-7'),
        objects,
        remedies: [{ key: 'findings.remedy.embedLinked' }],
      }),
    ];
  },
};
