import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage } from '../../marks/hits.ts';

const RARE: ReadonlySet<string> = new Set(['JPXDecode', 'JBIG2Decode']);

/** JPEG 2000 and JBIG2: valid, and the picture formats that older RIPs fail on (I-010). */
export const rareCodecs: InspectedFileCheck = {
  id: 'images.rareCodec',
  rule: 'I-010',
  run: (file) =>
    hitsFinding(
      file,
      hitsIn(file, isImage, ({ image }) => (image.filters.some((name) => RARE.has(name)) ? { measured: null } : null)),
      {
        ruleId: 'images.rareCodec',
        severity: 'warning',
        source: standardSource('ISO 32000-1, 7.4.7 and 7.4.9'),
        remedies: [{ key: 'findings.remedy.exportJpeg' }],
      },
    ),
};
