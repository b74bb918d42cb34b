import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'fontkit';
import type { TextMeasure, Typeface } from '../../src-core/composition/sketch.ts';

const FILES: Readonly<Record<Typeface, string>> = { regular: 'Pretendard-Regular.ttf', semiBold: 'Pretendard-SemiBold.ttf' };

/** The faces that books are set in, opened once. */
export interface Typefaces {
  readonly measure: TextMeasure;
  /** The whole font program, for embedding. */
  readonly bytesOf: (typeface: Typeface) => Uint8Array;
}

interface OpenFace {
  readonly bytes: Uint8Array;
  readonly widthEm: (text: string) => number;
  readonly covers: (text: string) => boolean;
}

/** Opens the faces of a folder. Rejects when one is missing or damaged: a broken installation. */
export async function openTypefaces(folder: string): Promise<Typefaces> {
  const [regular, semiBold] = await Promise.all([openFace(join(folder, FILES.regular)), openFace(join(folder, FILES.semiBold))]);
  const faces: Readonly<Record<Typeface, OpenFace>> = { regular, semiBold };
  return {
    measure: { widthEm: (typeface, text) => faces[typeface].widthEm(text), covers: (typeface, text) => faces[typeface].covers(text) },
    bytesOf: (typeface) => faces[typeface].bytes,
  };
}

/** Runs that were measured before, forgotten all at once when there are many. */
const CACHE_ENTRIES = 20_000;

async function openFace(file: string): Promise<OpenFace> {
  const bytes = await readFile(file);
  const font = create(bytes);
  const widths = new Map<string, number>();
  return {
    bytes,
    widthEm(text) {
      const known = widths.get(text);
      if (known !== undefined) return known;
      const widthEm = font.layout(text).advanceWidth / font.unitsPerEm;
      if (widths.size >= CACHE_ENTRIES) widths.clear();
      widths.set(text, widthEm);
      return widthEm;
    },
    covers: (text) => Array.from(text).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
  };
}
