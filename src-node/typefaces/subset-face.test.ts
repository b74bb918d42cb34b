import { join, resolve } from 'node:path';
import { create } from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';
import { expect, it } from 'vitest';
import { openFace } from '../../src-core/composition/harfbuzz-face.ts';
import { openTypefaces } from './open-typefaces.ts';
import { openSubsetter } from './subset-face.ts';

const { faceOf } = await openTypefaces(join(resolve(import.meta.dirname, '../..'), 'resources/fonts'));
const subset = await openSubsetter();
const { file, shape, characterOf } = faceOf('regular');
const glyphsOf = (text: string) => shape(text).map(({ glyph }) => glyph);

/** What fontkit, which others made, reads of a font. */
interface Read {
  readonly numGlyphs: number;
  getGlyph(glyph: number): { readonly advanceWidth: number; readonly path: { toSVG(): string } };
}
const read = (bytes: Uint8Array) => create(bytes) as unknown as Read;

it('a subset has the asked glyphs under their numbers, with the outlines and widths of the face, and the parts that these are drawn of', () => {
  const glyphs = [...new Set(glyphsOf('가나다 AVÁ힣 fi -> 3x4 q\u0303'))].sort((a, b) => a - b);
  const made = subset(file, glyphs);
  expect(made.length).toBeLessThan(file.length / 20);
  const [whole, part] = [read(file), read(made)];
  for (const glyph of glyphs) {
    expect(part.getGlyph(glyph).path.toSVG(), `glyph ${glyph}`).toBe(whole.getGlyph(glyph).path.toSVG());
    expect(part.getGlyph(glyph).advanceWidth, `glyph ${glyph}`).toBe(whole.getGlyph(glyph).advanceWidth);
  }
  const others = Array.from({ length: part.numGlyphs }, (_, glyph) => glyph).filter(
    (glyph) => !glyphs.includes(glyph) && part.getGlyph(glyph).path.toSVG() !== '',
  );
  // What accented letters, "i" and the combining tilde are drawn of.
  expect(others.map(characterOf)).toEqual(['ı', '×', '˙', '´', '˜']);
});

it('the same glyphs make the same bytes, in whatever order they are asked for', () => {
  const glyphs = glyphsOf('우리 가족의 여름');
  expect(subset(file, glyphs.toReversed())).toEqual(subset(file, glyphs));
});

it('what is no font has no subset', () => {
  expect(() => subset(new TextEncoder().encode('no font at all'), [1, 2])).toThrow('the face has no subset');
  expect(() => subset(file.subarray(0, 100), [1, 2])).toThrow('the face has no subset');
});

it('a thousand texts are shaped in the one buffer of their face', () => {
  let made = 0;
  class Counted extends harfbuzz.Buffer {
    constructor() {
      super();
      made += 1;
    }
  }
  const counted = { ...harfbuzz, Buffer: Counted };
  const face = openFace<harfbuzz.Blob, harfbuzz.Face, harfbuzz.Font, Counted>(counted, file);
  for (let text = 0; text < 1_000; text += 1) face.shape(`${text}번째 문장: Tokyo, AVATAR 3x4 -> ${text * 7}.`);
  expect(made).toBe(1);
});

it('the box of a letter that the face lacks is drawn as in the face, where it is asked for', () => {
  const boxOf = (bytes: Uint8Array) => read(bytes).getGlyph(0).path.toSVG();
  expect(boxOf(file)).not.toBe('');
  expect(boxOf(subset(file, glyphsOf('가漢')))).toBe(boxOf(file));
  expect(boxOf(subset(file, glyphsOf('가')))).toBe('');
});

it('what a subset takes is given back: sixty of all Korean syllables are made in memory that holds a part of them', () => {
  const syllables = Array.from({ length: 11_172 }, (_, index) => String.fromCodePoint(0xac00 + index)).join('');
  const glyphs = glyphsOf(syllables);
  let bytes = 0;
  for (let round = 0; round < 60; round += 1) bytes += subset(file, glyphs).length;
  // The subsetter's memory does not grow: 1,040 pages of WebAssembly.
  expect(bytes).toBeGreaterThan(1_040 * 65_536);
});
