import type { TextMeasure } from '../../../../src-core/composition/sketch.ts';
import type { LayoutDocument } from '../../../../src-core/layout/document.ts';
import type { Thresholds } from '../../../../src-core/preflight/thresholds.ts';
import type { BoundBook } from '../../../../src-core/specs/bound-book.ts';

/** What the closed and the open book are drawn of. */
export interface BookLook {
  readonly document: LayoutDocument;
  readonly book: BoundBook;
  readonly thresholds: Thresholds;
  /** Null until the faces of texts are there. */
  readonly measure: TextMeasure | null;
  /** Screen pixels a millimetre. */
  readonly scale: number;
}

/** Whole pixels, so that what lies edge to edge on screen leaves no line between. */
export const pixelsOf = (mm: number, scale: number): number => Math.round(mm * scale);
