import type { FontProgram } from '../../../ports.ts';

/** Adobe Type 1 Font Format, 7.2 and 7.3. */
const EEXEC_KEY = 55665;
const C1 = 52845;
const C2 = 22719;
const SKIPPED_BYTES = 4;
const BLANK_CHARSTRING_BYTES = 12;
const UNITS_PER_EM = 1000;

/** A Type 1 program: its encrypted part holds the glyphs by name. Null when there are none. Never throws. */
export function openType1Program(bytes: Uint8Array): FontProgram | null {
  const marker = indexOf(bytes, 'eexec', 0);
  if (marker < 0) return null;
  const clear = latin1(bytes, 0, marker);
  const hidden = decrypted(bytes, marker + 'eexec'.length);
  const glyphs = charstringsOf(hidden);
  if (glyphs.size === 0) return null;
  const names = [...glyphs.keys()];
  const byName = new Map(names.map((name, index) => [name, index]));
  const codes = new Map([...clear.matchAll(/dup\s+(\d+)\s*\/([^\s/[\]{}()<>]+)\s+put/g)].map(([, code, name]) => [Number(code), byName.get(name ?? '')]));
  return {
    glyphCount: glyphs.size,
    embeddingRights: null,
    unitsPerEm: UNITS_PER_EM,
    namesAreKnown: true,
    advanceWidth: () => null,
    glyphOfUnicode: () => null,
    glyphOfName: (name) => byName.get(name) ?? null,
    glyphOfCode: (code) => codes.get(code) ?? null,
    isBlank: (glyph) => (glyphs.get(names[glyph] ?? '') ?? 0) <= BLANK_CHARSTRING_BYTES,
  };
}

/** The encrypted part, binary or in hexadecimal digits (7.2). */
function decrypted(bytes: Uint8Array, from: number): string {
  let start = from;
  while (start < bytes.length && (bytes[start] === 0x20 || bytes[start] === 0x0a || bytes[start] === 0x0d || bytes[start] === 0x09)) start++;
  const isHex = /^[0-9a-f\s]{8}$/i.test(latin1(bytes, start, start + 8));
  const cipher = isHex ? fromHex(bytes, start) : bytes.subarray(start);
  let key = EEXEC_KEY;
  let plain = '';
  for (let i = 0; i < cipher.length; i++) {
    const code = cipher[i] as number;
    if (i >= SKIPPED_BYTES) plain += String.fromCharCode(code ^ (key >> 8));
    key = ((code + key) * C1 + C2) & 0xffff;
  }
  return plain;
}

function fromHex(bytes: Uint8Array, from: number): Uint8Array {
  const out: number[] = [];
  let high = -1;
  for (let at = from; at < bytes.length; at++) {
    const digit = parseInt(String.fromCharCode(bytes[at] as number), 16);
    if (Number.isNaN(digit)) continue;
    if (high < 0) high = digit;
    else {
      out.push(high * 16 + digit);
      high = -1;
    }
  }
  return Uint8Array.from(out);
}

/** Names with the lengths of their charstrings: `/name length RD …`. The binary in between is stepped over. */
function charstringsOf(text: string): Map<string, number> {
  const found = new Map<string, number>();
  const start = text.indexOf('/CharStrings');
  if (start < 0) return found;
  const entry = /\/([^\s/[\]{}()<>]+)\s+(\d+)\s+(?:RD|-\||\S{1,8})\s/g;
  entry.lastIndex = start + '/CharStrings'.length;
  for (let match = entry.exec(text); match !== null; match = entry.exec(text)) {
    const length = Number(match[2]);
    found.set(match[1] ?? '', length);
    entry.lastIndex += length;
  }
  return found;
}

function indexOf(bytes: Uint8Array, word: string, from: number): number {
  outer: for (let at = from; at + word.length <= bytes.length; at++) {
    for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) continue outer;
    return at;
  }
  return -1;
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < Math.min(to, bytes.length); at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}
