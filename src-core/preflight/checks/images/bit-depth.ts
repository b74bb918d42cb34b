import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage } from '../../marks/hits.ts';

/** Sixteen bits a component double the file; presses use eight (I-009). */
export const bitDepth: InspectedFileCheck = {
  id: 'images.bitDepth',
  rule: 'I-009',
  run: (file) =>
    hitsFinding(
      file,
      hitsIn(file, isImage, ({ image }) => (image.bitsPerComponent > 8 ? { measured: image.bitsPerComponent } : null)),
      { ruleId: 'images.bitDepth', severity: 'info', source: standardSource('ISO 32000-1, 8.9.5') },
    ),
};
