import type { FontBytes } from './bytes.ts';

/** Operators of two bytes, `12 n`, are told as 1200 + n. */
export const ESCAPED = 1200;
const ESCAPE = 12;
const REAL_NIBBLES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'];

/** Operands by operator. */
export type CffDict = ReadonlyMap<number, readonly number[]>;

/** Adobe Technical Note 5176, 4. Throws a RangeError when it ends within an entry. */
export function readDict(data: FontBytes): CffDict {
  const entries = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let at = 0; at < data.length; ) {
    const first = data.u8(at++);
    if (first <= 21) {
      const operator = first === ESCAPE ? ESCAPED + data.u8(at++) : first;
      entries.set(operator, operands);
      operands = [];
    } else if (first === 28) {
      operands.push(data.i16(at));
      at += 2;
    } else if (first === 29) {
      operands.push(data.u32(at) | 0);
      at += 4;
    } else if (first === 30) {
      const real = readReal(data, at);
      operands.push(real.value);
      at = real.end;
    } else if (first >= 32 && first <= 246) operands.push(first - 139);
    else if (first >= 247 && first <= 250) operands.push((first - 247) * 256 + data.u8(at++) + 108);
    else if (first >= 251 && first <= 254) operands.push(-(first - 251) * 256 - data.u8(at++) - 108);
  }
  return entries;
}

/** Two digits a byte, up to a half byte of 15. */
function readReal(data: FontBytes, from: number): { readonly value: number; readonly end: number } {
  let text = '';
  for (let at = from; ; at++) {
    const byte = data.u8(at);
    for (const nibble of [byte >> 4, byte & 15]) {
      if (nibble === 15) return { value: Number(text) || 0, end: at + 1 };
      text += REAL_NIBBLES[nibble] ?? '';
    }
  }
}
