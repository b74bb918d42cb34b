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
    return `${content.length}-${fingerprint(Math.ceil(content.length / 4), (index) => wordAt(content, 4 * index))}-${key}`;
  }
}

function resourceKey(resources: PdfDict | undefined): string {
  const text = textOf(resources, 0);
  return `${text.length}-${fingerprint(text.length, (index) => text.charCodeAt(index))}`;
}

/** Four bytes, or those that are left. */
function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

/** Two multiplicative hashes of 32 bits side by side. */
function fingerprint(count: number, valueAt: (index: number) => number): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let index = 0; index < count; index++) {
    const value = valueAt(index);
    a = Math.imul(a ^ value, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul(b ^ value, 0x85ebca6b);
    b ^= b >>> 13;
  }
  return `${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}`;
}

function textOf(value: PdfValue | undefined, depth: number): string {
  if (isDict(value)) return depth > MAX_DEPTH ? '' : `<${[...value].map(([key, one]) => `${key} ${textOf(one, depth + 1)}`).join(' ')}>`;
  if (Array.isArray(value)) return depth > MAX_DEPTH ? '' : `[${value.map((one) => textOf(one, depth + 1)).join(' ')}]`;
  if (value instanceof PdfRef) return `${value.objectNumber} R`;
  return value instanceof PdfStream || typeof value === 'object' ? '' : String(value);
}
