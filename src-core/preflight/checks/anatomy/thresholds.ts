import type { ThresholdDefinition } from '../../threshold-definition.ts';

export const ANATOMY_THRESHOLDS = {
  /** Artwork beyond the trim on every side that is cut. */
  bleedMm: { value: 3, unit: 'mm', standard: 'ISO 15930' },
} as const satisfies Record<string, ThresholdDefinition>;
