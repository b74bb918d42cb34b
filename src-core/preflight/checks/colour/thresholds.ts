import type { ThresholdDefinition } from '../../threshold-definition.ts';

export const COLOUR_THRESHOLDS = {} as const satisfies Record<string, ThresholdDefinition>;
