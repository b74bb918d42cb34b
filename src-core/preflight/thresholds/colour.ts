import type { ThresholdDefinition } from './threshold-definition.ts';

export const COLOUR_THRESHOLDS = {
  /** Sum of all inks in a field of one colour that is worth knowing, and that no press dries. */
  totalInkPercent: { value: 300, unit: 'percent', standard: 'Pulsio Print 300; GWG 2022 R0026: none digital' },
  heavyInkPercent: { value: 320, unit: 'percent', standard: 'GWG 2022 R0026: 320 sheet' },
  /** Fields smaller than this square dry in spite of their ink. */
  totalInkSquareMm: { value: 15, unit: 'mm', standard: 'GWG 2022 R0026' },
  spotColours: { value: 0, unit: 'count', standard: 'GWG 2022 R0020' },
  /** Fills fainter than this may vanish on press. */
  faintestTintPercent: { value: 10, unit: 'percent', standard: 'KDP' },
} as const satisfies Record<string, ThresholdDefinition>;
