import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create, type FontProgram } from 'fontkit';
import type { TextMeasure, Typeface } from '../../src-core/composition/sketch.ts';

const FILES: Readonly<Record<Typeface, string>> = { regular: 'Pretendard-Regular.ttf', semiBold: 'Pretendard-SemiBold.ttf' };

export interface Typefaces {
  readonly measure: TextMeasure;
  /** The whole face as its file has it, for embedding. */
  readonly bytesOf: (typeface: Typeface) => Uint8Array;
}

/**
 * The two faces that books are set in, from `resources/fonts`. Widths are those of the shaped text, kerning included,
 * as it is painted. Rejects when a file is missing or is no font: a broken installation.
 */
export async function openTypefaces(fontsFolder: string): Promise<Typefaces> {
  const [regular, semiBold] = await Promise.all([openFace(fontsFolder, 'regular'), openFace(fontsFolder, 'semiBold')]);
  const faces: Readonly<Record<Typeface, Face>> = { regular, semiBold };
  return {
    measure: {
      widthEm: (typeface, text) => faces[typeface].widthEm(text),
      covers: (typeface, text) => faces[typeface].covers(text),
    },
    bytesOf: (typeface) => faces[typeface].bytes,
  };
}

async function openFace(fontsFolder: string, typeface: Typeface): Promise<Face> {
  const bytes = await readFile(join(fontsFolder, FILES[typeface]));
  return new Face(bytes, create(bytes));
}

/** Widths of runs are kept until there are so many: the words of a few books. */
const MOST_KEPT_RUNS = 20_000;
/** A run is shaped in pieces of this length, so that a word of a megabyte costs no more than many of its pieces. */
const LONGEST_RUN = 64;

/**
 * Shaping is slow (some 10 µs a letter), so it is done once a word. The Hangul of these faces neither kerns nor changes
 * with what stands beside it, so that every syllable is its own advance.
 */
class Face {
  /** fontkit looks it up anew every time it is asked. */
  readonly #unitsPerEm: number;
  readonly #hangul = new Map<number, number>();
  readonly #runs = new Map<string, number>();

  constructor(
    readonly bytes: Uint8Array,
    private readonly program: FontProgram,
  ) {
    this.#unitsPerEm = program.unitsPerEm;
  }

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
    return (units + this.#runUnits(text, runStart, text.length)) / this.#unitsPerEm;
  }

  covers(text: string): boolean {
    for (const character of text) {
      if (!this.program.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return false;
    }
    return true;
  }

  #hangulUnits(code: number): number {
    let units = this.#hangul.get(code);
    if (units === undefined) {
      units = this.program.layout(String.fromCharCode(code)).advanceWidth;
      this.#hangul.set(code, units);
    }
    return units;
  }

  #runUnits(text: string, from: number, to: number): number {
    let units = 0;
    for (let start = from; start < to; start += LONGEST_RUN) units += this.#shapedUnits(text.slice(start, Math.min(start + LONGEST_RUN, to)));
    return units;
  }

  #shapedUnits(run: string): number {
    let units = this.#runs.get(run);
    if (units === undefined) {
      units = this.program.layout(run).advanceWidth;
      if (this.#runs.size >= MOST_KEPT_RUNS) this.#runs.clear();
      this.#runs.set(run, units);
    }
    return units;
  }
}

const SPACE = 0x20;
/** Syllables, and the letters that stand alone. Conjoining jamo are shaped with what they join. */
const isHangul = (code: number): boolean => (code >= 0xac00 && code <= 0xd7a3) || (code >= 0x3131 && code <= 0x318e);
