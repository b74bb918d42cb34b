import type { ColourSpace } from '../../../pdf/inspection/colour-facts.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isAny } from '../../marks/hits.ts';
import { spacesOf } from './painted-colours.ts';

const COMPONENTS: Readonly<Record<string, number>> = { GRAY: 1, RGB: 3, Lab: 3, CMYK: 4 };

/** A profile that cannot be read, or one for another number of colours than the file says: colours are anybody's guess (C-010). */
export const brokenProfiles: InspectedFileCheck = {
  id: 'colour.brokenProfile',
  rule: 'C-010',
  run: (file) =>
    hitsFinding(
      file,
      hitsIn(file, isAny, (object) => (spacesOf(object).some(hasBrokenProfile) ? { measured: null } : null)),
      {
        ruleId: 'colour.brokenProfile',
        severity: 'error',
        source: standardSource('ICC.1; ISO 32000-1, 8.6.5.5'),
        remedies: [{ key: 'findings.remedy.exportSrgb' }],
      },
    ),
};

function hasBrokenProfile(space: ColourSpace): boolean {
  const { icc } = space;
  if (icc !== null && (icc.isDamaged || (COMPONENTS[icc.colourSpace] ?? icc.components) !== icc.components))
    return true;
  return space.base !== null && hasBrokenProfile(space.base);
}
