import type { WindowReader } from '../window-reader.ts';

const PIECE_BYTES = 512;
const NOTHING = new Uint8Array(0);

/** Bytes of the file by their place, read in small pieces where no window is at hand. */
export class FileBytes {
  private piece: Uint8Array = NOTHING;
  private start = 0;

  constructor(
    private readonly reader: WindowReader,
    readonly end: number,
  ) {}

  /** -1 behind the end. */
  at(place: number): number {
    if (place >= this.end) return -1;
    if (place < this.start || place >= this.start + this.piece.length) {
      const { start, bytes } = this.reader.surroundings(place, Math.min(PIECE_BYTES, this.end - place));
      this.piece = bytes;
      this.start = start;
    }
    return this.piece[place - this.start] ?? -1;
  }

  /** A number of two bytes, the higher first; negative behind the end. */
  wordAt(place: number): number {
    const high = this.at(place);
    return high * 256 + this.at(place + 1);
  }

  /** A number of four bytes, the highest first; negative behind the end. */
  longAt(place: number): number {
    const high = this.wordAt(place);
    const low = this.wordAt(place + 2);
    return high < 0 || low < 0 ? -1 : high * 65_536 + low;
  }

  /** Four letters; shorter behind the end. */
  tagAt(place: number): string {
    const codes = [0, 1, 2, 3].map((k) => this.at(place + k)).filter((code) => code >= 0);
    return String.fromCharCode(...codes);
  }
}
