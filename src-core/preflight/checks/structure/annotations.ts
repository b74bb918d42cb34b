import type { AnnotationFacts } from '../../../pdf/inspection/document-facts.ts';
import { finding, standardSource, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import type { Finding, MarkedObject } from '../../finding.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { annotationsIn } from './page-annotations.ts';

const MULTIMEDIA: ReadonlySet<string> = new Set(['Screen', 'Movie', 'Sound', '3D', 'RichMedia']);
/** Told by the checks of forms and attachments; a pop-up belongs to the note that opens it. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set([...MULTIMEDIA, 'Widget', 'FileAttachment', 'Popup']);
const SOURCE = standardSource('ISO 15930-7');

/** Comments, stamps and highlights on the page: part of the file, and printed when their flag says so. */
export const annotations: InspectedFileCheck = {
  id: 'structure.annotations',
  rule: 'F-015',
  run: (file) => [
    ...findingOf(file, 'structure.annotations', 'error', (one) => !TOLD_ELSEWHERE.has(one.subtype) && prints(one)),
    ...findingOf(
      file,
      'structure.screenAnnotations',
      'info',
      (one) => !TOLD_ELSEWHERE.has(one.subtype) && !prints(one),
    ),
  ],
};

/** Films, sounds and 3D models leave a still picture or nothing on paper. */
export const multimedia: InspectedFileCheck = {
  id: 'structure.multimedia',
  rule: 'F-016',
  run: (file) => findingOf(file, 'structure.multimedia', 'error', ({ subtype }) => MULTIMEDIA.has(subtype)),
};

/** A link without an appearance shows nothing on paper, whatever its flag. */
const prints = ({ subtype, isPrinted, hasAppearance }: AnnotationFacts): boolean =>
  isPrinted && (hasAppearance || subtype !== 'Link');

function findingOf(
  { inspection: { pages }, kind }: InspectedFileCase,
  ruleId: 'structure.annotations' | 'structure.screenAnnotations' | 'structure.multimedia',
  severity: 'error' | 'info',
  isMeant: (annotation: AnnotationFacts) => boolean,
): Finding[] {
  const objects: MarkedObject[] = pages
    .flatMap((page) => annotationsIn(page, isMeant))
    .map(({ page, annotation, boundsMm }) =>
      markedAt(page, { boundsMm }, { kind: 'annotation', excerpt: annotation.subtype }),
    );
  if (objects.length === 0) return [];
  return [
    finding(kind, {
      ruleId,
      severity,
      pages: pagesOf(objects),
      measured: { value: objects.length, unit: 'count' },
      params: { count: objects.length },
      source: SOURCE,
      objects,
      fixes: ['removeAnnotations'],
    }),
  ];
}
