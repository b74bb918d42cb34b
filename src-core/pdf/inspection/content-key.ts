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
    return `${fingerprint(content)}-${key}`;
  }
}

function resourceKey(resources: PdfDict | undefined): string {
  const text = textOf(resources, 0);
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at);
  return fingerprint(new Uint8Array(codes.buffer));
}

/** Two multiplicative hashes of 32 bits side by side, four bytes a step, and the length. */
function fingerprint(bytes: Uint8Array): string {
  const { length } = bytes;
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let at = 0; at < length; at += 4) {
    const word = (bytes[at] as number) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    a = Math.imul(a ^ word, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul(b ^ word, 0x85ebca6b);
    b ^= b >>> 13;
  }
  return `${length.toString(36)}.${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}

function textOf(value: PdfValue | undefined, depth: number): string {
  if (isDict(value)) return depth > MAX_DEPTH ? '' : `<${[...value].map(([key, one]) => `${key} ${textOf(one, depth + 1)}`).join(' ')}>`;
  if (Array.isArray(value)) return depth > MAX_DEPTH ? '' : `[${value.map((one) => textOf(one, depth + 1)).join(' ')}]`;
  if (value instanceof PdfRef) return `${value.objectNumber} R`;
  return value instanceof PdfStream || typeof value === 'object' ? '' : String(value);
}
