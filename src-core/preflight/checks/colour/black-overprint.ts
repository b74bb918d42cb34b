import type { Paint } from '../../../pdf/inspection/colour-facts.ts';
import type { PageObject } from '../../../pdf/inspection/page-objects.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, type Hit } from '../../marks/hits.ts';
import { isWhite } from '../../marks/paint-colour.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { hasBeneath } from './lies-beneath.ts';
import { modelOf } from './painted-colours.ts';

/**
 * Marks other than white that overprint what lies beneath them: it shines through, and no ordinary preview tells (C-005).
 * Black words and lines are left out, since layout programs overprint them on purpose.
 */
export const overprint: InspectedFileCheck = {
  id: 'colour.overprint',
  rule: 'C-005',
  run: (file) => {
    const hits = file.inspection.pages.flatMap((page): Hit[] => {
      const marks = visibleMarks(page);
      return marks.flatMap(({ object, boundsMm }, index) =>
        isOverprinting(object) && hasBeneath(marks, index) ? [{ page, object, boundsMm, measured: null }] : [],
      );
    });
    return hitsFinding(file, hits, {
      ruleId: 'colour.overprint',
      severity: 'info',
      source: standardSource('GWG 2022, R0009 to R0012'),
    });
  },
};

function isOverprinting(object: PageObject): boolean {
  if (object.kind !== 'text' && object.kind !== 'path') return false;
  const { state, fill, stroke } = object;
  const isMeant = (paint: Paint) => isWhite(paint) || ['rgb', 'lab', 'unknown'].includes(modelOf(paint.space));
  const fills =
    state.overprintsFill && fill !== null && !isMeant(fill) && !(object.kind === 'text' && isBlackInk(fill));
  const strokes = state.overprintsStroke && stroke !== null && !isMeant(stroke) && !isBlackInk(stroke);
  return fills || strokes;
}

/** One ink, black: in grey, in CMYK or by its name. */
function isBlackInk({ space, values }: Paint): boolean {
  switch (modelOf(space)) {
    case 'gray':
      return (values[0] ?? 1) === 0;
    case 'cmyk':
      return values.slice(0, 3).every((value) => value === 0) && values[3] === 1;
    case 'spot':
      return space.colorants.length === 1 && space.colorants[0] === 'Black' && values[0] === 1;
    default:
      return false;
  }
}
