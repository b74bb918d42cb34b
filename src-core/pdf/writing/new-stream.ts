import type { PdfDict } from '../objects.ts';

/** A stream that is to be written: its dictionary without /Length, and its bytes as the dictionary's filters say. */
export class NewStream {
  constructor(
    readonly dict: PdfDict,
    readonly data: Uint8Array,
  ) {}
}
