import type { ThresholdDefinition } from '../../threshold-definition.ts';

export const OBJECT_THRESHOLDS = {} as const satisfies Record<string, ThresholdDefinition>;
