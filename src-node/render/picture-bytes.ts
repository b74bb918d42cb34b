import type { PdfDocument } from '../../src-core/pdf/document.ts';
import { decodeStage, filterStages, type FilterStage } from '../../src-core/pdf/filters.ts';
import type { ImageFacts } from '../../src-core/pdf/inspection/image-facts.ts';
import { PdfStream } from '../../src-core/pdf/objects.ts';
import { nodeInflate } from '../pdf-file.ts';

/** The data of a picture as its codec takes them. */
export interface PictureBytes {
  readonly bytes: Uint8Array;
  /** With its parameters; null for samples that are not encoded. */
  readonly codec: FilterStage | null;
  /** Something around the codec could not be undone to its end. */
  readonly isDamaged: boolean;
}

/** What is written around a codec makes data a quarter longer, or hardly shorter: more is nobody's picture. */
const MAX_UNWRAPPED_BYTES = 1024 * 1024 * 1024;

/**
 * The data of a picture with all but its last filter undone, decrypted. Null for an inline one, for what is no stream, and for
 * what cannot be decrypted or is written in filters that nobody knows.
 */
export function pictureBytes(document: PdfDocument, { objectNumber }: ImageFacts): PictureBytes | null {
  const stream = objectNumber === null ? null : document.fetch(objectNumber);
  if (!(stream instanceof PdfStream)) return null;
  const encoded = document.encodedBytes(stream);
  let bytes =
    document.decryptStream === undefined
      ? encoded.slice()
      : document.decryptStream(encoded, stream.objectNumber, stream.generation);
  const stages = filterStages(stream.dict, (value) => document.resolve(value));
  let isDamaged = false;
  for (const stage of stages.slice(0, -1)) {
    const decoded = bytes === undefined ? undefined : decodeStage(bytes, stage, nodeInflate, MAX_UNWRAPPED_BYTES);
    if (decoded === undefined || decoded.isCut) return null;
    isDamaged ||= decoded.isDamaged;
    bytes = decoded.bytes;
  }
  return bytes === undefined ? null : { bytes, codec: stages.at(-1) ?? null, isDamaged };
}
