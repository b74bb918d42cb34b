import type { FontProgram, OnFollowed } from '../../../../ports.ts';
import { latin1 } from '../../../bytes.ts';
import { characterOf } from '../encodings.ts';
import { GlyphDrawings } from './glyph-drawings.ts';
import { namedGlyphs } from './named-glyphs.ts';
import { extentOfType1Glyph, sketchType1Glyph } from './type1-charstring.ts';

const EEXEC_KEY = 55_665;
const CHARSTRING_KEY = 4330;
const DEFAULT_LEN_IV = 4;
const MAX_GLYPHS = 65_536;
const NOTDEF = '.notdef';
const PFB_MARK = 0x80;
/** Of a glyph that is not there. */
const NOTHING = new Uint8Array(0);

interface NamedCharstring {
  readonly name: string;
  /** Decrypted. */
  readonly code: Uint8Array;
}

/** A Type 1 program (Adobe Type 1 Font Format). Throws a RangeError when it is damaged. */
export function readType1(wrapped: Uint8Array, onFollowed: OnFollowed): FontProgram {
  const bytes = withoutPfb(wrapped);
  const text = latin1(bytes);
  const eexec = text.indexOf('eexec');
  if (eexec < 0) throw new RangeError('no encrypted part');
  const clear = text.slice(0, eexec);
  const inner = decryptEexec(bytes, eexec + 'eexec'.length);
  const glyphs = notdefFirst(readCharStrings(inner));
  const subroutines = readSubroutines(inner);
  const named = namedGlyphs(glyphs.map(({ name }) => name));
  const codes = readEncoding(clear, named.ofName, named.ofUnicode);
  const scale = Number(/\/FontMatrix\s*\[\s*([\d.eE+-]+)/.exec(clear)?.[1] ?? 0.001);
  const charstringOf = (glyph: number) => glyphs[glyph]?.code ?? NOTHING;
  const drawings = new GlyphDrawings(
    (glyph, allowance) => sketchType1Glyph(charstringOf(glyph), allowance),
    (glyph, allowance) => extentOfType1Glyph(charstringOf(glyph), subroutines, allowance),
    onFollowed,
  );
  return {
    glyphCount: glyphs.length,
    embeddingRights: null,
    unitsPerEm: scale > 0 ? 1 / scale : 1000,
    advanceWidth: (glyph) => drawings.sketch(glyph)?.width ?? null,
    glyphOfUnicode: named.ofUnicode,
    glyphOfName: named.ofName,
    glyphOfCode: (code) => codes.get(code) ?? null,
    glyphOfCid: (cid) => (cid < glyphs.length ? cid : null),
    isBlank: (glyph) => drawings.sketch(glyph)?.isBlank ?? false,
    verticalExtent: (glyph) => drawings.extent(glyph),
  };
}

/** Fonts copied from Windows keep the marks between their parts: 0x80, kind, length of four bytes. */
function withoutPfb(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== PFB_MARK) return bytes;
  const parts: Uint8Array[] = [];
  for (let at = 0; bytes[at] === PFB_MARK && (bytes[at + 1] === 1 || bytes[at + 1] === 2); ) {
    const byte = (k: number) => bytes[at + k] ?? 0;
    const length = byte(2) + byte(3) * 256 + byte(4) * 65_536 + byte(5) * 16_777_216;
    parts.push(bytes.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function decryptEexec(bytes: Uint8Array, from: number): Uint8Array {
  let at = from;
  while (isSpace(bytes[at])) at++;
  const encrypted = bytes.subarray(at);
  const isHex = encrypted.length >= 4 && encrypted.subarray(0, 4).every((byte) => hexDigit(byte) >= 0);
  return decrypt(isHex ? fromHex(encrypted) : encrypted, EEXEC_KEY, 4);
}

/** Adobe Type 1 Font Format, 7.2. The first `skip` bytes are chance. */
function decrypt(bytes: Uint8Array, key: number, skip: number): Uint8Array {
  const plain = new Uint8Array(Math.max(0, bytes.length - skip));
  let state = key;
  bytes.forEach((cipher, index) => {
    if (index >= skip) plain[index - skip] = cipher ^ (state >> 8);
    state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
  });
  return plain;
}

const lenIvOf = (text: string): number => Number(/\/lenIV\s+(-?\d+)/.exec(text)?.[1] ?? DEFAULT_LEN_IV);

/** `dup number length RD ~bytes~ NP` after `/Subrs`, by number. Those behind one that cannot be read are left out. */
function readSubroutines(inner: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const text = latin1(inner);
  const lenIv = lenIvOf(text);
  const subroutines = new Map<number, Uint8Array>();
  const entry = /[^/]{0,40}?\bdup\s+(\d+)\s+(\d+)\s+\S+ /y;
  entry.lastIndex = Math.max(0, text.indexOf('/Subrs') + 1);
  for (let found = entry.exec(text); found !== null && subroutines.size < MAX_GLYPHS; found = entry.exec(text)) {
    const start = entry.lastIndex;
    const end = start + Number(found[2]);
    if (end > inner.length) break;
    const code = inner.subarray(start, end);
    subroutines.set(Number(found[1]), lenIv < 0 ? code : decrypt(code, CHARSTRING_KEY, lenIv));
    entry.lastIndex = end;
  }
  return subroutines;
}

/** `/name length RD ~bytes~ ND` after `/CharStrings`. */
function readCharStrings(inner: Uint8Array): NamedCharstring[] {
  const text = latin1(inner);
  const lenIv = lenIvOf(text);
  const start = text.indexOf('/CharStrings');
  if (start < 0) throw new RangeError('no charstrings');
  const glyphs: NamedCharstring[] = [];
  const entry = /\/([^\s/[\](){}<>%]+)\s+(\d+)\s+(?:RD|-\||\S+) /y;
  for (let at = text.indexOf('/', start + 1); at >= 0 && glyphs.length < MAX_GLYPHS; at = text.indexOf('/', at)) {
    entry.lastIndex = at;
    const found = entry.exec(text);
    if (found === null) break;
    const length = Number(found[2]);
    const end = entry.lastIndex + length;
    if (end > inner.length) throw new RangeError('a charstring ends beyond the program');
    const code = inner.subarray(entry.lastIndex, end);
    glyphs.push({ name: found[1] ?? '', code: lenIv < 0 ? code : decrypt(code, CHARSTRING_KEY, lenIv) });
    // `end` instead of another glyph ends the list.
    const after = /^[^/]{0,40}?\bend\b/.exec(text.slice(end, end + 60));
    if (after !== null) return glyphs;
    at = end;
  }
  throw new RangeError('the list of charstrings does not end');
}

/** Type 1 glyphs have names and no numbers: .notdef becomes glyph 0 as it is everywhere else. */
function notdefFirst(glyphs: readonly NamedCharstring[]): readonly NamedCharstring[] {
  const isNotdef = ({ name }: NamedCharstring) => name === NOTDEF;
  return [glyphs.find(isNotdef) ?? { name: NOTDEF, code: NOTHING }, ...glyphs.filter((glyph) => !isNotdef(glyph))];
}

function readEncoding(
  clear: string,
  ofName: (name: string) => number | null,
  ofUnicode: (codePoint: number) => number | null,
): ReadonlyMap<number, number> {
  const codes = new Map<number, number>();
  if (/\/Encoding\s+StandardEncoding/.test(clear)) {
    for (let code = 0; code < 256; code++) {
      const character = characterOf('StandardEncoding', code);
      const glyph = character === null ? null : ofUnicode(character.codePointAt(0) ?? 0);
      if (glyph !== null) codes.set(code, glyph);
    }
    return codes;
  }
  for (const [, code, name] of clear.matchAll(/\bdup\s+(\d{1,3})\s*\/([^\s/]+)\s+put\b/g)) {
    const glyph = ofName(name ?? '');
    if (glyph !== null) codes.set(Number(code), glyph);
  }
  return codes;
}

function fromHex(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.length >> 1);
  let filled = 0;
  let high = -1;
  for (const byte of bytes) {
    const digit = hexDigit(byte);
    if (digit < 0) {
      if (isSpace(byte)) continue;
      break;
    }
    if (high < 0) high = digit;
    else {
      plain[filled++] = high * 16 + digit;
      high = -1;
    }
  }
  return plain.subarray(0, filled);
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte & ~0x20;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : -1;
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
