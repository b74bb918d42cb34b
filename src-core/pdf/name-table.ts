import { latin1 } from './bytes.ts';

const NAME_TABLE_SLOTS = 1024;
/** Longer names are no keys of anything, and a table full of them would be a burden. */
const LONGEST_KEPT_BYTES = 64;

/**
 * Names seen before, so that a thousand page dictionaries share their key strings.
 * Direct-mapped and of fixed size: a name that loses its slot is simply made again.
 */
export class NameTable {
  private readonly texts: (string | undefined)[] = new Array<string | undefined>(NAME_TABLE_SLOTS);
  private readonly raws: Uint8Array[] = new Array<Uint8Array>(NAME_TABLE_SLOTS);

  nameOf(bytes: Uint8Array, start: number, end: number): string {
    if (end - start > LONGEST_KEPT_BYTES) return unescapeName(latin1(bytes, start, end));
    let hash = end - start;
    for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (bytes[i] as number)) | 0;
    const slot = (hash ^ (hash >>> 10)) & (NAME_TABLE_SLOTS - 1);
    const known = this.texts[slot];
    if (known !== undefined && sameBytes(this.raws[slot] as Uint8Array, bytes, start, end)) return known;
    const text = unescapeName(latin1(bytes, start, end));
    this.texts[slot] = text;
    this.raws[slot] = bytes.slice(start, end);
    return text;
  }
}

function sameBytes(raw: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (raw.length !== end - start) return false;
  for (let i = 0; i < raw.length; i++) if (raw[i] !== bytes[start + i]) return false;
  return true;
}

function unescapeName(text: string): string {
  if (!text.includes('#')) return text;
  return text.replace(/#([0-9a-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}
