import type { ThresholdDefinition } from './threshold-definition.ts';

export const ANATOMY_THRESHOLDS = {
  /** Artwork beyond the trim on every side that is cut. */
  bleedMm: { value: 3, unit: 'mm', standard: 'ISO 15930' },
  /** Less missing than this is rounding. */
  bleedToleranceMm: { value: 0.2, unit: 'mm', standard: 'Book Print Studio' },
  /** Artwork shorter than this along the trim leaves no gap that is seen. */
  bleedShortestMm: { value: 5, unit: 'mm', standard: 'Book Print Studio' },
  /** Text nearer to the trim may be cut. */
  textSafetyMm: { value: 3, unit: 'mm', standard: 'Pulsio Print' },
  /** Text nearer to the trim looks cramped when the cut is off. */
  textPreferredMm: { value: 5, unit: 'mm', standard: 'Pulsio Print' },
  /** Edges that end nearer to the trim without reaching it leave a strip of uneven width. */
  almostBleedMm: { value: 3, unit: 'mm', standard: 'Pulsio Print' },
  /** Edges shorter than this are ornaments. */
  almostBleedShortestMm: { value: 10, unit: 'mm', standard: 'Book Print Studio' },
  /** Frames and rules parallel to the trim. */
  frameMm: { value: 6.35, unit: 'mm', standard: 'IngramSpark' },
  /** Kept clear at the bound side, by how thick the book is. */
  gutterTo150PagesMm: { value: 9.5, unit: 'mm', standard: 'KDP' },
  gutterTo300PagesMm: { value: 12.7, unit: 'mm', standard: 'KDP' },
  gutterTo500PagesMm: { value: 15.9, unit: 'mm', standard: 'KDP' },
  gutterMm: { value: 19, unit: 'mm', standard: 'KDP' },
  /** Kept clear of text on each side of the fold of a spread. */
  foldTextMm: { value: 5, unit: 'mm', standard: 'Queensberry, Red Tree Albums' },
  /** A dark line this near to the fold shows how far off the fold is. */
  foldLineMm: { value: 10, unit: 'mm', standard: 'Queensberry, Red Tree Albums' },
  /** How far a spine may be off before it is seen. */
  spineDriftMm: { value: 0.3, unit: 'mm', standard: 'Book Print Studio' },
  spineTextMarginMm: { value: 1.6, unit: 'mm', standard: 'KDP 0.0625 in' },
  /** Spines thinner than this carry no text. */
  spineTextFromMm: { value: 6, unit: 'mm', standard: 'KDP, 79 pages' },
  /** Of the wrap, what has to be filled: the rest lies under the endpaper. */
  wrapFilledMm: { value: 15, unit: 'mm', standard: 'KDP 0.59 in' },
  /** Room for a bar code that a print house adds at the lower right of the back: 50.8 x 30.5 mm at KDP, 0 where none is added. */
  barcodeZoneWidthMm: { value: 0, unit: 'mm', standard: 'KDP' },
  barcodeZoneHeightMm: { value: 0, unit: 'mm', standard: 'KDP' },
  barcodeZoneFromTrimMm: { value: 6.35, unit: 'mm', standard: 'KDP' },
  /** Of an EAN-13 at 80 %, the smallest that shops have to be able to read. */
  barcodeNarrowestMm: { value: 25.1, unit: 'mm', standard: 'GS1, 80 %' },
  barcodeQuietMm: { value: 2.5, unit: 'mm', standard: 'Book Print Studio, after GS1' },
  /** Words on a cover that are this large are its title. */
  coverTitlePt: { value: 18, unit: 'pt', standard: 'Book Print Studio' },
  /** White between artwork and the trim that is wider was left on purpose. */
  sliverMm: { value: 1.5, unit: 'mm', standard: 'callas pdfToolbox 15' },
  /** How far a fold may land from where it should: an edge of colour this near to it ends up on the wrong side. */
  foldEdgeMm: { value: 2, unit: 'mm', standard: 'IngramSpark 1/16 in' },
  /** A picture over two facing pages that is set off by more shows a step in the middle. */
  facingStepMm: { value: 1, unit: 'mm', standard: 'Book Print Studio' },
} as const satisfies Record<string, ThresholdDefinition>;
