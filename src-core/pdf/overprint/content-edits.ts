import { ascii, latin1 } from '../bytes.ts';

/** A place in a content stream, from its first byte to behind its last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Edit extends Span {
  readonly text: string;
}

/** Changes to one content stream, in the order of their places: what is put in between its operators or in the place of some. */
export class ContentEdits {
  private readonly edits: Edit[] = [];

  constructor(readonly bytes: Uint8Array) {}

  get isEmpty(): boolean {
    return this.edits.length === 0;
  }

  /** The same for streams that are changed in the same way. */
  get key(): string {
    return this.edits.map(({ from, to, text }) => `${from} ${to} ${text}`).join('\n');
  }

  /** What is written there, in Latin-1 characters. */
  textOf({ from, to }: Span): string {
    return latin1(this.bytes, from, to);
  }

  around({ from, to }: Span, before: string, after: string): void {
    this.edits.push({ from, to: from, text: `\n${before}\n` }, { from: to, to, text: `\n${after}\n` });
  }

  replace({ from, to }: Span, text: string): void {
    this.edits.push({ from, to, text: `\n${text}\n` });
  }

  applied(): Uint8Array {
    const pieces: Uint8Array[] = [];
    let at = 0;
    for (const { from, to, text } of this.edits) {
      pieces.push(this.bytes.subarray(at, from), ascii(text));
      at = to;
    }
    pieces.push(this.bytes.subarray(at));
    const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let end = 0;
    for (const piece of pieces) {
      all.set(piece, end);
      end += piece.length;
    }
    return all;
  }
}
