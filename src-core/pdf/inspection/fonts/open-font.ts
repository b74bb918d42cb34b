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
  /** The font program has no glyph for it, or an empty one for a visible character. */
  readonly isMissing: boolean;
  /** How far `widthThousandths` is from the program's own advance, in percent of it; 0 when that is not known. */
  readonly widthMisfitPercent: number;
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
  /** Type 3: what its glyphs draw with; null when they use the page's. */
  readonly type3Resources: ReadonlyMap<string, unknown> | null;
  decode(bytes: Uint8Array): readonly Glyph[];
}
