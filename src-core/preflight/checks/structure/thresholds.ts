import type { ThresholdDefinition } from '../../threshold-definition.ts';

export const STRUCTURE_THRESHOLDS = {} as const satisfies Record<string, ThresholdDefinition>;
