import type { ThresholdDefinition } from '../../threshold-definition.ts';

export const GEOMETRY_THRESHOLDS = {} as const satisfies Record<string, ThresholdDefinition>;
