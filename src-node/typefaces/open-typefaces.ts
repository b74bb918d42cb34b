import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'fontkit';
import type { TextMeasure } from '../../src-core/composition/sketch.ts';
import { measureOf, type FaceShaper } from '../../src-core/composition/text-measure.ts';
import { ofEachFace, TYPEFACES, type Typeface } from '../../src-core/composition/typefaces.ts';

export interface Typefaces {
  readonly measure: TextMeasure;
  /** The whole face as its file has it, for embedding. */
  readonly bytesOf: (typeface: Typeface) => Uint8Array;
}

/**
 * The faces that books are set in, from `resources/fonts`. Widths are those of the shaped text, kerning included,
 * as it is painted. Rejects when a file is missing or is no font: a broken installation.
 */
export async function openTypefaces(fontsFolder: string): Promise<Typefaces> {
  const files = new Map(
    await Promise.all(TYPEFACES.map(async ({ file }) => [file, await readFile(join(fontsFolder, file))] as const)),
  );
  const bytesOf = ofEachFace(({ file }) => files.get(file) as Uint8Array);
  return { measure: measureOf(ofEachFace(({ name }) => shaperOf(bytesOf(name)))), bytesOf };
}

function shaperOf(bytes: Uint8Array): FaceShaper {
  const program = create(bytes);
  return {
    // fontkit looks it up anew every time it is asked.
    unitsPerEm: program.unitsPerEm,
    advanceUnits: (text) => program.layout(text).advanceWidth,
    hasGlyph: (codePoint) => program.hasGlyphForCodePoint(codePoint),
  };
}
