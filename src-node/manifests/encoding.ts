import { decodeCp949 } from './cp949.ts';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'cp949'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * How sure an encoding is. `certain`: a byte order mark says it, or no other reading makes sense. `likely`: nothing
 * speaks against it. `unsure`: the bytes are not whole in any encoding; a person has to look.
 */
export type Certainty = 'certain' | 'likely' | 'unsure';

export interface Decoded {
  readonly text: string;
  readonly encoding: Encoding;
  readonly certainty: Certainty;
}

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Looked at for what kind of text it is; a table repeats itself. */
const SAMPLE_BYTES = 64 * 1024;

/** Text of which nobody says how it was written down: by its mark, by zero bytes, by being whole UTF-8, else CP949. */
export function decodeText(bytes: Uint8Array): Decoded {
  for (const [encoding, mark] of MARKS)
    if (mark.every((byte, at) => bytes[at] === byte)) return { ...decodeAs(bytes, encoding), certainty: 'certain' };
  const utf16 = utf16WithoutMark(bytes);
  if (utf16 !== null) return { ...decodeAs(bytes, utf16), certainty: 'likely' };
  const utf8 = decodeAs(bytes, 'utf-8');
  if (utf8.errors === 0) return { ...utf8, certainty: 'certain' };
  const cp949 = decodeAs(bytes, 'cp949');
  if (cp949.errors === 0) return { ...cp949, certainty: isKorean(cp949.text) ? 'likely' : 'unsure' };
  return { ...(utf8.errors <= cp949.errors ? utf8 : cp949), certainty: 'unsure' };
}

/** Text as a person says that it was written down, without its byte order mark. `errors`: places that are no character. */
export function decodeAs(
  bytes: Uint8Array,
  encoding: Encoding,
): { readonly text: string; readonly encoding: Encoding; readonly errors: number } {
  if (encoding === 'cp949') return { ...decodeCp949(bytes), encoding };
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, errors: text.split('\uFFFD').length - 1 };
}

/** Latin letters, digits and commas have a zero byte in UTF-16, before or behind; no text of one byte a letter has any. */
function utf16WithoutMark(bytes: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  const length = Math.min(bytes.length, SAMPLE_BYTES);
  for (let at = 0; at < length; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < length / 16) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Text of another encoding that is whole CP949 by chance is hanja, signs and rare syllables, not words of Hangul. */
function isKorean(text: string): boolean {
  const sample = text.slice(0, SAMPLE_BYTES);
  const foreign = sample.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  const hangul = sample.match(/[가-힣]/gu)?.length ?? 0;
  return hangul * 4 >= foreign * 3;
}
