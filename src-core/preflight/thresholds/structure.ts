import type { ThresholdDefinition } from './threshold-definition.ts';

export const STRUCTURE_THRESHOLDS = {
  /** 90 % of what the service takes. */
  largeFileBytes: { value: 450 * 1024 * 1024, unit: 'bytes', standard: 'Book Print Studio' },
  newestPdfVersion: { value: 1.7, unit: 'count', standard: 'ISO 32000-1' },
  oldestPdfVersion: { value: 1.3, unit: 'count', standard: 'ISO 15930-1' },
  /** Share of a file that is only of use to the program that made it. */
  privateDataPercent: { value: 20, unit: 'percent', standard: 'Book Print Studio' },
} as const satisfies Record<string, ThresholdDefinition>;
