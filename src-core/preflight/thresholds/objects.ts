import type { ThresholdDefinition } from './threshold-definition.ts';

export const OBJECT_THRESHOLDS = {
  /** Thinner lines may break up or vanish. */
  thinLinePt: { value: 0.25, unit: 'pt', standard: 'GWG 2022 R0018 and R0019' },
  fineLinePt: { value: 0.75, unit: 'pt', standard: 'KDP' },
  /** Path segments, and pictures, of one page. */
  pageSegments: { value: 200_000, unit: 'count', standard: 'Book Print Studio' },
  pageImages: { value: 5_000, unit: 'count', standard: 'Book Print Studio' },
} as const satisfies Record<string, ThresholdDefinition>;
