import type { ThresholdDefinition } from './threshold-definition.ts';

export const IMAGE_THRESHOLDS = {
  /** Pictures below this are visibly coarse. */
  imagePpiError: { value: 120, unit: 'ppi', standard: 'GWG 2022 R0031: 95 digital, 149 sheet' },
  imagePpiWarning: { value: 200, unit: 'ppi', standard: 'GWG 2022 R0031: 149 digital, 224 sheet; Pixfizz 200' },
  /** What printers ask for at best. */
  imagePpiInfo: { value: 300, unit: 'ppi', standard: 'KDP, IngramSpark, Lulu' },
  /** Pictures with fewer pixels are ornaments. */
  imageLeastPixels: { value: 16, unit: 'count', standard: 'GWG 2022 R0031' },
  bitmapPpiError: { value: 350, unit: 'ppi', standard: 'GWG 2022 R0032' },
  bitmapPpiWarning: { value: 600, unit: 'ppi', standard: 'GWG 2022 R0032' },
  /** Small text inside a flattened page needs at least this. */
  flatPagePpi: { value: 300, unit: 'ppi', standard: 'GWG 2022 R0033' },
  wastefulPpi: { value: 600, unit: 'ppi', standard: 'Lulu, filecheck' },
  /** What a finer picture than need be weighs at least to be worth a word. */
  wastefulLeastBytes: { value: 262_144, unit: 'bytes', standard: 'Book Print Studio' },
  stretchWarningPercent: { value: 2, unit: 'percent', standard: 'Book Print Studio' },
  stretchErrorPercent: { value: 10, unit: 'percent', standard: 'Book Print Studio' },
  jpegQualityError: { value: 40, unit: 'count', standard: 'Book Print Studio' },
  jpegQualityWarning: { value: 60, unit: 'count', standard: 'Book Print Studio' },
  /** How many of 64 bits of their looks may differ between two prints of one photo. */
  samePhotoBits: { value: 4, unit: 'count', standard: 'Book Print Studio' },
  /** A picture of which that much is black, or white, shows nothing. */
  oneTonePercent: { value: 98, unit: 'percent', standard: 'Book Print Studio' },
} as const satisfies Record<string, ThresholdDefinition>;
