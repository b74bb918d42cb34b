import { createHash } from 'node:crypto';
import { PDFName, type PDFContext, type PDFDict, type PDFObject, type PDFRef } from 'pdf-lib';
import type { BoundPicture } from '../../src-core/composition/bound-values.ts';
import {
  printPicture,
  reducedPicture,
  srgbProfile,
  type Backdrop,
  type Orientation,
  type PackedSamples,
  type PrintPicture,
} from '../render/print-pictures.ts';
import type { PdfOutput } from './pdf-output.ts';

/** The bytes of a stored picture. Rejects when there are none. */
export type FetchPicture = (blobKey: string) => Promise<Uint8Array>;

/** A picture that lies in the file, to be placed as often as wanted. */
export interface EmbeddedPicture {
  readonly ref: PDFRef;
  readonly orientation: Orientation;
}

/**
 * The pictures of one document, each written once however often it is placed: JPEGs as they were taken in, with their
 * colour profile. One picture at a time is in memory.
 */
export class PictureObjects {
  private readonly embedded = new Map<string, EmbeddedPicture>();
  private readonly profiles = new Map<string, PDFRef>();

  constructor(
    private readonly context: PDFContext,
    private readonly output: PdfOutput,
    private readonly fetch: FetchPicture,
    /** How many pixels the longer side may have; null: as many as it has. */
    private readonly mostPxOf: (blobKey: string) => number | null,
  ) {}

  /** `backdrop` is what a see-through picture is laid on. */
  async embed({ blobKey, widthPx, heightPx }: BoundPicture, backdrop: Backdrop): Promise<EmbeddedPicture> {
    const ground = backdrop === null ? 'any' : `${backdrop.red} ${backdrop.green} ${backdrop.blue}`;
    const known = this.embedded.get(blobKey) ?? this.embedded.get(`${blobKey} on ${ground}`);
    if (known !== undefined) return known;
    const bytes = await this.fetch(blobKey);
    const mostPx = this.mostPxOf(blobKey);
    const picture = await printPicture(
      mostPx !== null && mostPx < Math.max(widthPx, heightPx) ? await reducedPicture(bytes, mostPx) : bytes,
      backdrop,
    );
    const embedded = { ref: await this.write(picture), orientation: picture.orientation };
    // Only what was see-through depends on what it lies on.
    this.embedded.set(
      picture.samples.kind === 'packed' && picture.samples.dependsOnBackdrop ? `${blobKey} on ${ground}` : blobKey,
      embedded,
    );
    return embedded;
  }

  private async write({ samples, profile }: PrintPicture): Promise<PDFRef> {
    const { widthPx, heightPx, channels } = samples;
    const dict = this.imageDict(widthPx, heightPx, await this.colourSpace(profile, channels));
    if (samples.kind === 'jpeg') {
      dict.set(PDFName.of('Filter'), PDFName.of('DCTDecode'));
      if (samples.isInverted) dict.set(PDFName.of('Decode'), this.context.obj([1, 0, 1, 0, 1, 0, 1, 0]));
      return this.output.writeStream(dict, samples.bytes);
    }
    if (samples.cover !== null) {
      const cover = this.packedDict(samples.cover, PDFName.of('DeviceGray'));
      dict.set(PDFName.of('SMask'), await this.output.writeStream(cover, samples.cover.packed));
    }
    return this.output.writeStream(this.withPredictor(dict, samples), samples.packed);
  }

  private imageDict(widthPx: number, heightPx: number, space: PDFObject): PDFDict {
    return this.context.obj({
      Type: 'XObject',
      Subtype: 'Image',
      Width: widthPx,
      Height: heightPx,
      BitsPerComponent: 8,
      ColorSpace: space,
    });
  }

  private packedDict(samples: PackedSamples, space: PDFObject): PDFDict {
    return this.withPredictor(this.imageDict(samples.widthPx, samples.heightPx, space), samples);
  }

  private withPredictor(dict: PDFDict, { widthPx, channels }: PackedSamples): PDFDict {
    dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
    dict.set(
      PDFName.of('DecodeParms'),
      this.context.obj({ Predictor: 15, Colors: channels, BitsPerComponent: 8, Columns: widthPx }),
    );
    return dict;
  }

  /** RGB without a profile is sRGB; grey and inks without one stay what the device makes of them. */
  private async colourSpace(profile: Uint8Array | null, channels: 1 | 3 | 4): Promise<PDFObject> {
    const device = PDFName.of(channels === 1 ? 'DeviceGray' : channels === 3 ? 'DeviceRGB' : 'DeviceCMYK');
    const bytes = profile ?? (channels === 3 ? await srgbProfile() : null);
    return bytes === null ? device : this.context.obj([PDFName.of('ICCBased'), this.profile(bytes, channels)]);
  }

  /** The same profile lies in the file once. */
  profile(bytes: Uint8Array, channels: 1 | 3 | 4): PDFRef {
    const key = createHash('sha256').update(bytes).digest('hex');
    const known = this.profiles.get(key);
    if (known !== undefined) return known;
    const ref = this.context.register(this.context.flateStream(bytes, { N: channels }));
    this.profiles.set(key, ref);
    return ref;
  }
}
