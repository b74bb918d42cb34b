import type { ThresholdDefinition } from './threshold-definition.ts';

export const TEXT_THRESHOLDS = {
  /** Stated and real width of a letter. */
  glyphWidthPercent: { value: 20, unit: 'percent', standard: 'Book Print Studio' },
  /** Text smaller than this fills in or breaks up. */
  textPtWarning: { value: 5, unit: 'pt', standard: 'GWG 2022 Digital R0017' },
  textPtInfo: { value: 7, unit: 'pt', standard: 'KDP' },
  /** White letters are closed by the ink around them. */
  whiteTextPt: { value: 6, unit: 'pt', standard: 'GWG 2022 R0016: 5 digital, 8 sheet' },
  /** Several inks never meet exactly. */
  multiInkTextPt: { value: 5, unit: 'pt', standard: 'GWG 2022 R0017: 5 digital, 8 sheet' },
  /** Black with more than this of all inks together is four-colour black. */
  richBlackInkPercent: { value: 280, unit: 'percent', standard: 'GWG 2022 R0015' },
  /** With less black ink it is a colour. */
  richBlackLeastBlackPercent: { value: 85, unit: 'percent', standard: 'GWG 2022 R0015' },
} as const satisfies Record<string, ThresholdDefinition>;
