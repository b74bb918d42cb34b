import type { OpenFontProgram } from '../../ports.ts';
import type { PageFacts } from '../boxes.ts';
import { DEFAULT_LOOK_LIMITS, type LimitReason, type LookLimits } from '../limits.ts';
import type { PdfTools, ReadablePdf, UnreadablePdf } from '../read-facts.ts';
import type { AnnotationFacts, DocumentFacts, TransparencyGroup } from './document-facts.ts';
import type { FontFacts } from './font-facts.ts';
import type { BoundsMm } from './geometry.ts';
import type { ImageFacts } from './image-facts.ts';
import type { PageObject } from './page-objects.ts';

/** What is wrong with the writing of a content stream, whatever it paints. */
export type SyntaxCode =
  /** Fewer or more operands than the operator takes. */
  | 'operandCount'
  /** An operand of the wrong type. */
  | 'operandType'
  /** An operator nobody knows, outside BX … EX. */
  | 'unknownOperator'
  /** `q` without `Q`, or the reverse. */
  | 'saveRestoreUnbalanced'
  /** BT … ET or BMC … EMC that do not match. */
  | 'markersUnbalanced'
  /** A name that the resources do not have. */
  | 'missingResource'
  /** A matrix that maps everything to a line, or numbers beyond all sense. */
  | 'degenerateMatrix'
  /** A content stream does not decode to its end. */
  | 'streamDamaged'
  /** A content stream does not end where its /Length says. */
  | 'streamLengthWrong'
  /** A content stream is written with a filter nobody knows. */
  | 'unknownFilter'
  /** A form, pattern or glyph that paints itself, or forms nested beyond all sense. */
  | 'endlessNesting'
  /** A stream that ends within a token, a string or an inline image. */
  | 'endsEarly';

export interface SyntaxNote {
  readonly code: SyntaxCode;
  /** The operator or the resource, as written. */
  readonly subject: string;
  readonly count: number;
}

/** One page with everything painted on it. */
export interface InspectedPage {
  readonly index: number;
  readonly geometry: PageFacts;
  /** Size of the page as seen; the origin of all places is its top left corner. Zero without a MediaBox. */
  readonly widthMm: number;
  readonly heightMm: number;
  /** TrimBox and BleedBox as places on the page; null where the file states none. */
  readonly trimMm: BoundsMm | null;
  readonly bleedMm: BoundsMm | null;
  /** In painting order. */
  readonly objects: readonly PageObject[];
  readonly annotations: readonly AnnotationFacts[];
  readonly group: TransparencyGroup | null;
  readonly syntax: readonly SyntaxNote[];
  /** Same for pages that paint the same with the same resources; null for a page without content. */
  readonly contentKey: string | null;
  /** `whole`, or why only a part of it was looked at. */
  readonly inspected:
    | 'whole'
    | 'tooManyOperators'
    | 'tooManyObjects'
    | 'tooCostly'
    | 'unreadableContent'
    | 'objectLost';
}

/** Level 2 of one file. */
export interface PdfInspection {
  readonly facts: ReadablePdf;
  readonly document: DocumentFacts;
  /** One a PDF page, in reading order. Shorter than the file when `stoppedBy` says why. */
  readonly pages: readonly InspectedPage[];
  /** Every font and image that a page uses, once each. */
  readonly fonts: readonly FontFacts[];
  readonly images: readonly ImageFacts[];
  readonly stoppedBy: LimitReason | 'readFailed' | null;
}

export type InspectionResult =
  | { readonly status: 'inspected'; readonly inspection: PdfInspection }
  | { readonly status: 'unreadable'; readonly facts: UnreadablePdf };

export interface InspectionTools extends PdfTools {
  /** For damaged font programs and missing glyphs; without it these stay unread. */
  readonly openFontProgram?: OpenFontProgram;
}

/** How far the inspection goes in a file that nobody vouches for: counted, so that it is as far on every computer. */
export interface InspectionLimits extends LookLimits {
  /** Operators of one page with all its forms; a page of dense vector art has some 100,000. */
  readonly maxOperatorsPerPage: number;
  /** Marks kept of one page, and of the whole file. */
  readonly maxObjectsPerPage: number;
  readonly maxObjects: number;
  /** Forms and patterns inside each other. */
  readonly maxFormDepth: number;
  /** Work on one page (`WORK`). The densest vector art takes a quarter of it. */
  readonly maxPageWorkBytes: number;
}

export const DEFAULT_INSPECTION_LIMITS: InspectionLimits = {
  ...DEFAULT_LOOK_LIMITS,
  maxOperatorsPerPage: 2_000_000,
  maxObjectsPerPage: 50_000,
  maxObjects: 400_000,
  maxFormDepth: 28,
  maxPageWorkBytes: 256 * 1024 * 1024,
};
