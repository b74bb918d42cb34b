/**
 * BlazeFace for the back camera (V. Bazarevsky et al., "BlazeFace: Sub-millisecond Neural Face Detection on Mobile GPUs", 2019)
 * as the arithmetic wants it: one step that looks at 5 × 5 pixels, a row of blocks, and two pairs of heads that read boxes off.
 */
export interface FaceNet {
  /** 5 × 5 pixels of three samples each, every second pixel. */
  readonly stem: Projection;
  readonly blocks: readonly Block[];
  readonly heads: readonly Head[];
}

/** Each of `to` sums is a bias and `from` values with a weight each. */
export interface Projection {
  readonly from: number;
  readonly to: number;
  /** Whole fours of sums; those beyond `to` are nothing. */
  readonly biases: Float64Array;
  /** Four sums at a time, their weights of one value side by side: [four of sums][value][sum]. */
  readonly weights: Float64Array;
}

/** Each channel by itself over 3 × 3 cells, then all channels of a cell together, then what went in once more. */
export interface Block {
  readonly stride: 1 | 2;
  /** [channel][row][column]. */
  readonly taps: Float64Array;
  readonly projection: Projection;
  /** What went in is added to what comes out; where the stride is 2, the greatest of its 2 × 2 cells. */
  readonly isAdded: boolean;
}

/** Reads off the cells behind so many blocks: for each box of a cell a score, and numbers that say where it is. */
export interface Head {
  readonly afterBlocks: number;
  readonly cellPx: number;
  readonly boxes: number;
  readonly scores: Projection;
  readonly places: Projection;
}

/** Numbers of a box: its middle from the middle of its cell and its size, in pixels, then six points of the face. */
export const NUMBERS_OF_BOX = 16;
/** A picture is filled up to whole cells of the coarsest grid. */
export const COARSEST_CELL_PX = 32;
export const STEM_SIDE = 5;
/** A block looks at 3 × 3. */
export const CELLS_AROUND = 9;
export const RGB = 3;

/** Sums go by fours: what is stored of them is filled up. */
export const wholeFours = (count: number): number => Math.ceil(count / 4) * 4;
