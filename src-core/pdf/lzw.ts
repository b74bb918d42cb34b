import { GrowingBytes } from './growing-bytes.ts';

const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
const FIRST_BITS = 9;
const MAX_BITS = 12;
const MAX_CODES = 1 << MAX_BITS;
const NONE = -1;

export interface Unpacked {
  readonly bytes: Uint8Array;
  /** A code that cannot be, or no end marker: what came before it is kept. */
  readonly isDamaged: boolean;
  readonly isCut: boolean;
}

/**
 * Undoes LZW compression (ISO 32000-1, 7.4.4.2): codes of 9 to 12 bits, the highest bit first. `earlyChange` tells
 * whether codes grow one entry early, which they do unless /EarlyChange is 0.
 */
export function decodeLzw(data: Uint8Array, earlyChange: boolean, maxBytes: number): Unpacked {
  const out = new GrowingBytes(data.length * 3, maxBytes);
  const prefix = new Int16Array(MAX_CODES);
  const suffix = new Uint8Array(MAX_CODES);
  const lengths = new Uint16Array(MAX_CODES);
  for (let code = 0; code < CLEAR; code++) {
    suffix[code] = code;
    lengths[code] = 1;
  }
  const early = earlyChange ? 1 : 0;
  let next = FIRST_FREE;
  let bits = FIRST_BITS;
  let previous = NONE;
  let held = 0;
  let heldBits = 0;
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xffffff;
    heldBits += 8;
    if (heldBits < bits) continue;
    heldBits -= bits;
    const code = (held >> heldBits) & ((1 << bits) - 1);
    if (code === END) return { bytes: out.bytes, isDamaged: false, isCut: out.isCut };
    if (code === CLEAR) {
      next = FIRST_FREE;
      bits = FIRST_BITS;
      previous = NONE;
      continue;
    }
    const isKnown = code < CLEAR || (code >= FIRST_FREE && code < next);
    if (!isKnown && (code !== next || previous === NONE || next >= MAX_CODES))
      return { bytes: out.bytes, isDamaged: true, isCut: out.isCut };
    if (previous !== NONE && next < MAX_CODES) {
      // A code not yet known is the previous one with its own first byte again.
      suffix[next] = firstByteOf(isKnown ? code : previous, prefix, suffix);
      prefix[next] = previous;
      lengths[next] = (lengths[previous] as number) + 1;
      next++;
    }
    if (!append(out, code, prefix, suffix, lengths)) return { bytes: out.bytes, isDamaged: false, isCut: true };
    previous = code;
    if (next + early >= 1 << bits && bits < MAX_BITS) bits++;
  }
  return { bytes: out.bytes, isDamaged: true, isCut: out.isCut };
}

function firstByteOf(code: number, prefix: Int16Array, suffix: Uint8Array): number {
  let at = code;
  while (at >= FIRST_FREE) at = prefix[at] as number;
  return suffix[at] as number;
}

/** Writes what a code stands for, from its end; false when there is no room left. */
function append(
  out: GrowingBytes,
  code: number,
  prefix: Int16Array,
  suffix: Uint8Array,
  lengths: Uint16Array,
): boolean {
  const length = lengths[code] as number;
  const end = out.grow(length);
  if (end < 0) return false;
  let at = code;
  for (let position = end - 1; position >= end - length; position--) {
    out.buffer[position] = suffix[at] as number;
    at = prefix[at] as number;
  }
  return true;
}
