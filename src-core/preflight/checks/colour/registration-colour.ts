import { contains, type BoundsMm } from '../../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import type { PageObject } from '../../../pdf/inspection/page-objects.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn } from '../../marks/hits.ts';
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
        const isRegistration = spacesOf(object).some((space) => space.family === 'Separation' && space.colorants[0] === 'All');
        return isRegistration && object.clippedMm !== null && contains(trimOf(page, file.spec.bleedMm), object.clippedMm) ? { measured: null } : null;
      }),
      { ruleId: 'colour.registration', severity: 'error', source: standardSource('GWG 2022, R0024'), remedies: [{ key: 'findings.remedy.useBlack' }] },
    ),
};

function trimOf(page: InspectedPage, insetMm: number): BoundsMm {
  return page.trimMm ?? { leftMm: insetMm, topMm: insetMm, rightMm: page.widthMm - insetMm, bottomMm: page.heightMm - insetMm };
}
