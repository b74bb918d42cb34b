import { ascii, lastIndexOfBytes, startsWithAt } from '../bytes.ts';
import type { PdfDocument } from '../document.ts';
import { CHARACTER_CLASS } from '../lexer.ts';
import { countOf } from '../objects.ts';

/** The cross-reference section that a reader meets first, which the next one has to name as /Prev. */
export interface LastSection {
  readonly offset: number;
  /** A file goes on in the form it has: readers that know only tables would not see a stream (ISO 32000-1, 7.5.8.4). */
  readonly form: 'table' | 'stream';
}

const TAIL_BYTES = 32 * 1024;
const HEADING_BYTES = 64;
const STARTXREF = ascii('startxref');
const XREF = ascii('xref');

/** Where `startxref` leads in a file that was read without damage; undefined when it leads nowhere. */
export function lastSectionOf(document: PdfDocument): LastSection | undefined {
  const { reader } = document;
  const tailStart = Math.max(0, reader.size - TAIL_BYTES);
  const tail = reader.window(tailStart, reader.size - tailStart).bytes;
  const at = lastIndexOfBytes(tail, STARTXREF);
  const offset = at < 0 ? undefined : countOf(document.lexer(tail, at + STARTXREF.length).value());
  if (offset === undefined || offset >= reader.size) return undefined;
  const { start, bytes } = reader.window(offset, HEADING_BYTES);
  let from = offset - start;
  while (CHARACTER_CLASS[bytes[from] ?? 0x30] === 1) from++;
  return { offset, form: startsWithAt(bytes, from, XREF) ? 'table' : 'stream' };
}
