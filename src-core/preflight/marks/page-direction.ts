import type { PageFacts, PageRotation } from '../../pdf/boxes.ts';
import type { InspectedPage, PdfInspection } from '../../pdf/inspection/inspection.ts';
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

/** Of scans from both sides of a sheet every other page is turned, rightly: a book has a direction when few pages leave it. */
const LEAST_USUAL_SHARE = 0.75;
const LEAST_USUAL_PAGES = 3;

/**
 * Pages without words, whose pictures stand on their heads because their /Rotate is opposite to that of nearly all pages. Whether
 * the picture is meant so nobody can read there.
 */
export function pagesTurnedAgainst({ facts, pages }: Pick<PdfInspection, 'facts' | 'pages'>): InspectedPage[] {
  const usual = usualRotation(facts.pages);
  if (usual === null) return [];
  const rotated = (rotation: number) => pages.filter(({ index }) => facts.pages[index]?.rotate === rotation);
  const found = rotated((usual + 180) % 360).filter((page) => !hasWords(page) && arePicturesOnTheirHead(page));
  if (found.length === 0) return [];
  // Programs that keep all pictures on their heads turn them by the page.
  const others = rotated(usual);
  return others.filter(arePicturesOnTheirHead).length < others.length / 2 ? found : [];
}

function usualRotation(pages: readonly PageFacts[]): PageRotation | null {
  for (const rotation of [0, 90, 180, 270] as const) {
    const count = pages.filter(({ rotate }) => rotate === rotation).length;
    if (count >= LEAST_USUAL_PAGES && count >= LEAST_USUAL_SHARE * pages.length) return rotation;
  }
  return null;
}

/** Words that nobody sees count too: what was recognised in a scan tells how it stands. */
function hasWords({ objects }: InspectedPage): boolean {
  let glyphs = 0;
  for (const object of objects) if (object.kind === 'text') glyphs += object.glyphCount;
  return glyphs >= LEAST_GLYPHS;
}

/** Of most of the area that pictures take. */
function arePicturesOnTheirHead(page: InspectedPage): boolean {
  let all = 0;
  let onTheirHead = 0;
  for (const { object, boundsMm } of visibleMarks(page)) {
    if (object.kind !== 'image') continue;
    const area = (boundsMm.rightMm - boundsMm.leftMm) * (boundsMm.bottomMm - boundsMm.topMm);
    // Lower left, lower right, upper right, upper left corner of the picture, on the page as seen from its top left.
    const [x0, y0, x1, , , , , y3] = object.quadMm;
    all += area;
    if (x1 < x0 && y0 < y3) onTheirHead += area;
  }
  return onTheirHead > all / 2;
}
