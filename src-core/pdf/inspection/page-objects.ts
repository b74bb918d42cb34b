import type { ColourSpace, Paint } from './colour-facts.ts';
import type { LayerFacts } from './document-facts.ts';
import type { FontFacts } from './font-facts.ts';
import type { BoundsMm, QuadMm } from './geometry.ts';
import type { ImageFacts } from './image-facts.ts';

/** The part of the graphics state that decides how a mark meets what is beneath it. Equal states are one shared object. */
export interface PaintState {
  /** 0 to 1. */
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  /** `Normal` (also for Compatible), `Multiply`, … */
  readonly blendMode: string;
  readonly hasSoftMask: boolean;
  readonly overprintsFill: boolean;
  readonly overprintsStroke: boolean;
  /** /OPM. */
  readonly overprintMode: 0 | 1;
  /** Keys of ExtGState that belong to another press: `TR`, `HT`, `BG`, `UCR` (TR2, BG2, UCR2 told as these). */
  readonly pressControls: readonly string[];
  /** The innermost optional content group that the mark belongs to. */
  readonly layer: LayerFacts | null;
}

interface PaintedObject {
  /** Position in painting order on its page, from 0. */
  readonly order: number;
  /** Where it stands in the file's structure. */
  readonly from: 'page' | 'form' | 'pattern' | 'type3' | 'annotation';
  /** The whole mark, before any clip. */
  readonly boundsMm: BoundsMm;
  /** What clip paths (their bounds) leave of it, within the page or not; null when nothing. */
  readonly clippedMm: BoundsMm | null;
  /** `clippedMm` is all that is seen: every clip is an upright rectangle. */
  readonly isClipExact: boolean;
  /** Later opaque marks hide all of it, or its layer is off in print. */
  readonly isHidden: boolean;
  readonly state: PaintState;
}

export interface ImageObject extends PaintedObject {
  readonly kind: 'image';
  readonly image: ImageFacts;
  readonly quadMm: QuadMm;
  /** Pixels an inch along the image's own width and height, UserUnit included. Infinity for an axis without length. */
  readonly ppiX: number;
  readonly ppiY: number;
  /** The colour a stencil is painted with; null for other images. */
  readonly fill: Paint | null;
}

/** What one text-showing operator painted. */
export interface TextObject extends PaintedObject {
  readonly kind: 'text';
  readonly font: FontFacts | null;
  /** What people read; null when the font does not tell. */
  readonly text: string | null;
  readonly glyphCount: number;
  /** Glyphs that the font program does not have (they print as .notdef: a box or nothing). */
  readonly missingGlyphCount: number;
  /** How far the widths that the file states are from the font program's over the whole string, in percent of these. */
  readonly widthMisfitPercent: number;
  readonly quadMm: QuadMm;
  /** The em on paper, in points: Tf x Tm x CTM x UserUnit, the smaller of both axes. */
  readonly sizePt: number;
  /** Direction of the line on the page as seen, clockwise in degrees from left to right. */
  readonly directionDegrees: number;
  /** Tr, 0 to 7 (ISO 32000-1, table 106). 3 paints nothing. */
  readonly renderingMode: number;
  readonly fill: Paint | null;
  readonly stroke: Paint | null;
  readonly strokeWidthPt: number | null;
}

export interface PathObject extends PaintedObject {
  readonly kind: 'path';
  readonly shape: 'line' | 'rectangle' | 'other';
  /** Drawn segments: lines and curves. */
  readonly segments: number;
  readonly fill: Paint | null;
  readonly stroke: Paint | null;
  /** On paper, the thinnest direction; 0 is the thinnest line that a device can draw. Null without a stroke. */
  readonly strokeWidthPt: number | null;
}

export interface ShadingObject extends PaintedObject {
  readonly kind: 'shading';
  readonly space: ColourSpace;
}

/** One mark on a page, with everything that a check may ask about it. */
export type PageObject = ImageObject | TextObject | PathObject | ShadingObject;
