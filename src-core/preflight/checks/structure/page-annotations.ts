import type { AnnotationFacts } from '../../../pdf/inspection/document-facts.ts';
import { intersect, type BoundsMm } from '../../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';

export interface PlacedAnnotation {
  readonly page: InspectedPage;
  readonly annotation: AnnotationFacts;
  /** What of it lies within the bleed. */
  readonly boundsMm: BoundsMm;
}

/** The page's annotations of a kind that reach into the print area: the BleedBox, or the whole page without one. */
export function annotationsIn(
  page: InspectedPage,
  isMeant: (annotation: AnnotationFacts) => boolean,
): PlacedAnnotation[] {
  const area = page.bleedMm ?? { leftMm: 0, topMm: 0, rightMm: page.widthMm, bottomMm: page.heightMm };
  return page.annotations.flatMap((annotation) => {
    if (annotation.boundsMm === null || !isMeant(annotation)) return [];
    const boundsMm = intersect(annotation.boundsMm, area);
    // A field without an area is invisible on purpose, as signatures are.
    const isSeen = boundsMm !== null && boundsMm.rightMm > boundsMm.leftMm && boundsMm.bottomMm > boundsMm.topMm;
    return isSeen ? [{ page, annotation, boundsMm }] : [];
  });
}
