import { mayRunLeft, type Direction } from './direction.ts';
import { graphemesOf } from './graphemes.ts';
import type { TextMeasure } from './sketch.ts';
import { FaceChoice, type TextRun } from './text-runs.ts';
import { CURRENT_RULES, type BookRules } from './book-rules.ts';
import { lookOf, ofEachFace, type FaceName, type Typeface } from './typefaces.ts';

/** What shapes the letters of one face: one adapter for all processes (harfbuzz-face.ts), so that all of them measure the same. */
export interface FaceShaper {
  /** Of the face's own units. */
  readonly unitsPerEm: number;
  /** In the order in which they are set, the first one furthest to the left; left out, the text runs from left to right. */
  shape(text: string, direction?: Direction): readonly ShapedGlyph[];
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
export function measureOf(shaperOf: (face: FaceName) => FaceShaper, rules: BookRules = CURRENT_RULES): TextMeasure {
  const faceOf = ofEachFace((name) => new MeasuredFace(shaperOf(name)));
  const ownEm = (typeface: Typeface, text: string) => lookOf(typeface).setEm * faceOf(typeface).widthEm(text);
  if (rules === 1) {
    return measureByWidths(ownEm, (typeface, text) => faceOf(typeface).covers(text), rules);
  }
  const choice = new FaceChoice(shaperOf);
  const mixed = new MixedText(choice, faceOf);
  const isPlain = (typeface: Typeface, text: string) => !mayRunLeft(text) && faceOf(typeface).isPlain(text);
  return {
    rules,
    widthEm: (typeface, text) => (isPlain(typeface, text) ? ownEm(typeface, text) : mixed.widthEm(typeface, text)),
    covers: (typeface, text) =>
      isPlain(typeface, text) || graphemesOf(text).every((grapheme) => choice.faceOf(grapheme, typeface) !== null),
    runs: (typeface, line, direction) =>
      choice.runsOf(line, typeface, direction).map((run) => ({ ...run, widthEm: mixed.runEm(run) })),
  };
}

/** Where no face stands in for another and all letters run to the right. */
export const measureByWidths = (
  widthEm: TextMeasure['widthEm'],
  covers: TextMeasure['covers'] = () => true,
  rules: BookRules = CURRENT_RULES,
): TextMeasure => ({
  rules,
  widthEm,
  covers,
  runs: (typeface, text) => [{ face: typeface, text, direction: 'ltr', scale: 1, widthEm: widthEm(typeface, text) }],
});

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
  readonly #plain = new Uint8Array(0x10000);

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

  /** All its letters are this face's, and each is a grapheme by itself or joined to one of this face's own. */
  isPlain(text: string): boolean {
    for (let at = 0; at < text.length; at += 1) {
      if (!this.#isPlain(text.charCodeAt(at))) return false;
    }
    return true;
  }

  covers(text: string): boolean {
    for (const character of text) {
      if (!this.shaper.hasGlyph(character.codePointAt(0) ?? 0)) return false;
    }
    return true;
  }

  /** What only chooses between looks may take a letter to another face; halves of characters are looked at as wholes. */
  #isPlain(code: number): boolean {
    if (this.#plain[code] === 0)
      this.#plain[code] = !choosesLook(code) && this.shaper.hasGlyph(code) ? IS_PLAIN : IS_NOT_PLAIN;
    return this.#plain[code] === IS_PLAIN;
  }

  #hangulUnits(code: number): number {
    let units = this.#hangul.get(code);
    if (units === undefined) {
      units = this.#advance(String.fromCharCode(code));
      this.#hangul.set(code, units);
    }
    return units;
  }

  /** Of a text as a whole, in either direction. */
  shapedEm(text: string, direction: Direction): number {
    return this.#advance(text, direction) / this.shaper.unitsPerEm;
  }

  #advance(text: string, direction: Direction = 'ltr'): number {
    return this.shaper.shape(text, direction).reduce((sum, { advance }) => sum + advance, 0);
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
const choosesLook = (code: number): boolean =>
  code === 0x200c || code === 0x200d || code === 0x20e3 || (code >= 0xfe00 && code <= 0xfe0f);
const IS_PLAIN = 1;
const IS_NOT_PLAIN = 2;

/** Texts that several faces set, or that run from right to left. Words are measured by themselves, with the space after them. */
class MixedText {
  readonly #words = new Map<string, number>();

  constructor(
    private readonly choice: FaceChoice,
    private readonly faceOf: (face: FaceName) => MeasuredFace,
  ) {}

  widthEm(typeface: Typeface, text: string): number {
    return (text.match(WORDS) ?? []).reduce((sum, word) => sum + this.#wordEm(typeface, word), 0);
  }

  runEm({ face, text, direction, scale }: TextRun): number {
    const measured = this.faceOf(face);
    return (
      scale *
      (direction === 'ltr' && measured.isPlain(text) ? measured.widthEm(text) : measured.shapedEm(text, direction))
    );
  }

  #wordEm(typeface: Typeface, word: string): number {
    const key = `${typeface} ${word}`;
    let em = this.#words.get(key);
    if (em === undefined) {
      // Which way the line runs changes places, not widths.
      em = this.choice.runsOf(word, typeface, 'ltr').reduce((sum, run) => sum + this.runEm(run), 0);
      if (this.#words.size >= MOST_KEPT_RUNS) this.#words.clear();
      this.#words.set(key, em);
    }
    return em;
  }
}

const WORDS = /[^ ]* |[^ ]+$/g;
