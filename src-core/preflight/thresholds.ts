import type { SpecGeometry } from '../specs/book-geometry.ts';
import type { ThresholdOrigin, Quantity } from './finding.ts';

export interface ThresholdDefinition {
  readonly value: number;
  readonly unit: Quantity['unit'];
  /** The standard or the practice that the value was taken from, as people cite it: `GWG 2022, R0031`. */
  readonly standard: string;
}

/** Every number that a studio or a print house may set, by the section of the checks that it belongs to. */
export const THRESHOLD_SECTIONS = {
  structure: {
    /** 90 % of what the service takes. */
    largeFileBytes: { value: 450 * 1024 * 1024, unit: 'bytes', standard: 'Book Print Studio' },
    newestPdfVersion: { value: 1.7, unit: 'count', standard: 'ISO 32000-1' },
    oldestPdfVersion: { value: 1.3, unit: 'count', standard: 'ISO 15930-1' },
    /** Share of a file that is only of use to the program that made it. */
    privateDataPercent: { value: 20, unit: 'percent', standard: 'Book Print Studio' },
  },
  geometry: {
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
  },
  anatomy: {
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
  },
  images: {
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
  },
  text: {
    /** Stated and real width of a letter. */
    glyphWidthPercent: { value: 20, unit: 'percent', standard: 'Book Print Studio' },
    /** Text smaller than this fills in or breaks up. */
    textPtWarning: { value: 5, unit: 'pt', standard: 'GWG 2022 Digital R0017' },
    textPtInfo: { value: 7, unit: 'pt', standard: 'KDP' },
    /** Less missing than this is rounding: programs that count in other units write 6 pt as 5.98. */
    textPtTolerance: { value: 0.05, unit: 'pt', standard: 'Book Print Studio' },
    /** White letters are closed by the ink around them. */
    whiteTextPt: { value: 6, unit: 'pt', standard: 'GWG 2022 R0016: 5 digital, 8 sheet' },
    /** Several inks never meet exactly. */
    multiInkTextPt: { value: 5, unit: 'pt', standard: 'GWG 2022 R0017: 5 digital, 8 sheet' },
    /** Black with more than this of all inks together is four-colour black. */
    richBlackInkPercent: { value: 280, unit: 'percent', standard: 'GWG 2022 R0015' },
    /** With less black ink it is a colour. */
    richBlackLeastBlackPercent: { value: 85, unit: 'percent', standard: 'GWG 2022 R0015' },
  },
  colour: {
    /** Sum of all inks in a field of one colour that is worth knowing, and that no press dries. */
    totalInkPercent: { value: 300, unit: 'percent', standard: 'Pulsio Print 300; GWG 2022 R0026: none digital' },
    heavyInkPercent: { value: 320, unit: 'percent', standard: 'GWG 2022 R0026: 320 sheet' },
    /** Fields smaller than this square dry in spite of their ink. */
    totalInkSquareMm: { value: 15, unit: 'mm', standard: 'GWG 2022 R0026' },
    spotColours: { value: 0, unit: 'count', standard: 'GWG 2022 R0020' },
    /** Fills fainter than this may vanish on press. */
    faintestTintPercent: { value: 10, unit: 'percent', standard: 'KDP' },
  },
  objects: {
    /** Thinner lines may break up or vanish. */
    thinLinePt: { value: 0.25, unit: 'pt', standard: 'GWG 2022 R0018 and R0019' },
    fineLinePt: { value: 0.75, unit: 'pt', standard: 'KDP' },
    /** Path segments, and pictures, of one page. */
    pageSegments: { value: 200_000, unit: 'count', standard: 'Book Print Studio' },
    pageImages: { value: 5_000, unit: 'count', standard: 'Book Print Studio' },
  },
} as const satisfies Record<string, Record<string, ThresholdDefinition>>;

/** Each by its name alone, with its built-in value and where that comes from. */
export const THRESHOLDS = {
  ...THRESHOLD_SECTIONS.structure,
  ...THRESHOLD_SECTIONS.geometry,
  ...THRESHOLD_SECTIONS.anatomy,
  ...THRESHOLD_SECTIONS.images,
  ...THRESHOLD_SECTIONS.text,
  ...THRESHOLD_SECTIONS.colour,
  ...THRESHOLD_SECTIONS.objects,
} as const satisfies Record<string, ThresholdDefinition>;

export type ThresholdName = keyof typeof THRESHOLDS;
export type ThresholdValues = Readonly<Partial<Record<ThresholdName, number>>>;

export interface Threshold {
  readonly name: ThresholdName;
  readonly value: number;
  readonly unit: Quantity['unit'];
  readonly origin: ThresholdOrigin;
  /** The standard or the practice behind the built-in value; null where somebody else set it. */
  readonly standard: string | null;
}

/** What was set where. The built-in values hold for the rest. */
export interface ThresholdLayers {
  readonly spec?: ThresholdValues;
  readonly printHouse?: ThresholdValues;
  readonly studio?: ThresholdValues;
}

/** Thresholds resolved: book spec, then print house, then studio, then built-in. */
export interface Thresholds {
  readonly of: (name: ThresholdName) => Threshold;
}

const LAYER_ORDER = ['spec', 'printHouse', 'studio'] as const;

export function resolveThresholds(layers: ThresholdLayers = {}): Thresholds {
  return {
    of(name) {
      const definition: ThresholdDefinition = THRESHOLDS[name];
      for (const origin of LAYER_ORDER) {
        const value = layers[origin]?.[name];
        if (value !== undefined) return { name, value, unit: definition.unit, origin, standard: null };
      }
      return { name, value: definition.value, unit: definition.unit, origin: 'builtIn', standard: definition.standard };
    },
  };
}

/** What a book spec itself sets: the bleed that its sizes are computed with. */
export function thresholdsOfSpec(spec: Pick<SpecGeometry, 'bleedMm'>): ThresholdValues {
  return { bleedMm: spec.bleedMm };
}
