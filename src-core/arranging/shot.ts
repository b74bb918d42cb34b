import type { BoxMm } from '../specs/book-geometry.ts';

/** A picture to be placed, as it is seen. */
export interface Shot {
  /** Of its frame. */
  readonly id: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** How much room it deserves beside the others: 1 is usual, a hero 2. */
  readonly weight: number;
  /** Frames of which width over height keep its heads: others it does not fill. Left out: all do. */
  readonly keepsHeads?: { readonly least: number; readonly most: number };
}

/** Whether a frame is one that a picture fills without losing a head. */
export const keepsHeads = ({ keepsHeads: range }: Shot, { widthMm, heightMm }: BoxMm): boolean =>
  range === undefined || (widthMm / heightMm >= range.least && widthMm / heightMm <= range.most);

export interface Room extends BoxMm {
  /** Where it is folded or bound; an edge close to it looks like a mistake. */
  readonly foldXMm: number | null;
  /** A picture may lie over the fold. */
  readonly mayCrossFold: boolean;
}

export interface ArrangeStyle {
  readonly gapMm: number;
  readonly smallestSideMm: number;
  /** A way in which a picture has fewer whole pixels an inch comes behind all in which none has. */
  readonly leastPpi: number;
  /** Of a picture's longer way, the share that may be cut off. */
  readonly mostCrop: number;
  /** The room is filled to its end, and pictures are cropped for it. */
  readonly isFull: boolean;
  /** Pictures are to be of like size, and on a spread the pages may be arranged each by itself, with a gap on the fold. */
  readonly isEven?: boolean;
}

/** Proportions beyond this are cropped: a panorama of a hundred to one would be a hairline. */
const MOST_STRETCHED = 5;

/** Width over height, as far as a frame follows it. */
export const aspectOf = ({ widthPx, heightPx }: Pick<Shot, 'widthPx' | 'heightPx'>): number =>
  Math.min(Math.max(widthPx / heightPx, 1 / MOST_STRETCHED), MOST_STRETCHED);
