/** Small byte work that the platform's pure `Uint8Array` does not offer. */

export function ascii(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Bytes as the characters of the same code. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}

export function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

export function startsWithAt(bytes: Uint8Array, position: number, needle: Uint8Array): boolean {
  if (position < 0 || position + needle.length > bytes.length) return false;
  for (let i = 0; i < needle.length; i++) if (bytes[position + i] !== needle[i]) return false;
  return true;
}

/** First position of `needle` at or after `from`, or -1. Leans on the native search for the first byte. */
export function indexOfBytes(bytes: Uint8Array, needle: Uint8Array, from = 0): number {
  const first = needle[0] as number;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (startsWithAt(bytes, at, needle)) return at;
  }
  return -1;
}

/** Last position of `needle` that begins at or before `from`, or -1. */
export function lastIndexOfBytes(bytes: Uint8Array, needle: Uint8Array, from = bytes.length): number {
  const first = needle[0] as number;
  let at = Math.min(from, bytes.length - needle.length);
  while (at >= 0) {
    at = bytes.lastIndexOf(first, at);
    if (at < 0) return -1;
    if (startsWithAt(bytes, at, needle)) return at;
    at--;
  }
  return -1;
}
