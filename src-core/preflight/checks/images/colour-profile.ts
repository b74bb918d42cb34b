import type { ColourSpace } from '../../../pdf/inspection/colour-facts.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage, type Hit } from '../../marks/hits.ts';
import type { Finding } from '../../finding.ts';

/** Wider than what the presses of photo books show: colours are cut or read wrongly where the profile is dropped. */
const WIDE_PROFILES = /adobe ?rgb|prophoto|romm|\bp3\b|eci.?rgb|wide ?gamut|rec\.? ?2020|bt\.? ?2020/i;

/**
 * The print house prints RGB photos and asks for no profile of its own, for which sRGB is right. Pictures in CMYK, in a
 * wide space or in Lab come out otherwise than on screen (I-007).
 */
export const colourProfile: InspectedFileCheck = {
  id: 'images.colourProfile',
  rule: 'I-007',
  run: (file) => {
    const found = new Map<string, Hit[]>();
    for (const hit of hitsIn(file, isImage, ({ image }) =>
      unexpected(image.colourSpace) === null ? null : { measured: null },
    )) {
      const name = unexpected(hit.object.image.colourSpace) ?? '';
      found.set(name, [...(found.get(name) ?? []), hit]);
    }
    return [...found].flatMap(([profile, hits]): Finding[] =>
      hitsFinding(file, hits, {
        ruleId: 'images.colourProfile',
        severity: 'warning',
        params: { profile },
        source: standardSource('IEC 61966-2-1 (sRGB)'),
        remedies: [{ key: 'findings.remedy.exportSrgb' }],
      }),
    );
  },
};

/** The name of a space that an RGB house does not expect; null for what it does. */
function unexpected(space: ColourSpace | null): string | null {
  if (space === null) return null;
  if (space.family === 'Indexed') return unexpected(space.base);
  if (space.family === 'CalRGB' && space.base !== null) return unexpected(space.base);
  if (space.family === 'Lab' || space.family === 'CalRGB') return space.family;
  if (space.family === 'DeviceCMYK') return 'CMYK';
  if (space.family !== 'ICCBased') return null;
  if (space.components === 4) return space.icc?.description ?? 'CMYK';
  const name = space.icc?.description ?? '';
  return WIDE_PROFILES.test(name) ? name : null;
}
