import type { ThresholdDefinition } from './threshold-definition.ts';

export const ORDER_THRESHOLDS = {} as const satisfies Record<string, ThresholdDefinition>;
