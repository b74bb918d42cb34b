import type { Inflate } from '../ports.ts';
import { CHARACTER_CLASS, hexDigit } from './lexer.ts';
import { countOf, isDict } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';
import { undoPrediction } from './predictor.ts';

export interface Decoded {
  readonly bytes: Uint8Array;
  readonly isDamaged: boolean;
  /** The output reached `maxBytes` and was cut there. */
  readonly isCut: boolean;
}

/** One stage of a stream's /Filter, with the /DecodeParms that belong to it. */
export interface FilterStage {
  readonly name: string;
  readonly parameters: PdfDict | undefined;
}

/** The stages of a stream in decoding order; `resolve` follows references. */
export function filterStages(dict: PdfDict, resolve: (value: PdfValue | undefined) => PdfValue | undefined): FilterStage[] {
  const filter = resolve(dict.get('Filter') ?? dict.get('F'));
  const parameters = resolve(dict.get('DecodeParms') ?? dict.get('DP'));
  const names = Array.isArray(filter) ? filter.map(resolve) : [filter];
  const perStage = Array.isArray(parameters) ? parameters.map(resolve) : [parameters];
  const stages: FilterStage[] = [];
  names.forEach((name, index) => {
    if (typeof name !== 'string') return;
    const own = perStage[index];
    stages.push({ name, parameters: isDict(own) ? resolveEntries(own, resolve) : undefined });
  });
  return stages;
}

/**
 * Decodes one stage. Only the filters in which structure may be written are known; picture codecs are not,
 * and answer undefined.
 */
export function decodeStage(data: Uint8Array, stage: FilterStage, inflate: Inflate, maxBytes: number): Decoded | undefined {
  switch (stage.name) {
    case 'FlateDecode':
    case 'Fl': {
      const { bytes, damaged, truncated } = inflate(data, maxBytes);
      return { bytes: unpredicted(bytes, stage.parameters), isDamaged: damaged, isCut: truncated };
    }
    case 'ASCIIHexDecode':
    case 'AHx':
      return whole(decodeAsciiHex(data));
    case 'ASCII85Decode':
    case 'A85':
      return whole(decodeAscii85(data));
    case 'Crypt':
      return whole(data.slice());
    default:
      return undefined;
  }
}

function whole(bytes: Uint8Array): Decoded {
  return { bytes, isDamaged: false, isCut: false };
}

function resolveEntries(dict: PdfDict, resolve: (value: PdfValue | undefined) => PdfValue | undefined): PdfDict {
  const resolved: PdfDict = new Map();
  for (const [key, value] of dict) resolved.set(key, resolve(value) ?? null);
  return resolved;
}

/** A row longer than this is no structure stream; refusing it keeps the arithmetic in 32 bits. */
const MAX_ROW_UNITS = 1 << 20;

function unpredicted(bytes: Uint8Array, parameters: PdfDict | undefined): Uint8Array {
  if (parameters === undefined) return bytes;
  const of = (key: string, otherwise: number) => Math.min(countOf(parameters.get(key)) || otherwise, MAX_ROW_UNITS);
  return undoPrediction(bytes, {
    predictor: of('Predictor', 1),
    columns: of('Columns', 1),
    colors: Math.min(of('Colors', 1), 32),
    bitsPerComponent: Math.min(of('BitsPerComponent', 8), 16),
  });
}

function decodeAsciiHex(data: Uint8Array): Uint8Array {
  const out = new Uint8Array((data.length + 1) >> 1);
  let digits = 0;
  for (const code of data) {
    if (code === 0x3e) break;
    const digit = hexDigit(code);
    if (digit < 0) continue;
    const at = digits++ >> 1;
    out[at] = (out[at] as number) * 16 + digit;
  }
  if (digits % 2 === 1) out[digits >> 1] = (out[digits >> 1] as number) * 16;
  return out.subarray(0, (digits + 1) >> 1);
}

function decodeAscii85(data: Uint8Array): Uint8Array {
  const out: number[] = [];
  let group = 0;
  let digits = 0;
  const flush = (bytes: number) => {
    for (let i = 0; i < bytes; i++) out.push(Math.floor(group / 2 ** (24 - 8 * i)) & 0xff);
    group = 0;
    digits = 0;
  };
  for (const code of data) {
    if (code === 0x7e) break;
    if (code === 0x7a && digits === 0) out.push(0, 0, 0, 0);
    if (code < 0x21 || code > 0x75 || CHARACTER_CLASS[code] === 1) continue;
    group = group * 85 + code - 0x21;
    if (++digits === 5) flush(4);
  }
  if (digits > 1) {
    const bytes = digits - 1;
    for (; digits < 5; digits++) group = group * 85 + 84;
    flush(bytes);
  }
  return Uint8Array.from(out);
}
