import type { PdfDocument } from '../../src-core/pdf/document.ts';
import type { ImageFacts } from '../../src-core/pdf/inspection/image-facts.ts';
import type { InspectedPage } from '../../src-core/pdf/inspection/inspection.ts';
import { PdfStream, isDict } from '../../src-core/pdf/objects.ts';
import type { PdfDict } from '../../src-core/pdf/objects.ts';
import { lastSectionOf } from '../../src-core/pdf/writing/last-section.ts';
import { withStreamsReplaced, type StreamReplacement } from '../../src-core/pdf/writing/streams-replaced.ts';
import type { ByteSource } from '../../src-core/ports.ts';
import { shownSizes, tellsAllSizes, type ShownSize } from '../../src-core/preflight/pixels/shown-sizes.ts';
import { fingerprint } from '../pdf-file.ts';
import { scaledJpeg } from './scaled-jpeg.ts';

/** What of the file's data another dictionary has to leave out: it says how they are encoded. */
const ENCODING_KEYS: readonly string[] = ['Filter', 'DecodeParms', 'Decode', 'Length', 'DL'];
/** Samples behind a file lie where none of them has to be: this many are as good as any. */
const MAX_SAMPLE_BYTES = 1024 * 1024 * 1024;
/** Pictures that are decoded at once. */
const IN_FLIGHT = 4;

/**
 * A sound file as it is with its photos at the size at which pages show them, for an engine that would decode them whole.
 * Nothing is written anywhere: the engine reads a file that is longer by what it is given instead.
 *
 * Before a page is drawn its pictures have to be prepared. An engine keeps what it has read: once it was handed a picture
 * that was not at hand (`isSpoilt`) it has to open the file anew.
 */
export class ScaledPictures {
  readonly source: ByteSource;
  isSpoilt = false;
  private readonly samples = new Map<number, Uint8Array>();
  /** What the engine has read to the end, and keeps. */
  private delivered = new Set<number>();
  private readonly failed = new Set<number>();

  private constructor(
    file: ByteSource,
    private readonly document: PdfDocument,
    private readonly sizes: ReadonlyMap<number, ShownSize>,
    sections: { readonly offset: number; readonly form: 'table' | 'stream' },
    replacements: ReadonlyMap<number, StreamReplacement>,
  ) {
    this.source = withStreamsReplaced(file, document, sections, replacements, fingerprint, (objectNumber, from, to) =>
      this.read(objectNumber, from, to),
    );
  }

  /** Null where no picture is shown smaller than it is. `file` is what `document` was opened from. */
  static of(
    file: ByteSource,
    document: PdfDocument,
    pages: readonly InspectedPage[],
    pxPerMm: number,
  ): ScaledPictures | null {
    const last = lastSectionOf(document);
    if (last === undefined || document.isEncrypted) return null;
    const sizes = new Map<number, ShownSize>();
    const replacements = new Map<number, StreamReplacement>();
    let sampleBytes = 0;
    for (const [objectNumber, size] of shownSizes(pages, pxPerMm)) {
      const dict = scaledDict(document, objectNumber, size);
      const lengthBytes = size.widthPx * size.heightPx * (size.image.jpeg?.components ?? 0);
      if (dict === null || sampleBytes + lengthBytes > MAX_SAMPLE_BYTES) continue;
      sampleBytes += lengthBytes;
      sizes.set(objectNumber, size);
      replacements.set(objectNumber, { dict, lengthBytes });
    }
    return sizes.size === 0 ? null : new ScaledPictures(file, document, sizes, last, replacements);
  }

  /** Decodes what the page shows. False for a page that has to be drawn from the file as it is. */
  async prepare(page: InspectedPage): Promise<boolean> {
    if (!tellsAllSizes(page)) return false;
    const wanted = [...this.picturesOf(page)];
    const missing = wanted.filter((objectNumber) => !this.delivered.has(objectNumber));
    for (let from = 0; from < missing.length; from += IN_FLIGHT)
      await Promise.all(missing.slice(from, from + IN_FLIGHT).map((objectNumber) => this.decode(objectNumber)));
    return wanted.every((objectNumber) => !this.failed.has(objectNumber));
  }

  /** The page is drawn: what it was drawn with is let go. */
  release(): void {
    this.samples.clear();
  }

  /** The engine has closed the file: it holds nothing any more. */
  startOver(): void {
    this.delivered = new Set();
    this.isSpoilt = false;
  }

  private *picturesOf({ objects }: InspectedPage): Iterable<number> {
    const seen = new Set<number | null>([null]);
    for (const object of objects) {
      if (object.kind !== 'image') continue;
      for (const objectNumber of [object.image.objectNumber, object.image.softMask?.objectNumber ?? null]) {
        if (seen.has(objectNumber)) continue;
        seen.add(objectNumber);
        if (objectNumber !== null && this.sizes.has(objectNumber)) yield objectNumber;
      }
    }
  }

  private async decode(objectNumber: number): Promise<void> {
    const { image, widthPx, heightPx } = this.sizes.get(objectNumber) as ShownSize;
    const decoded = await scaledJpeg(this.document, image, widthPx, heightPx).catch(() => null);
    if (decoded?.channels === image.jpeg?.components && decoded !== null) this.samples.set(objectNumber, decoded.data);
    else this.failed.add(objectNumber);
  }

  private read(objectNumber: number, from: number, to: number): Uint8Array | null {
    // The engine reads on beyond a dictionary in blocks of 512 bytes; who asks for all of the data draws with them.
    const isWhole = from === 0 && to === this.lengthOf(objectNumber);
    const samples = this.samples.get(objectNumber);
    if (samples === undefined) {
      this.isSpoilt ||= isWhole;
      return null;
    }
    if (isWhole) this.delivered.add(objectNumber);
    return samples.subarray(from, to);
  }

  private lengthOf(objectNumber: number): number {
    const { image, widthPx, heightPx } = this.sizes.get(objectNumber) as ShownSize;
    return widthPx * heightPx * (image.jpeg?.components ?? 0);
  }
}

/** Its dictionary for samples of that size; null when it cannot be told in one. */
function scaledDict(
  document: PdfDocument,
  objectNumber: number,
  { image, widthPx, heightPx }: ShownSize,
): PdfDict | null {
  const stream = document.fetch(objectNumber);
  if (!(stream instanceof PdfStream) || stream.dict.has('Matte') || hasMatte(document, image)) return null;
  const dict: PdfDict = new Map(stream.dict);
  for (const key of ENCODING_KEYS) dict.delete(key);
  return dict.set('Width', widthPx).set('Height', heightPx).set('BitsPerComponent', 8);
}

/** A picture that is mixed with a colour under its mask already: both have to be of one size (ISO 32000-1, 11.6.5.3). */
function hasMatte(document: PdfDocument, { softMask }: ImageFacts): boolean {
  if (softMask?.objectNumber === null || softMask === null) return false;
  const mask = document.fetch(softMask.objectNumber);
  return mask instanceof PdfStream && isDict(mask.dict) && mask.dict.has('Matte');
}
