import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage } from '../../marks/hits.ts';

/** A mask with fewer pixels than a quarter of its picture's shows steps at the edge. */
const COARSE_MASK = 4;

/** Smoothing left to the printer, and masks much coarser than their pictures (I-013). */
export const interpolation: InspectedFileCheck = {
  id: 'images.interpolation',
  rule: 'I-013',
  run: (file) =>
    hitsFinding(
      file,
      hitsIn(file, isImage, ({ image }) => {
        const hasCoarseMask = image.softMask !== null && image.softMask.widthPx > 1 && image.softMask.widthPx * COARSE_MASK < image.widthPx;
        return image.isInterpolated || hasCoarseMask ? { measured: null } : null;
      }),
      { ruleId: 'images.interpolation', severity: 'info', source: standardSource('ISO 32000-1, 8.9.5.3') },
    ),
};
