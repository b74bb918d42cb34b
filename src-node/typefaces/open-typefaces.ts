import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as harfbuzz from 'harfbuzzjs';
import { openFace } from '../../src-core/composition/harfbuzz-face.ts';
import type { TextMeasure } from '../../src-core/composition/sketch.ts';
import { measureOf } from '../../src-core/composition/text-measure.ts';
import { ofEachFace, TYPEFACES } from '../../src-core/composition/typefaces.ts';
import type { BookFace, FaceOf } from './letters.ts';

export interface Typefaces {
  readonly measure: TextMeasure;
  readonly faceOf: FaceOf;
}

/** By their folder: a thread reads and opens each face once. */
const opened = new Map<string, Promise<Typefaces>>();

/**
 * The faces that books are set in, from `resources/fonts`. Widths are those of the shaped text, kerning included,
 * as it is painted. Rejects when a file is missing or is no font: a broken installation.
 */
export function openTypefaces(fontsFolder: string): Promise<Typefaces> {
  let typefaces = opened.get(fontsFolder);
  if (typefaces === undefined) {
    typefaces = open(fontsFolder);
    opened.set(fontsFolder, typefaces);
    typefaces.catch(() => opened.delete(fontsFolder));
  }
  return typefaces;
}

async function open(fontsFolder: string): Promise<Typefaces> {
  const files = new Map(
    await Promise.all(
      TYPEFACES.map(async ({ name, file }) => [name, bookFace(file, await readFile(join(fontsFolder, file)))] as const),
    ),
  );
  const faceOf = ofEachFace(({ name }) => files.get(name) as BookFace);
  return { measure: measureOf(faceOf), faceOf };
}

function bookFace(name: string, file: Uint8Array): BookFace {
  const face = openFace<harfbuzz.Blob, harfbuzz.Face, harfbuzz.Font, harfbuzz.Buffer>(harfbuzz, file);
  if (!face.hasGlyph(SPACE)) throw new Error(`${name} is no font that texts can be set in`);
  return { ...face, file };
}

const SPACE = 0x20;
