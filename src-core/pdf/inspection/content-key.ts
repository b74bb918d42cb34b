import { PdfRef, PdfStream, isDict, type PdfDict, type PdfValue } from '../objects.ts';

/** Resources within resources: fonts and pictures are references there, so that little lies deeper. */
const MAX_DEPTH = 4;

/** Fingerprints of what pages paint: the bytes of their content and what its names lead to. Not proof against forgery. */
export class ContentKeys {
  /** Many books have one resource dictionary for all pages. */
  private readonly resourceKeys = new Map<PdfDict | undefined, string>();

  /** Null for a page without content. */
  of(content: Uint8Array, resources: PdfDict | undefined): string | null {
    if (content.length === 0) return null;
    let key = this.resourceKeys.get(resources);
    if (key === undefined) this.resourceKeys.set(resources, (key = resourceKey(resources)));
    const print = new Fingerprint();
    print.addBytes(content);
    return `${content.length}-${print.text}-${key}`;
  }
}

function resourceKey(resources: PdfDict | undefined): string {
  const print = new Fingerprint();
  addValue(print, resources, 0);
  return print.text;
}

const OPEN = 0x5b;
const CLOSE = 0x5d;

function addValue(print: Fingerprint, value: PdfValue | undefined, depth: number): void {
  if (value instanceof PdfRef) print.addWord(~value.objectNumber);
  else if (typeof value === 'number') print.addWord(Math.round(value * 1000));
  else if (typeof value === 'string') print.addText(value);
  else if (typeof value === 'boolean') print.addWord(value ? 1 : 2);
  else if (depth <= MAX_DEPTH && (isDict(value) || Array.isArray(value)) && !(value instanceof PdfStream)) {
    print.addWord(OPEN);
    if (isDict(value)) {
      for (const [key, one] of value) {
        print.addText(key);
        addValue(print, one, depth + 1);
      }
    } else for (const one of value) addValue(print, one, depth + 1);
    print.addWord(CLOSE);
  }
}

/** Two multiplicative hashes of 32 bits side by side. */
class Fingerprint {
  private a = 0x811c9dc5;
  private b = 0x01000193;

  addWord(word: number): void {
    const a = Math.imul(this.a ^ word, 0x01000193);
    const b = Math.imul(this.b ^ word, 0x85ebca6b);
    this.a = a ^ (a >>> 15);
    this.b = b ^ (b >>> 13);
  }

  addText(text: string): void {
    for (let index = 0; index < text.length; index++) this.addWord(text.charCodeAt(index));
    this.addWord(-1);
  }

  addBytes(bytes: Uint8Array): void {
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    const words = new Uint32Array(aligned.buffer, aligned.byteOffset, bytes.length >> 2);
    let { a, b } = this;
    // As `addWord`, four bytes a step and in local variables: content is long.
    for (let index = 0; index < words.length; index++) {
      const word = words[index] as number;
      a = Math.imul(a ^ word, 0x01000193);
      b = Math.imul(b ^ word, 0x85ebca6b);
      a ^= a >>> 15;
      b ^= b >>> 13;
    }
    this.a = a;
    this.b = b;
    for (let at = bytes.length & ~3; at < bytes.length; at++) this.addWord(bytes[at] as number);
  }

  get text(): string {
    return `${(this.a >>> 0).toString(36)}.${(this.b >>> 0).toString(36)}`;
  }
}
