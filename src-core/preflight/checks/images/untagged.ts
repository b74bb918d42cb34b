import type { ColourSpace } from '../../../pdf/inspection/colour-facts.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage } from '../../marks/hits.ts';

/** Pictures without a profile: the press takes RGB for sRGB, which is most often right (GWG 2022, R0028; I-008). */
export const untagged: InspectedFileCheck = {
  id: 'images.untagged',
  rule: 'I-008',
  run: (file) =>
    hitsFinding(
      file,
      hitsIn(file, isImage, ({ image }) => (isUntaggedRgb(image.colourSpace) ? { measured: null } : null)),
      { ruleId: 'images.untagged', severity: 'info', source: standardSource('GWG 2022, R0028'), remedies: [{ key: 'findings.remedy.exportSrgb' }] },
    ),
};

function isUntaggedRgb(space: ColourSpace | null): boolean {
  if (space?.family === 'Indexed') return isUntaggedRgb(space.base);
  return space?.family === 'DeviceRGB';
}
