import { ascii } from '../bytes.ts';
import type { PdfDict, PdfValue } from '../objects.ts';
import { NewStream } from './new-stream.ts';
import { dictText, valueText } from './serialise.ts';

/** Bytes that will stand at a known place of a file, so that what is written knows where it is. */
export class Output {
  position: number;
  private readonly pieces: Uint8Array[] = [];

  constructor(private readonly start: number) {
    this.position = start;
  }

  text(text: string): void {
    this.push(ascii(text));
  }

  object(objectNumber: number, generation: number, value: PdfValue | NewStream): void {
    const heading = `${objectNumber} ${generation} obj\n`;
    if (!(value instanceof NewStream)) {
      this.text(`${heading}${valueText(value)}\nendobj\n`);
      return;
    }
    const dict: PdfDict = new Map([...value.dict, ['Length', value.data.length]]);
    this.text(`${heading}${dictText(dict)}\nstream\n`);
    this.push(value.data);
    this.text('\nendstream\nendobj\n');
  }

  /** In their order, as they were given: pictures of a hundred megabytes are not copied. */
  pieceByPiece(): readonly Uint8Array[] {
    return this.pieces;
  }

  bytes(): Uint8Array {
    const all = new Uint8Array(this.position - this.start);
    let at = 0;
    for (const piece of this.pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }

  push(piece: Uint8Array): void {
    this.pieces.push(piece);
    this.position += piece.length;
  }
}
