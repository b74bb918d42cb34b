import type { ReactNode } from 'react';
import type { BoundBook } from '../../../src-core/specs/bound-book.ts';

/** Side of an open book, as it is looked at. */
export type Half = 'left' | 'right';

/** What is printed on a bound book, however it is drawn. */
export interface BookFaces {
  readonly book: BoundBook;
  readonly title: string;
  readonly bindingEdge: Half;
  readonly spreads: number;
  /** `folded`: one sheet a spread (LAYFLAT). `glued`: two, of which this much goes down into the spine. */
  readonly bound: 'folded' | 'glued';
  readonly gutterMm: number;
  /**
   * The page on that half of a spread, drawn from the top left of its trim at so many pixels a millimetre; what goes beyond is cut off.
   * Null: there is none, and the inside of the cover is seen.
   */
  readonly pageOn: (half: Half, spread: number) => DrawnFace | null;
  /** The flat cover, from the top left of its sheet. */
  readonly cover: (scale: number) => ReactNode;
}

export interface DrawnFace {
  readonly id: string;
  readonly draw: (scale: number) => ReactNode;
}

/** Whole pixels, so that what lies edge to edge on screen leaves no line between. */
export const pixelsOf = (mm: number, scale: number): number => Math.round(mm * scale);
