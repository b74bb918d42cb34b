import type { BoxMm } from '../specs/book-geometry.ts';
import type { BoundPicture } from './bound-values.ts';
import type { Direction } from './direction.ts';
import type { BookRules } from './book-rules.ts';
import type { TextRun } from './text-runs.ts';
import type { Typeface } from './typefaces.ts';

/** 0 to 255 each; `alpha` 255 is opaque. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

export interface Frame {
  readonly border: { readonly colour: Colour; readonly thicknessMm: number } | null;
  readonly cornerRadiusMm: number;
}

/**
 * What is to be painted on a page, in paint order: the end of layout and the beginning of rendering.
 * Millimetres, y downwards. Contents: from the top left of the page's trim, so what bleeds has negative places.
 * Cover: from the top left of the cover PDF (`coverSizeMm`).
 */
export type PaintItem = {
  /** It goes on over the fold of a LAYFLAT spread and belongs to the left page. Everything else ends at the fold. */
  readonly across?: true;
} & (
  | ({ readonly kind: 'rectangle'; readonly box: BoxMm; readonly fill: Colour } & Frame)
  | ({
      readonly kind: 'picture';
      /** Its frame: beyond it nothing of the picture shows. */
      readonly box: BoxMm;
      readonly picture: BoundPicture;
      /** Where the uncropped picture lies, as it is seen on the page: over its frame, or within it with the page around. */
      readonly whole: BoxMm;
      /** Clockwise, beside what its EXIF orientation asks for. */
      readonly turnDeg: 0 | 90 | 180 | 270;
      /** Clockwise, about the middle of its frame, once it lies as `whole` says; it then fills the frame. Left out: straight. */
      readonly straightenDeg?: number;
    } & Frame)
  | { readonly kind: 'graphic'; readonly box: BoxMm; readonly source: string; readonly opacity: number }
  | {
      readonly kind: 'text';
      /**
       * Broken lines: `xMm` the line's beginning, `baselineMm` its baseline. Upright text: in the page's own millimetres.
       * Turned text: along and across the turned box, from its top right corner, so that a line begins at
       * (box.xMm + box.widthMm - baselineMm, box.yMm + xMm) of the page and runs downwards.
       */
      readonly lines: readonly {
        readonly text: string;
        readonly xMm: number;
        readonly baselineMm: number;
        /** Of a line of a paragraph that runs from right to left; `xMm` is where its left end stands all the same. */
        readonly direction?: 'rtl';
      }[];
      readonly typeface: Typeface;
      readonly sizeMm: number;
      /** Room behind each letter, in units of the type size (tracking.ts); left out: none. */
      readonly trackingEm?: number;
      readonly colour: Colour;
      /** Clockwise degrees. `box` is the text's place on the page, after turning. */
      readonly rotation: 0 | 90;
      readonly box: BoxMm;
    }
);

/** Pages, sheets' layers or a cover, for whoever asks what lies on them all. */
export type Sketches = readonly { readonly items: readonly PaintItem[] }[];

/** An item while its page is laid out: where a picture lies follows from its frame, which still moves and grows. */
export type LaidItem =
  | Exclude<PaintItem, { kind: 'picture' }>
  | ({
      readonly kind: 'picture';
      readonly box: BoxMm;
      readonly picture: BoundPicture;
      /** `subject`: over its frame as `cover` is, cut where its subject is, or within it where that would cut a head. */
      readonly fit: 'cover' | 'contain' | 'subject';
      /** It may be drawn larger than its frame asks, where the edges that are not seen would cut a head. */
      readonly mayEnlarge?: true;
      /** A picture that is shown whole in a round frame gets rounded corners of its own (rules 11). */
      readonly mayBeRound?: true;
      /** A picture that is shown whole over the fold of a spread moves aside where a head would lie there (rules 12). */
      readonly mayMove?: true;
      /** What of its frame is seen, where its edges are bent away or cut off; left out: all. */
      readonly seen?: BoxMm;
      /** Where the fold of a spread crosses its frame; left out: nowhere. */
      readonly foldXMm?: number;
      readonly across?: true;
    } & Frame);

/** One book page of contents. `side` follows from the number and the binding. */
export interface PageSketch {
  readonly pageNum: number;
  readonly side: 'left' | 'right';
  readonly background: Colour;
  readonly items: readonly PaintItem[];
}

/** One PDF page of contents: a page, or a LAYFLAT spread. Boxes in millimetres from the top left of the sheet, bleed included. */
export interface SheetSketch {
  /** In paint order. */
  readonly layers: readonly SheetLayer[];
}

export interface SheetLayer {
  /** Beyond it nothing of the layer shows; null: all of the sheet. */
  readonly within: BoxMm | null;
  /** Lies under the items; null: they lie on what the layers before have painted. */
  readonly ground: { readonly box: BoxMm; readonly colour: Colour } | null;
  /** Where the items' own places begin: the top left of their page's trim. */
  readonly originXMm: number;
  readonly originYMm: number;
  readonly items: readonly PaintItem[];
}

export interface CoverSketch {
  readonly background: Colour;
  readonly items: readonly PaintItem[];
}

/** How texts are set: what stands where, in units of their own size (1 = one em). */
export interface TextMeasure {
  readonly rules: BookRules;
  /** Advance width, kerning included when the face has it. */
  readonly widthEm: (typeface: Typeface, text: string) => number;
  /** Whether there is a face, its own or one that stands in for it, for every grapheme. */
  readonly covers: (typeface: Typeface, text: string) => boolean;
  /** A line in parts of one face and direction each, from left to right as it is seen; `widthEm` of the typeface's size. */
  readonly runs: (
    typeface: Typeface,
    line: string,
    direction: Direction,
  ) => readonly (TextRun & { readonly widthEm: number })[];
}

/** Values of the base layer's system variables (service-facts 9.2). */
export interface SystemValues {
  readonly bookTitle: string;
  readonly year: number;
  readonly month: number;
  readonly date: number;
}
