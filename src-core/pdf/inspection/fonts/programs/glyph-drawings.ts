import type { OnFollowed } from '../../../../ports.ts';
import type { OutlineAllowance } from './charstring-run.ts';
import type { VerticalExtent } from './vertical-reach.ts';

/** What of a glyph's drawing is asked first: how far it moves on, and whether it draws anything. */
export interface GlyphSketch {
  readonly width: number;
  readonly isBlank: boolean;
}

/** Follows the drawing of one glyph; null for what cannot be followed. */
type Follow<T> = (glyph: number, allowance: OutlineAllowance) => T | null;

/** Numbers and operators of some ten thousand letters. Beyond it, how far a letter reaches is not known. */
const MOST_STEPS = 5_000_000;
const MOST_STEPS_OF_SKETCH = 5_000;

/** The drawings of one program, each followed once, however many fonts show it. */
export class GlyphDrawings {
  private readonly sketches = new Map<number, GlyphSketch | null>();
  private readonly extents = new Map<number, VerticalExtent | null>();
  private readonly allowance: OutlineAllowance = { steps: MOST_STEPS };

  constructor(
    private readonly followSketch: Follow<GlyphSketch>,
    private readonly followExtent: Follow<VerticalExtent>,
    private readonly onFollowed: OnFollowed,
  ) {}

  /** Throws what `onFollowed` throws. */
  sketch(glyph: number): GlyphSketch | null {
    return this.once(this.sketches, glyph, this.followSketch, { steps: MOST_STEPS_OF_SKETCH });
  }

  /** Throws what `onFollowed` throws. */
  extent(glyph: number): VerticalExtent | null {
    return this.once(this.extents, glyph, this.followExtent, this.allowance);
  }

  private once<T>(
    known: Map<number, T | null>,
    glyph: number,
    follow: Follow<T>,
    allowance: OutlineAllowance,
  ): T | null {
    const before = known.get(glyph);
    if (before !== undefined) return before;
    const { steps } = allowance;
    const found = follow(glyph, allowance);
    known.set(glyph, found);
    this.onFollowed(steps - allowance.steps);
    return found;
  }
}
