import type { ByteSource } from '../../ports.ts';
import { ascii } from '../bytes.ts';
import type { PdfDocument } from '../document.ts';
import { countOf } from '../objects.ts';
import type { PdfDict } from '../objects.ts';
import type { LastSection } from './last-section.ts';
import { Output } from './output.ts';
import { dictText } from './serialise.ts';
import { generationOf, trailerOf, writeSection, type Fingerprint, type SectionEntry } from './xref-section.ts';

/** A stream in place of another one of the file: its dictionary without /Length, and how long its data will be. */
export interface StreamReplacement {
  readonly dict: PdfDict;
  readonly lengthBytes: number;
}

/** What stands behind the file from `start` on: written text, or data that are asked for when they are read. */
type Piece =
  | { readonly start: number; readonly end: number; readonly text: Uint8Array }
  | { readonly start: number; readonly end: number; readonly objectNumber: number };

/** Bytes `from` to `to` of the data of an object; null when they are not at hand, which reads as zeros. */
export type DataOf = (objectNumber: number, from: number, to: number) => Uint8Array | null;

/**
 * A file that was read without damage as it is with some of its streams replaced, by one incremental update behind its end
 * (ISO 32000-1, 7.5.6). Nothing of it is held but the text between the streams: their data come from `dataOf` whenever a
 * part of them is read. Throws Unwritable.
 */
export function withStreamsReplaced(
  source: ByteSource,
  document: PdfDocument,
  last: LastSection,
  replacements: ReadonlyMap<number, StreamReplacement>,
  fingerprint: Fingerprint,
  dataOf: DataOf,
): ByteSource {
  const pieces = piecesBehind(document, last, replacements, fingerprint);
  const size = pieces.at(-1)?.end ?? source.size;
  return {
    size,
    read(offset, length) {
      const end = Math.min(offset + length, size);
      if (end <= source.size) return source.read(offset, Math.max(0, end - offset));
      const bytes = new Uint8Array(end - offset);
      if (offset < source.size) bytes.set(source.read(offset, source.size - offset));
      for (let index = pieceAt(pieces, Math.max(offset, source.size)); index < pieces.length; index++) {
        const piece = pieces[index] as Piece;
        if (piece.start >= end) break;
        const from = Math.max(offset, piece.start);
        const [within, upTo] = [from - piece.start, Math.min(end, piece.end) - piece.start];
        const data = 'text' in piece ? piece.text.subarray(within, upTo) : dataOf(piece.objectNumber, within, upTo);
        if (data !== null) bytes.set(data, from - offset);
      }
      return bytes;
    },
  };
}

function piecesBehind(
  document: PdfDocument,
  last: LastSection,
  replacements: ReadonlyMap<number, StreamReplacement>,
  fingerprint: Fingerprint,
): readonly Piece[] {
  const pieces: Piece[] = [];
  const entries = new Map<number, SectionEntry>();
  let position = document.reader.size;
  const write = (body: (output: Output) => void) => {
    const output = new Output(position);
    body(output);
    pieces.push({ start: position, end: output.position, text: output.bytes() });
    position = output.position;
  };
  // The file may end in `%%EOF` without an end of line.
  write((output) => output.text('\n'));
  for (const [objectNumber, { dict, lengthBytes }] of replacements) {
    const generation = generationOf(document, objectNumber);
    entries.set(objectNumber, { offset: position, generation });
    write((output) =>
      output.text(
        `${objectNumber} ${generation} obj\n${dictText(new Map([...dict, ['Length', lengthBytes]]))}\nstream\n`,
      ),
    );
    pieces.push({ start: position, end: position + lengthBytes, objectNumber });
    position += lengthBytes;
    write((output) => output.text('\nendstream\nendobj\n'));
  }
  const trailer = trailerOf(document, fingerprint(ascii(`${document.reader.size} ${position}`)));
  trailer.set('Prev', last.offset);
  const stated = countOf(document.resolve(document.trailer.get('Size'))) ?? 0;
  write((output) => writeSection(output, last.form, entries, trailer, Math.max(document.xref.length, stated)));
  return pieces;
}

/** Index of the piece that holds a file offset. */
function pieceAt(pieces: readonly Piece[], offset: number): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle] as Piece).end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
