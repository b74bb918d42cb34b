import type { TextMeasure } from './sketch.ts';
import { ofEachFace, type Typeface } from './typefaces.ts';

/** What shapes the letters of one face: one adapter for all processes (harfbuzz-face.ts), so that all of them measure the same. */
export interface FaceShaper {
  /** Of the face's own units. */
  readonly unitsPerEm: number;
  /** In the order in which they are set, the first one furthest to the left. */
  shape(text: string): readonly ShapedGlyph[];
  hasGlyph(codePoint: number): boolean;
}

/** A glyph of shaped text. Places are the face's own units, to the right and upwards of where the one before has ended. */
export interface ShapedGlyph {
  readonly glyph: number;
  /** Where in the text (UTF-16) begins what it was made of; glyphs that were made of the same letters share it. */
  readonly from: number;
  /** How far the text goes on, kerning included. */
  readonly advance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** Measures text as these shapers set it. What was shaped is kept: ask for one measure a process, not one a book. */
export function measureOf(shaperOf: (typeface: Typeface) => FaceShaper): TextMeasure {
  const faceOf = ofEachFace(({ name }) => new MeasuredFace(shaperOf(name)));
  return {
    widthEm: (typeface, text) => faceOf(typeface).widthEm(text),
    covers: (typeface, text) => faceOf(typeface).covers(text),
  };
}

/** Widths of runs are kept until there are so many: the words of a few books. */
const MOST_KEPT_RUNS = 20_000;
/** A run is shaped in pieces of this length, so that a word of a megabyte costs no more than many of its pieces. */
const LONGEST_RUN = 64;

/**
 * Breaking lines measures the same words again and again, so that each is shaped once. The Hangul of these faces neither kerns nor changes
 * with what stands beside it, so that every syllable is its own advance.
 */
class MeasuredFace {
  readonly #hangul = new Map<number, number>();
  readonly #runs = new Map<string, number>();

  constructor(private readonly shaper: FaceShaper) {}

  widthEm(text: string): number {
    let units = 0;
    let runStart = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (isHangul(code)) {
        units += this.#runUnits(text, runStart, at) + this.#hangulUnits(code);
        runStart = at + 1;
      } else if (code === SPACE) {
        units += this.#runUnits(text, runStart, at + 1);
        runStart = at + 1;
      }
    }
    return (units + this.#runUnits(text, runStart, text.length)) / this.shaper.unitsPerEm;
  }

  covers(text: string): boolean {
    for (const character of text) {
      if (!this.shaper.hasGlyph(character.codePointAt(0) ?? 0)) return false;
    }
    return true;
  }

  #hangulUnits(code: number): number {
    let units = this.#hangul.get(code);
    if (units === undefined) {
      units = this.#advance(String.fromCharCode(code));
      this.#hangul.set(code, units);
    }
    return units;
  }

  #advance(text: string): number {
    return this.shaper.shape(text).reduce((sum, { advance }) => sum + advance, 0);
  }

  #runUnits(text: string, from: number, to: number): number {
    let units = 0;
    for (let start = from; start < to; start += LONGEST_RUN)
      units += this.#shapedUnits(text.slice(start, Math.min(start + LONGEST_RUN, to)));
    return units;
  }

  #shapedUnits(run: string): number {
    let units = this.#runs.get(run);
    if (units === undefined) {
      units = this.#advance(run);
      if (this.#runs.size >= MOST_KEPT_RUNS) this.#runs.clear();
      this.#runs.set(run, units);
    }
    return units;
  }
}

const SPACE = 0x20;
/** Syllables, and the letters that stand alone. Conjoining jamo are shaped with what they join. */
const isHangul = (code: number): boolean => (code >= 0xac00 && code <= 0xd7a3) || (code >= 0x3131 && code <= 0x318e);
