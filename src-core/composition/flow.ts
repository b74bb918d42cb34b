import type { BreakBefore, PageSide } from '../contract/composition.ts';

/**
 * Where the next entry of a book begins: how many pages there are, and how far the last one is filled when an entry may
 * still join it. Plain data, kept with the book, so that adding an entry does not lay out those before it again.
 */
export interface FlowCursor {
  readonly pages: number;
  /** Null: the last page is full, or there is none. */
  readonly open: null | {
    /** Pages are shared only by entries whose margins, columns and base layer are the same. */
    readonly pageStyle: string;
    readonly column: number;
    /** Filled height of the column, canvas pixels from the head margin. */
    readonly usedPx: number;
    /** Where the columns of its page begin, in the same pixels, below what spans them; left out: at the head margin. */
    readonly fromPx?: number;
  };
}

export const EMPTY_BOOK: FlowCursor = { pages: 0, open: null };

/** Where an entry is asked to begin. `side` only for dividers and publish pages. */
export interface PlacementWish {
  readonly breakBefore: BreakBefore;
  readonly side: PageSide | null;
}
