import type { ThresholdDefinition } from '../../threshold-definition.ts';

export const IMAGE_THRESHOLDS = {} as const satisfies Record<string, ThresholdDefinition>;
