import type { GlyphSketch } from './type2-charstring.ts';

/** Operators that draw, by code; 12 n is 1200 + n: lines, curves, and letters made of two. */
const DRAWS: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 30, 31, 1206]);
const HSBW = 13;
const SBW = 1207;
const DIV = 1212;
const END_CHAR = 14;

/** Width and blankness of a decrypted Type 1 charstring (Adobe Type 1 Font Format, 6). Null when it states no width. */
export function sketchType1Glyph(code: Uint8Array): GlyphSketch | null {
  const stack: number[] = [];
  let width: number | null = null;
  for (let at = 0; at < code.length; ) {
    const byte = code[at++] as number;
    if (byte >= 32) {
      at = pushNumber(code, at, byte, stack);
      continue;
    }
    const operator = byte === 12 ? 1200 + (code[at++] ?? 0) : byte;
    if (operator === DIV) {
      const divisor = stack.pop() ?? 1;
      stack.push((stack.pop() ?? 0) / divisor);
      continue;
    }
    if (operator === HSBW) width = stack[1] ?? null;
    else if (operator === SBW) width = stack[2] ?? null;
    // A subroutine may hold the whole letter.
    if (DRAWS.has(operator)) return width === null ? null : { width, isBlank: false };
    if (operator === END_CHAR) break;
    stack.length = 0;
  }
  return width === null ? null : { width, isBlank: true };
}

/** Answers where the next byte is. */
function pushNumber(code: Uint8Array, at: number, byte: number, stack: number[]): number {
  const next = (ahead: number) => code[at + ahead] ?? 0;
  if (byte <= 246) stack.push(byte - 139);
  else if (byte <= 250) stack.push((byte - 247) * 256 + next(0) + 108);
  else if (byte <= 254) stack.push(-(byte - 251) * 256 - next(0) - 108);
  else stack.push((next(0) << 24) | (next(1) << 16) | (next(2) << 8) | next(3));
  return byte <= 246 ? at : byte <= 254 ? at + 1 : at + 4;
}
