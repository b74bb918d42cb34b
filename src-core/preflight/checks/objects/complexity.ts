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
    const heavy = file.inspection.pages.filter(
      (page) => segmentsOf(page) > segments.value || imagesOf(page) > images.value,
    );
    if (heavy.length === 0) return [];
    const most = heavy.map(segmentsOf).reduce((a, b) => Math.max(a, b));
    const mostImages = heavy.map(imagesOf).reduce((a, b) => Math.max(a, b));
    const [limit, measured] = most > segments.value ? [segments, most] : [images, mostImages];
    return [
      finding(file.kind, {
        ruleId: 'objects.complex',
        severity: 'info',
        pages: heavy.map(({ index }) => index + 1),
        measured: { value: measured, unit: 'count' },
        allowed: { value: limit.value, unit: 'count' },
        params: { pages: heavy.length, most, images: mostImages },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        remedies: [{ key: 'findings.remedy.flattenArt' }],
      }),
    ];
  },
};

const segmentsOf = ({ objects }: InspectedPage) =>
  objects.reduce((sum, object) => sum + (object.kind === 'path' ? object.segments : 0), 0);
const imagesOf = ({ objects }: InspectedPage) => objects.filter(({ kind }) => kind === 'image').length;
