import type { PdfStream } from '../../objects.ts';
import type { FontFacts } from '../font-facts.ts';

/** One character of a shown string. */
export interface Glyph {
  readonly code: number;
  /** How many bytes of the string it took. */
  readonly bytes: number;
  /** What people read; null when the font does not tell. */
  readonly unicode: string | null;
  /** Advance in thousandths of the em (Type 3: in thousandths of its glyph space's unit). */
  readonly widthThousandths: number;
  /** How far a line of vertical writing goes on, downwards, in thousandths of the em. */
  readonly downThousandths: number;
  /** The font program has no glyph for it, or an empty one for a visible character. */
  readonly isMissing: boolean;
  /** The program's own advance in thousandths of the em, to hold `widthThousandths` against; null when that is not known. */
  readonly ownWidthThousandths: number | null;
  /**
   * How far its outline reaches below and above the baseline, in ems, as the embedded program draws it; low above high where
   * it draws nothing, null when no program tells.
   */
  readonly extent: readonly [low: number, high: number] | null;
  /** A single byte of value 32, to which word spacing applies (ISO 32000-1, 9.3.3). */
  readonly isSpace: boolean;
  /** Type 3: the content stream that draws it. */
  readonly type3Proc: PdfStream | null;
}

/** A font that strings can be read with. */
export interface OpenFont {
  readonly facts: FontFacts;
  /** Lines run from top to bottom. */
  readonly isVertical: boolean;
  /** Type 3: from glyph space to text space; null for others. */
  readonly fontMatrix: readonly [number, number, number, number, number, number] | null;
  /** Type 3: how far its glyphs reach below and above the baseline for a size of 1, where that is not what the size says. */
  readonly unusualExtent: readonly [low: number, high: number] | null;
  /** Type 3: what its glyphs draw with; null when they use the page's. */
  readonly type3Resources: ReadonlyMap<string, unknown> | null;
  decode(bytes: Uint8Array): readonly Glyph[];
}
