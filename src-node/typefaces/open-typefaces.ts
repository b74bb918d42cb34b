import { readFileSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import * as harfbuzz from 'harfbuzzjs';
import { openFace } from '../../src-core/composition/harfbuzz-face.ts';
import type { TextMeasure } from '../../src-core/composition/sketch.ts';
import { measureOf } from '../../src-core/composition/text-measure.ts';
import { CURRENT_RULES, type BookRules } from '../../src-core/composition/book-rules.ts';
import {
  FACES,
  faceFile,
  ofEachFace,
  PLAINEST_TYPEFACES,
  type FaceName,
} from '../../src-core/composition/typefaces.ts';
import type { BookFace, FaceOf } from './letters.ts';

export interface Typefaces {
  /** By the rules that hold now. */
  readonly measure: TextMeasure;
  readonly measureBy: (rules: BookRules) => TextMeasure;
  readonly faceOf: FaceOf;
}

/** By their folder: a thread reads and opens each face once. */
const opened = new Map<string, Promise<Typefaces>>();

/**
 * The faces that books are printed in, from `resources/fonts`. Widths are those of the shaped text, kerning included,
 * as it is painted. All but Pretendard are read when a text first needs them: most books never do. Rejects
 * when a file is missing or is no font: a broken installation.
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
  await Promise.all(FACES.map(({ file }) => access(join(fontsFolder, file))));
  const files = new Map<FaceName, BookFace>(
    await Promise.all(
      PLAINEST_TYPEFACES.map(
        async (name) => [name, bookFace(name, await readFile(join(fontsFolder, faceFile(name))))] as const,
      ),
    ),
  );
  const faceOf = ofEachFace((name) => files.get(name) ?? bookFace(name, readFace(fontsFolder, name)));
  const measures = new Map<BookRules, TextMeasure>();
  const measureBy = (rules: BookRules): TextMeasure => {
    const measure = measures.get(rules) ?? measureOf(faceOf, rules);
    measures.set(rules, measure);
    return measure;
  };
  return { measure: measureBy(CURRENT_RULES), measureBy, faceOf };
}

/** Unpacking takes 10 to 30 ms of CPU. */
function readFace(fontsFolder: string, name: FaceName): Uint8Array {
  const file = readFileSync(join(fontsFolder, faceFile(name)));
  if (!faceFile(name).endsWith('.br')) return file;
  try {
    return brotliDecompressSync(file);
  } catch (cause) {
    throw new Error(noFont(name), { cause });
  }
}

function bookFace(name: FaceName, file: Uint8Array): BookFace {
  const face = openFace<harfbuzz.Blob, harfbuzz.Face, harfbuzz.Font, harfbuzz.Buffer>(harfbuzz, file);
  if (!face.hasGlyph(SPACE)) throw new Error(noFont(name));
  return { ...face, file };
}

const noFont = (name: FaceName): string => `${faceFile(name)} is no font that texts can be set in`;

const SPACE = 0x20;
