import { contains, intersect, type BoundsMm } from '../../../pdf/inspection/geometry.ts';
import type { PageObject } from '../../../pdf/inspection/page-objects.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn } from '../../marks/hits.ts';
import { trimOf } from '../../marks/trim-of.ts';
import { spacesOf } from './painted-colours.ts';

const any = (object: PageObject): object is PageObject => object.from !== 'pattern';

/**
 * Registration colour prints on every plate at once: inside the trim it is a mistake that does not dry (GWG 2022, R0024;
 * C-003). Outside of it these are printer's marks, which the geometry rules speak of.
 */
export const registrationColour: InspectedFileCheck = {
  id: 'colour.registration',
  rule: 'C-003',
  run: (file) =>
    hitsFinding(
      file,
      hitsIn(file, any, (object, page) => {
        const isRegistration = spacesOf(object).some(
          (space) => space.family === 'Separation' && space.colorants[0] === 'All',
        );
        return isRegistration && isWithin(trimOf(page, file.spec.bleedMm), object) ? { measured: null } : null;
      }),
      {
        ruleId: 'colour.registration',
        severity: 'error',
        source: standardSource('GWG 2022, R0024'),
        remedies: [{ key: 'findings.remedy.useBlack' }],
      },
    ),
};

/** A field that goes over the trim counts as within; lines may be all crop marks of a page in one, around it. */
function isWithin(trim: BoundsMm, object: PageObject): boolean {
  if (object.clippedMm === null) return false;
  const isMark = object.kind === 'path' && (object.shape !== 'rectangle' || object.fill === null);
  return isMark ? contains(trim, object.clippedMm) : intersect(trim, object.clippedMm) !== null;
}
