import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Makes of a TrueType or OpenType file one with these glyphs alone, which keep their numbers. Throws when the file is none. */
export type SubsetFace = (file: Uint8Array, glyphs: Iterable<number>) => Uint8Array;

/** HarfBuzz's subsetter (hb-subset.h), as `harfbuzzjs` ships it beside its shaper, without a binding. Handles are numbers; 0 is none. */
interface HarfBuzzSubset {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  malloc(bytes: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_blob_destroy(blob: number): void;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_face_destroy(face: number): void;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** HB_MEMORY_MODE_READONLY: the file stays where it was put until all is done. */
const READ_ONLY = 1;
/** HB_SUBSET_FLAGS_NO_HINTING and HB_SUBSET_FLAGS_RETAIN_GIDS. */
const FLAGS = 0x01 | 0x02;
/** HB_SUBSET_FLAGS_NOTDEF_OUTLINE: without it the box that stands for a letter which the face lacks is drawn as nothing. */
const WITH_NOTDEF = 0x40;
const NOTDEF = 0;
/** HB_SUBSET_SETS_DROP_TABLE_TAG. */
const DROPPED_TABLES = 3;
/** What a PDF reader takes of an embedded font (ISO 32000-1, 9.9) is none of these: letters are shaped before they are set. */
const UNREAD_TABLES = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'DSIG', 'OS/2', 'STAT', 'gasp', 'name', 'post', 'vhea', 'vmtx'];

/** Types of Node 20 leave it out. */
declare const WebAssembly: {
  instantiate(program: Uint8Array): Promise<{ readonly instance: { readonly exports: unknown } }>;
};

let opening: Promise<SubsetFace> | null = null;

/** The subsetter of this thread. */
export function openSubsetter(): Promise<SubsetFace> {
  opening ??= load().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

async function load(): Promise<SubsetFace> {
  const program = await readFile(createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(program);
  const harfbuzz = instance.exports as HarfBuzzSubset;
  harfbuzz._initialize();
  return (file, glyphs) => subset(harfbuzz, file, glyphs);
}

function subset(harfbuzz: HarfBuzzSubset, file: Uint8Array, glyphs: Iterable<number>): Uint8Array {
  const releases: (() => void)[] = [];
  /** Keeps what was made until all is done. */
  const held = (handle: number, release: (handle: number) => void): number => {
    if (handle === 0) throw new Error('the face has no subset: it is no font, or there is no memory for it');
    releases.unshift(() => release(handle));
    return handle;
  };
  try {
    const data = held(harfbuzz.malloc(file.length), harfbuzz.free);
    new Uint8Array(harfbuzz.memory.buffer).set(file, data);
    const blob = held(harfbuzz.hb_blob_create(data, file.length, READ_ONLY, 0, 0), harfbuzz.hb_blob_destroy);
    const face = held(harfbuzz.hb_face_create(blob, 0), harfbuzz.hb_face_destroy);
    const input = held(harfbuzz.hb_subset_input_create_or_fail(), harfbuzz.hb_subset_input_destroy);
    const dropped = harfbuzz.hb_subset_input_set(input, DROPPED_TABLES);
    for (const tag of UNREAD_TABLES) harfbuzz.hb_set_add(dropped, tagOf(tag));
    const kept = harfbuzz.hb_subset_input_glyph_set(input);
    let flags = FLAGS;
    for (const glyph of glyphs) {
      harfbuzz.hb_set_add(kept, glyph);
      if (glyph === NOTDEF) flags |= WITH_NOTDEF;
    }
    harfbuzz.hb_subset_input_set_flags(input, flags);
    const made = held(harfbuzz.hb_subset_or_fail(face, input), harfbuzz.hb_face_destroy);
    const result = held(harfbuzz.hb_face_reference_blob(made), harfbuzz.hb_blob_destroy);
    const start = harfbuzz.hb_blob_get_data(result, 0);
    return new Uint8Array(harfbuzz.memory.buffer).slice(start, start + harfbuzz.hb_blob_get_length(result));
  } finally {
    for (const release of releases) release();
  }
}

/** HB_TAG: four letters as one number. */
const tagOf = (letters: string): number => [...letters].reduce((tag, letter) => (tag << 8) | letter.charCodeAt(0), 0);
