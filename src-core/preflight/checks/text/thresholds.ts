import type { ThresholdDefinition } from '../../threshold-definition.ts';

export const TEXT_THRESHOLDS = {} as const satisfies Record<string, ThresholdDefinition>;
