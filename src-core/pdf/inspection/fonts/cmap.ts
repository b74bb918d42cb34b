import { PdfKeyword, PdfString, type PdfValue } from '../../objects.ts';
import type { PdfDocument } from '../../document.ts';
import { utf16 } from '../text-strings.ts';

/** Ranges of codes of one length in bytes. */
interface CodeSpace {
  readonly bytes: number;
  readonly from: number;
  readonly to: number;
}

/** A CMap: how strings split into codes, and what the codes lead to (ISO 32000-1, 9.7.5 and 9.10.3). */
export interface CMap {
  readonly spaces: readonly CodeSpace[];
  /** CID of a code. */
  readonly cids: ReadonlyMap<number, number>;
  /** Text of a code. */
  readonly texts: ReadonlyMap<number, string>;
  readonly isVertical: boolean;
}

/** Ranges are written out code by code; a file that names millions of codes has no reason to. */
const MAX_ENTRIES = 200_000;
/** Between two operators. Most writers keep to a hundred lines of two or three. */
const MAX_OPERANDS = 300_000;
/** A map of all of Unicode in digits has some 2 MB. */
export const MAX_CMAP_BYTES = 8 * 1024 * 1024;

/** ISO 32000-1, 9.7.6.2. */
const MOST_CODE_BYTES = 4;
/** Each is asked for every letter; the predefined maps have up to a dozen. */
const MAX_SPACES = 256;

/** Reads an embedded CMap or ToUnicode stream. What cannot be understood is left out. */
export function readCMap(bytes: Uint8Array, document: PdfDocument): CMap {
  const lexer = document.lexer(bytes, 0);
  const spaces: CodeSpace[] = [];
  const cids = new Map<number, number>();
  const texts = new Map<number, string>();
  let isVertical = false;
  let entriesLeft = MAX_ENTRIES;
  let operands: PdfValue[] = [];
  for (let value = lexer.value(); value !== undefined; value = lexer.value()) {
    if (!(value instanceof PdfKeyword)) {
      if (operands.length < MAX_OPERANDS) operands.push(value);
      continue;
    }
    switch (value.text) {
      case 'endcodespacerange':
        for (let i = 0; i + 1 < operands.length; i += 2) {
          const [from, to] = [operands[i], operands[i + 1]];
          if (!(from instanceof PdfString && to instanceof PdfString)) continue;
          const space = { bytes: from.bytes.length, from: codeOf(from), to: codeOf(to) };
          const isSpace = space.bytes >= 1 && space.bytes <= MOST_CODE_BYTES && space.from <= space.to;
          if (isSpace && spaces.length < MAX_SPACES) spaces.push(space);
        }
        break;
      case 'endcidchar':
        for (let i = 0; i + 1 < operands.length; i += 2) {
          const [code, cid] = [operands[i], operands[i + 1]];
          if (code instanceof PdfString && typeof cid === 'number') cids.set(codeOf(code), cid);
        }
        break;
      case 'endcidrange':
        eachRange(operands, (from, to, start) => {
          if (typeof start !== 'number') return;
          for (let code = from; code <= to && entriesLeft > 0; code++, entriesLeft--)
            cids.set(code, start + code - from);
        });
        break;
      case 'endbfchar':
        for (let i = 0; i + 1 < operands.length; i += 2) {
          const [code, text] = [operands[i], operands[i + 1]];
          if (code instanceof PdfString && text instanceof PdfString)
            texts.set(codeOf(code), utf16(text.bytes, 0, false));
        }
        break;
      case 'endbfrange':
        eachRange(operands, (from, to, start) => {
          entriesLeft -= writeTexts(texts, from, Math.min(to, from + entriesLeft - 1), start);
        });
        break;
      case 'def':
        if (operands.at(-2) === 'WMode') isVertical = operands.at(-1) === 1;
        break;
      default:
        break;
    }
    operands = [];
  }
  return { spaces, cids, texts, isVertical };
}

function eachRange(operands: readonly PdfValue[], visit: (from: number, to: number, start: PdfValue) => void): void {
  for (let i = 0; i + 2 < operands.length; i += 3) {
    const [from, to, start] = [operands[i], operands[i + 1], operands[i + 2]];
    if (from instanceof PdfString && to instanceof PdfString && start !== undefined)
      visit(codeOf(from), codeOf(to), start);
  }
}

/** Answers how many codes it wrote. */
function writeTexts(texts: Map<number, string>, from: number, to: number, start: PdfValue): number {
  if (Array.isArray(start)) {
    start.forEach((one, index) => {
      if (one instanceof PdfString && from + index <= to) texts.set(from + index, utf16(one.bytes, 0, false));
    });
    return start.length;
  }
  if (!(start instanceof PdfString)) return 0;
  const first = utf16(start.bytes, 0, false);
  const head = first.slice(0, -1);
  const last = first.charCodeAt(first.length - 1);
  for (let code = from; code <= to; code++) texts.set(code, head + String.fromCharCode(last + code - from));
  return Math.max(0, to - from + 1);
}

function codeOf({ bytes }: PdfString): number {
  let code = 0;
  for (const byte of bytes) code = code * 256 + byte;
  return code;
}
