import type { InspectedPage } from '../../pdf/inspection/inspection.ts';
import { visibleMarks } from './visible-marks.ts';

/** A monogram or a number that stands on its head says nothing about its page. */
const LEAST_GLYPHS = 4;
/** Letters lean, and scans lie a little askew. */
const LEANING_DEGREES = 30;

/** Whether most of what is to be read on a page, as it is seen, stands on its head. */
export function isUpsideDown(page: InspectedPage): boolean {
  let all = 0;
  let onTheirHead = 0;
  for (const { object } of visibleMarks(page)) {
    if (object.kind !== 'text') continue;
    all += object.glyphCount;
    if (Math.abs((((object.directionDegrees % 360) + 360) % 360) - 180) <= LEANING_DEGREES)
      onTheirHead += object.glyphCount;
  }
  return onTheirHead >= LEAST_GLYPHS && onTheirHead > all / 2;
}
