import type { Inflate } from '../ports.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { CHARACTER_CLASS, hexDigit } from './lexer.ts';
import { decodeLzw } from './lzw.ts';
import { countOf, isDict } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';
import { undoPrediction } from './predictor.ts';

export interface Decoded {
  readonly bytes: Uint8Array;
  readonly isDamaged: boolean;
  /** The output reached `maxBytes` and was cut there. */
  readonly isCut: boolean;
  /** What was put out on the way, in bytes: more than `bytes` where it took several tries or a second pass. */
  readonly madeBytes: number;
}

/** One stage of a stream's /Filter, with the /DecodeParms that belong to it. */
export interface FilterStage {
  readonly name: string;
  readonly parameters: PdfDict | undefined;
}

/** The stages of a stream in decoding order; `resolve` follows references. */
export function filterStages(
  dict: PdfDict,
  resolve: (value: PdfValue | undefined) => PdfValue | undefined,
): FilterStage[] {
  const filter = resolve(dict.get('Filter') ?? dict.get('F'));
  const parameters = resolve(dict.get('DecodeParms') ?? dict.get('DP'));
  // Nearly all streams have one filter and no parameters.
  if (typeof filter === 'string' && (parameters === undefined || parameters === null))
    return [{ name: filter, parameters: undefined }];
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
 * Decodes one stage. Only the filters in which structure and content may be written are known; picture codecs are not,
 * and answer undefined. The output is cut at `maxBytes`.
 */
export function decodeStage(
  data: Uint8Array,
  stage: FilterStage,
  inflate: Inflate,
  maxBytes: number,
): Decoded | undefined {
  switch (stage.name) {
    case 'FlateDecode':
    case 'Fl': {
      const { bytes, damaged, truncated, madeBytes } = inflate(data, maxBytes);
      return unpredicted({ bytes, isDamaged: damaged, isCut: truncated, madeBytes }, stage.parameters);
    }
    case 'LZWDecode':
    case 'LZW': {
      const { bytes, isDamaged, isCut } = decodeLzw(data, stage.parameters?.get('EarlyChange') !== 0, maxBytes);
      return unpredicted({ bytes, isDamaged, isCut, madeBytes: bytes.length }, stage.parameters);
    }
    case 'RunLengthDecode':
    case 'RL':
      return decodeRunLength(data, maxBytes);
    case 'ASCIIHexDecode':
    case 'AHx':
      return whole(decodeAsciiHex(data));
    case 'ASCII85Decode':
    case 'A85':
      return decodeAscii85(data, maxBytes);
    case 'Crypt':
      return whole(data.slice());
    default:
      return undefined;
  }
}

function whole(bytes: Uint8Array): Decoded {
  return { bytes, isDamaged: false, isCut: false, madeBytes: bytes.length };
}

function resolveEntries(dict: PdfDict, resolve: (value: PdfValue | undefined) => PdfValue | undefined): PdfDict {
  const resolved: PdfDict = new Map();
  for (const [key, value] of dict) resolved.set(key, resolve(value) ?? null);
  return resolved;
}

/** A row longer than this is no structure stream; refusing it keeps the arithmetic in 32 bits. */
const MAX_ROW_UNITS = 1 << 20;

function unpredicted(decoded: Decoded, parameters: PdfDict | undefined): Decoded {
  if (parameters === undefined) return decoded;
  const of = (key: string, otherwise: number) => Math.min(countOf(parameters.get(key)) || otherwise, MAX_ROW_UNITS);
  const bytes = undoPrediction(decoded.bytes, {
    predictor: of('Predictor', 1),
    columns: of('Columns', 1),
    colors: Math.min(of('Colors', 1), 32),
    bitsPerComponent: Math.min(of('BitsPerComponent', 8), 16),
  });
  return { ...decoded, bytes, madeBytes: decoded.madeBytes + bytes.length };
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

function decodeAscii85(data: Uint8Array, maxBytes: number): Decoded {
  const out = new GrowingBytes(data.length, maxBytes);
  let group = 0;
  let digits = 0;
  const flush = (bytes: number) => {
    const end = out.grow(bytes);
    // Five digits may say more than 32 bits hold; what is above them is dropped, as other readers do.
    for (let i = 0; end >= 0 && i < bytes; i++) out.buffer[end - bytes + i] = group >>> (24 - 8 * i);
    group = 0;
    digits = 0;
  };
  for (const code of data) {
    if (code === 0x7e || out.isCut) break;
    // `z` stands for four zero bytes.
    if (code === 0x7a && digits === 0) flush(4);
    if (code < 0x21 || code > 0x75 || CHARACTER_CLASS[code] === 1) continue;
    group = group * 85 + code - 0x21;
    if (++digits === 5) flush(4);
  }
  if (digits > 1) {
    const bytes = digits - 1;
    for (; digits < 5; digits++) group = group * 85 + 84;
    flush(bytes);
  }
  return { bytes: out.bytes, isDamaged: false, isCut: out.isCut, madeBytes: out.bytes.length };
}

const RUN_LENGTH_END = 128;

/** ISO 32000-1, 7.4.5: a length below 128 is followed by that many bytes and one, a length above by one byte to repeat. */
function decodeRunLength(data: Uint8Array, maxBytes: number): Decoded {
  const out = new GrowingBytes(data.length * 2, maxBytes);
  let at = 0;
  while (at < data.length && data[at] !== RUN_LENGTH_END) {
    const length = data[at] as number;
    const isCopy = length < RUN_LENGTH_END;
    const count = isCopy ? Math.min(length + 1, data.length - at - 1) : 257 - length;
    if (!isCopy && at + 1 >= data.length) break;
    const end = out.grow(count);
    if (end < 0) break;
    if (isCopy) out.buffer.set(data.subarray(at + 1, at + 1 + count), end - count);
    else out.buffer.fill(data[at + 1] as number, end - count, end);
    at += isCopy ? count + 1 : 2;
  }
  return {
    bytes: out.bytes,
    isDamaged: !out.isCut && data[at] !== RUN_LENGTH_END,
    isCut: out.isCut,
    madeBytes: out.bytes.length,
  };
}
