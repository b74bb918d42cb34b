import { ascii, hex } from '../bytes.ts';
import type { PdfRef, PdfValue } from '../objects.ts';
import { NewStream } from './new-stream.ts';
import { dictText, valueText } from './serialise.ts';
import type { Fingerprint } from './xref-section.ts';

/**
 * Objects of a file that is being written, by what they say: what several pages bring, fonts and pictures, is in it once. What an object
 * leads to is written in its numbers, so that two are the same only where all that they lead to is.
 */
export class SharedObjects {
  private readonly known = new Map<string, PdfRef>();

  /** `fingerprint`: one that nobody can make another file for. */
  constructor(private readonly fingerprint: Fingerprint) {}

  /** Of an object with its references as they will be written. `kind`: what else it has to have in common. Throws Unwritable. */
  digestOf(value: PdfValue | NewStream, kind: string): string {
    if (!(value instanceof NewStream)) return this.textDigest(`${kind} ${valueText(value)}`);
    return this.textDigest(`${kind} ${dictText(value.dict)} stream ${hex(this.fingerprint(value.data))}`);
  }

  find(digest: string): PdfRef | undefined {
    return this.known.get(digest);
  }

  keep(digest: string, reference: PdfRef): void {
    this.known.set(digest, reference);
  }

  private textDigest(text: string): string {
    return hex(this.fingerprint(ascii(text)));
  }
}
