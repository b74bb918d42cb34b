import { CHARACTER_CLASS } from '../pdf/lexer.ts';
import { PdfKeyword, type PdfValue } from '../pdf/objects.ts';
import type { PdfDocument } from '../pdf/document.ts';

/** One operator of a content stream with its operands, and where it stands: from its first operand to behind its name. */
export interface ContentOperator {
  readonly name: string;
  readonly operands: readonly PdfValue[];
  readonly start: number;
  readonly end: number;
}

const WHITE_SPACE = 1;
const E = 0x45;
const I = 0x49;
/** What follows an inline image is content again: so many plain characters tell. */
const PLAUSIBLE_BYTES = 12;

/** The operators of a page's content in order. Ends early where an inline image does not end. */
export function* operatorsIn(bytes: Uint8Array, document: PdfDocument): Generator<ContentOperator, boolean> {
  const lexer = document.lexer(bytes, 0);
  let operands: PdfValue[] = [];
  let start = -1;
  while (lexer.skipSpace()) {
    if (start < 0) start = lexer.position;
    const value = lexer.value();
    if (value === undefined) return false;
    if (!(value instanceof PdfKeyword)) {
      operands.push(value);
      continue;
    }
    if (value.text === 'ID') {
      const end = endOfInlineImage(bytes, lexer.position + 1);
      if (end < 0) return false;
      lexer.position = end;
    }
    yield { name: value.text, operands, start, end: lexer.position };
    operands = [];
    start = -1;
  }
  return true;
}

/** Behind the EI that ends picture data: between white space, with plain content after it; -1 when there is none. */
function endOfInlineImage(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== E || bytes[at + 1] !== I || CHARACTER_CLASS[bytes[at - 1] ?? 0] !== WHITE_SPACE) continue;
    const after = bytes.subarray(at + 2, at + 2 + PLAUSIBLE_BYTES);
    const isSeparate = after.length === 0 || CHARACTER_CLASS[after[0] as number] === WHITE_SPACE;
    if (isSeparate && after.every((code) => code < 0x7f && (code >= 0x20 || CHARACTER_CLASS[code] === WHITE_SPACE)))
      return at + 2;
  }
  return -1;
}
