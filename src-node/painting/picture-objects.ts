import { createHash } from 'node:crypto';
import { PDFName, type PDFContext, type PDFDict, type PDFObject, type PDFRef } from 'pdf-lib';
import { PLACED_PAGE, type BoundPicture } from '../../src-core/composition/bound-values.ts';
import {
  WHOLE,
  type PictureChoices,
  type PicturePart,
  type WrittenAnew,
} from '../../src-core/composition/embedded-parts.ts';
import {
  hasOwnColours,
  isLargeOpaquePng,
  reducedPicture,
  rewrittenPicture,
  type Rewritten,
} from '../render/rewritten-pictures.ts';
import {
  printPicture,
  srgbProfile,
  type Backdrop,
  type Orientation,
  type PackedSamples,
  type PrintPicture,
} from '../render/print-pictures.ts';
import type { PdfOutput } from './pdf-output.ts';
import type { PlacedPages } from './placed-pages.ts';

/** The bytes of a stored picture. Rejects when there are none. */
export type FetchPicture = (blobKey: string) => Promise<Uint8Array>;

/** A picture that lies in the file, to be placed as often as wanted. */
export interface EmbeddedPicture {
  readonly ref: PDFRef;
  readonly orientation: Orientation;
  /** What of it lies there, as it is seen upright. */
  readonly part: PicturePart;
}

/** How the pictures of a file go into it. */
export interface EmbeddingPlan {
  readonly anew: ReadonlyMap<string, WrittenAnew>;
  readonly choices: PictureChoices;
  /** A page of a PDF as a picture, so many pixels long. */
  readonly drawPage?: (blobKey: string, longSidePx: number) => Promise<Uint8Array>;
  /** Told of every picture with bytes that show all of it, as they go into the file where those do. */
  readonly onPicture?: (blobKey: string, bytes: Uint8Array) => Promise<void>;
}

/**
 * The pictures of one document, each written once however often it is placed, with their colour profile. One picture at a
 * time is in memory.
 */
export class PictureObjects {
  private readonly embedded = new Map<string, EmbeddedPicture>();
  private readonly profiles = new Map<string, PDFRef>();

  constructor(
    private readonly context: PDFContext,
    private readonly output: PdfOutput,
    private readonly fetch: FetchPicture,
    private readonly plan: EmbeddingPlan,
    private readonly pages: PlacedPages,
  ) {}

  /** `backdrop` is what a see-through picture is laid on. */
  async embed(placed: BoundPicture, backdrop: Backdrop): Promise<EmbeddedPicture> {
    const { blobKey } = placed;
    const ground = backdrop === null ? 'any' : `${backdrop.red} ${backdrop.green} ${backdrop.blue}`;
    const known = this.embedded.get(blobKey) ?? this.embedded.get(`${blobKey} on ${ground}`);
    if (known !== undefined) return known;
    if (placed.mimeType === PLACED_PAGE && this.plan.choices.pages === 'kept') {
      const ref = await this.pages.embed(await this.fetch(blobKey));
      const page: EmbeddedPicture = { ref, orientation: 1, part: WHOLE };
      this.embedded.set(blobKey, page);
      return page;
    }
    const { bytes, part } = await this.prepared(placed);
    const picture = await printPicture(bytes, backdrop);
    const embedded = { ref: await this.write(picture), orientation: picture.orientation, part };
    // Only what was see-through depends on what it lies on.
    this.embedded.set(
      picture.samples.kind === 'packed' && picture.samples.dependsOnBackdrop ? `${blobKey} on ${ground}` : blobKey,
      embedded,
    );
    return embedded;
  }

  /** The bytes that go in, and what of the picture they show. */
  private async prepared({ blobKey, mimeType, widthPx, heightPx }: BoundPicture): Promise<Rewritten> {
    const bytes = await this.fetch(blobKey);
    const anew = this.plan.anew.get(blobKey);
    const longSidePx = anew?.longSidePx ?? null;
    if (mimeType === PLACED_PAGE && this.plan.drawPage !== undefined)
      return { bytes: await this.plan.drawPage(blobKey, longSidePx ?? Math.max(widthPx, heightPx)), part: WHOLE };
    const scale = longSidePx === null ? 1 : longSidePx / Math.max(widthPx, heightPx);
    const made = await this.madeOf(bytes, anew?.part ?? WHOLE, longSidePx, scale);
    await this.plan.onPicture?.(blobKey, made.part.width * made.part.height === 1 ? made.bytes : bytes);
    return made;
  }

  private async madeOf(
    bytes: Uint8Array,
    part: PicturePart,
    longSidePx: number | null,
    scale: number,
  ): Promise<Rewritten> {
    const { hidden, largePngs, colours } = this.plan.choices;
    if (hidden === 'kept')
      return { bytes: longSidePx === null ? bytes : await reducedPicture(bytes, longSidePx), part: WHOLE };
    const isTranslated = colours === 'sRGB' && (await hasOwnColours(bytes));
    const isPacked = largePngs === 'jpeg' && (await isLargeOpaquePng(bytes));
    if (part === WHOLE && scale === 1 && !isTranslated && !isPacked) return { bytes, part: WHOLE };
    const made = await rewrittenPicture(bytes, {
      part,
      scale,
      colours: isTranslated ? 'sRGB' : 'kept',
      format: isPacked ? 'jpeg' : 'own',
    });
    // Packed hard by its camera, a JPEG can weigh less with all its pixels. What is no JPEG does not go in as its file is packed.
    const isHeavier = isJpeg(bytes) && made.bytes.length >= bytes.length;
    return isHeavier && !isTranslated ? { bytes, part: WHOLE } : made;
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

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8;
