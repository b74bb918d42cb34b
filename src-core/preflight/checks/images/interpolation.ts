import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage } from '../../marks/hits.ts';
import { wholePpi } from './effective-ppi.ts';

/** A mask with fewer pixels than a quarter of its picture's shows steps at the edge. */
const COARSE_MASK = 4;

/**
 * Smoothing left to the printer, and masks much coarser than their pictures (I-013). Some programs ask for smoothing with
 * every picture: it does something only where there are too few pixels.
 */
export const interpolation: InspectedFileCheck = {
  id: 'images.interpolation',
  rule: 'I-013',
  run: (file) => {
    const fine = file.thresholds.of('imagePpiInfo').value;
    return hitsFinding(
      file,
      hitsIn(file, isImage, ({ image, ppiX, ppiY }) => {
        const hasCoarseMask =
          image.softMask !== null && image.softMask.widthPx > 1 && image.softMask.widthPx * COARSE_MASK < image.widthPx;
        const isSmoothed = image.isInterpolated && wholePpi(ppiX, ppiY) < fine;
        return isSmoothed || hasCoarseMask ? { measured: null } : null;
      }),
      { ruleId: 'images.interpolation', severity: 'info', source: standardSource('ISO 32000-1, 8.9.5.3') },
    );
  },
};
