import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import { finding, type InspectedFileCheck } from '../../check.ts';
import { thresholdSource } from '../../threshold-source.ts';

/** Pages that keep the print house's software busy for minutes, or make it give up (L-005). */
export const complexity: InspectedFileCheck = {
  id: 'objects.complex',
  rule: 'L-005',
  run: (file) => {
    const segments = file.thresholds.of('pageSegments');
    const images = file.thresholds.of('pageImages');
    const heavy = file.inspection.pages.filter((page) => segmentsOf(page) > segments.value || imagesOf(page) > images.value);
    if (heavy.length === 0) return [];
    const most = Math.max(...heavy.map(segmentsOf));
    return [
      finding(file.kind, {
        ruleId: 'objects.complex',
        severity: 'info',
        pages: heavy.map(({ index }) => index + 1),
        measured: { value: most, unit: 'count' },
        allowed: { value: segments.value, unit: 'count' },
        params: { pages: heavy.length, most, images: Math.max(...heavy.map(imagesOf)) },
        source: thresholdSource(segments, file),
        origin: segments.origin,
        remedies: [{ key: 'findings.remedy.flattenArt' }],
      }),
    ];
  },
};

const segmentsOf = ({ objects }: InspectedPage) => objects.reduce((sum, object) => sum + (object.kind === 'path' ? object.segments : 0), 0);
const imagesOf = ({ objects }: InspectedPage) => objects.filter(({ kind }) => kind === 'image').length;
