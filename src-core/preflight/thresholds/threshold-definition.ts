import type { Quantity } from '../finding.ts';

export interface ThresholdDefinition {
  readonly value: number;
  readonly unit: Quantity['unit'];
  /** The standard or the practice that the value was taken from, as people cite it: `GWG 2022, R0031`. */
  readonly standard: string;
}
