import { ascii } from '../bytes.ts';
import type { PdfDocument } from '../document.ts';
import { ENTRY } from '../xref-table.ts';
import { Output } from './output.ts';
import { generationOf, trailerOf, writeSection, type Fingerprint, type SectionEntry } from './xref-section.ts';

/**
 * A cross-reference section that lists every object of a file whose first `lostBytes` are taken away, to be written
 * behind it. It names no older section, so that none is read again.
 */
export function wholeTable(document: PdfDocument, lostBytes: number, fingerprint: Fingerprint): Uint8Array {
  const { xref } = document;
  const entries = new Map<number, SectionEntry>([[0, 'free']]);
  const indexesIn = new Map<number, ReadonlyMap<number, number>>();
  for (let objectNumber = 1; objectNumber < xref.length; objectNumber++) {
    switch (xref.kind(objectNumber)) {
      case ENTRY.inFile:
        entries.set(objectNumber, {
          offset: xref.place(objectNumber) - lostBytes,
          generation: generationOf(document, objectNumber),
        });
        break;
      case ENTRY.inObjectStream: {
        const container = xref.place(objectNumber);
        let indexes = indexesIn.get(container);
        if (indexes === undefined) {
          indexes = new Map([...document.numbersInObjectStream(container)].map((packed, index) => [packed, index]));
          indexesIn.set(container, indexes);
        }
        entries.set(objectNumber, { container, index: indexes.get(objectNumber) ?? 0 });
        break;
      }
    }
  }
  const output = new Output(document.reader.size - lostBytes);
  output.text('\n');
  const trailer = trailerOf(document, fingerprint(ascii(`${document.reader.size} ${lostBytes}`)));
  writeSection(output, indexesIn.size > 0 ? 'stream' : 'table', entries, trailer, xref.length);
  return output.bytes();
}
