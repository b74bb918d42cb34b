import type { ThresholdDefinition } from './threshold-definition.ts';

export const GEOMETRY_THRESHOLDS = {
  /** A size within the tolerance that is further off than programs round. */
  sizeNoteMm: { value: 0.3, unit: 'mm', standard: 'filecheck 0.2 mm, LintPDF 0.5 mm' },
  /** Pages of one file that differ by more are of different sizes; less is rounding. */
  mixedSizeMm: { value: 0.1, unit: 'mm', standard: 'GWG 2022, R0004' },
  /** A wrong size this near to a known other one was meant to be that. */
  knownSizeMm: { value: 0.5, unit: 'mm', standard: 'LintPDF 0.5 mm' },
  /** How far a box may stick out of the one around it; more is no rounding. */
  boxNestingPt: { value: 0.01, unit: 'pt', standard: 'ISO 32000-1, 14.11.2' },
  /** How far a TrimBox may be from the trim of the book spec. */
  trimBoxMm: { value: 1, unit: 'mm', standard: 'PDF/X-4, ISO 15930-7' },
  blankPagesInARow: { value: 2, unit: 'pages', standard: 'KDP' },
  /** Printed page numbers that agree with each other before they say anything about the order of pages. */
  agreeingPageNumbers: { value: 4, unit: 'pages', standard: 'Book Print Studio' },
  /** Lines in line with the trim, outside it, that make crop marks. */
  cropMarkLines: { value: 4, unit: 'count', standard: 'Book Print Studio' },
} as const satisfies Record<string, ThresholdDefinition>;
