import { constants, createInflate } from 'node:zlib';
import type { PdfDocument } from '../../src-core/pdf/document.ts';
import type { ImageFacts } from '../../src-core/pdf/inspection/image-facts.ts';
import { countOf } from '../../src-core/pdf/objects.ts';
import type { PictureDamage } from '../../src-core/preflight/page-pixels.ts';
import { nodeInflate } from '../pdf-file.ts';
import { jpegDamage, knownJpegDamage } from './jpeg-damage.ts';
import { pictureBytes, type PictureBytes } from './picture-bytes.ts';

/** Whether the data of pictures reach to their end: renderers show what there is, and say nothing of the rest. */
export class PictureProof {
  private readonly known = new Map<ImageFacts, PictureDamage | null>();

  constructor(
    private readonly document: PdfDocument,
    private readonly signal?: AbortSignal,
  ) {}

  /**
   * What is wrong with the data of a picture or of its soft mask, for JPEGs and what Flate packs; null for sound ones, for other
   * formats, and where nothing could be asked. Rejects before it unpacks anything when the signal says so.
   */
  async damageOf(image: ImageFacts): Promise<PictureDamage | null> {
    const { softMask } = image;
    return (await this.ownDamage(image)) ?? (softMask === null ? null : await this.ownDamage(softMask));
  }

  private async ownDamage(image: ImageFacts): Promise<PictureDamage | null> {
    const known = this.known.get(image);
    if (known !== undefined) return known;
    this.signal?.throwIfAborted();
    // What a limit or the disk keeps from being read is no fault of the picture.
    const damage = await this.prove(image).catch(() => null);
    this.known.set(image, damage);
    return damage;
  }

  private async prove(image: ImageFacts): Promise<PictureDamage | null> {
    const codec = image.filters.at(-1);
    if (codec === 'DCTDecode') {
      // Most have been shown by now.
      const shown = knownJpegDamage(image);
      if (shown !== undefined) return shown;
    } else if (codec !== 'FlateDecode') return null;
    const data = pictureBytes(this.document, image);
    if (data === null) return null;
    if (data.isDamaged) return 'broken';
    if (codec === 'FlateDecode') return flateDamage(image, data);
    if (data.bytes.subarray(0, MOST_BEFORE_JPEG_BYTES).indexOf(FIRST_OF_JPEG) < 0) return 'broken';
    return jpegDamage(image, data.bytes);
  }
}

/** Renderers look for the begin of a JPEG behind what does not belong to it. */
const MOST_BEFORE_JPEG_BYTES = 1024;
const FIRST_OF_JPEG = 0xff;

const CHUNK_BYTES = 64 * 1024;
const SMALL_CHUNK_BYTES = 1024;

async function flateDamage(image: ImageFacts, { bytes, codec }: PictureBytes): Promise<PictureDamage | null> {
  const wanted = wantedBytes(image, codec);
  if (wanted === null) return null;
  const { madeBytes, fault } = await unpacked(bytes, wanted.most, CHUNK_BYTES);
  switch (fault) {
    case null:
      return madeBytes < wanted.least ? 'cut' : null;
    case 'checksum': {
      const whole = nodeInflate(bytes, wanted.most);
      if (whole.truncated) return null;
      if (whole.bytes.length < wanted.least) return 'cut';
      return whole.damaged ? 'changed' : null;
    }
    case 'data': {
      if (madeBytes + CHUNK_BYTES < wanted.least) return 'broken';
      // What was made since the last chunk was lost with the fault.
      const whole = await unpacked(bytes, wanted.most, SMALL_CHUNK_BYTES);
      return whole.madeBytes + SMALL_CHUNK_BYTES < wanted.least ? 'broken' : null;
    }
  }
}

/** How much has to come out for all rows but a part of the last, and for more than all; null where nobody can tell. */
function wantedBytes(image: ImageFacts, codec: PictureBytes['codec']): { least: number; most: number } | null {
  const { widthPx, heightPx, bitsPerComponent, colourSpace } = image;
  if (colourSpace === null || colourSpace.components === 0) return null;
  const rowBytes = Math.ceil((widthPx * colourSpace.components * bitsPerComponent) / 8);
  const wholeBytes = rowBytes * heightPx;
  const number = (key: string, otherwise: number) => countOf(codec?.parameters?.get(key)) || otherwise;
  const packedRow = Math.ceil((number('Columns', 1) * number('Colors', 1) * number('BitsPerComponent', 8)) / 8);
  // A PNG predictor writes a byte before every row (ISO 32000-1, 7.4.4.4).
  const times = number('Predictor', 1) >= FIRST_PNG_PREDICTOR ? (packedRow + 1) / packedRow : 1;
  return { least: (wholeBytes - rowBytes + 1) * times, most: wholeBytes * times + CHUNK_BYTES };
}

const FIRST_PNG_PREDICTOR = 10;

interface Unpacked {
  /** At least. Unpacking ends beyond the most that was asked for. */
  readonly madeBytes: number;
  readonly fault: 'checksum' | 'data' | null;
}

function unpacked(bytes: Uint8Array, most: number, chunkSize: number): Promise<Unpacked> {
  const inflate = createInflate({ chunkSize, finishFlush: constants.Z_SYNC_FLUSH });
  return new Promise((resolve) => {
    let madeBytes = 0;
    const end = (fault: Unpacked['fault']) => {
      inflate.destroy();
      resolve({ madeBytes, fault });
    };
    inflate.on('data', (chunk: Buffer) => {
      madeBytes += chunk.length;
      if (madeBytes > most) end(null);
    });
    inflate.on('end', () => end(null));
    inflate.on('error', ({ message }) => end(message === 'incorrect data check' ? 'checksum' : 'data'));
    inflate.end(bytes);
  });
}
