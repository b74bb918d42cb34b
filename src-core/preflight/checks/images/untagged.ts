import type { ColourSpace } from '../../../pdf/inspection/colour-facts.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage } from '../../marks/hits.ts';

/**
 * Pictures without a profile beside ones that have one: the press takes RGB for sRGB, which is most often right (GWG 2022,
 * R0028; I-008). A file without any profile is from a program that writes none, and its pictures look alike at least.
 */
export const untagged: InspectedFileCheck = {
  id: 'images.untagged',
  rule: 'I-008',
  run: (file) => {
    if (hitsIn(file, isImage, ({ image }) => (isTaggedRgb(image.colourSpace) ? { measured: null } : null)).length === 0)
      return [];
    return hitsFinding(
      file,
      hitsIn(file, isImage, ({ image }) => (isUntaggedRgb(image.colourSpace) ? { measured: null } : null)),
      {
        ruleId: 'images.untagged',
        severity: 'info',
        source: standardSource('GWG 2022, R0028'),
        remedies: [{ key: 'findings.remedy.exportSrgb' }],
      },
    );
  },
};

function isUntaggedRgb(space: ColourSpace | null): boolean {
  if (space?.family === 'Indexed') return isUntaggedRgb(space.base);
  return space?.family === 'DeviceRGB';
}

function isTaggedRgb(space: ColourSpace | null): boolean {
  if (space?.family === 'Indexed') return isTaggedRgb(space.base);
  return space?.family === 'ICCBased' && space.components === 3;
}
