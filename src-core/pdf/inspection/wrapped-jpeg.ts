import type { PdfDocument } from '../document.ts';
import { decodeStage, filterStages } from '../filters.ts';
import { WORK } from '../limits.ts';
import type { PdfStream } from '../objects.ts';
import { WindowReader } from '../window-reader.ts';
import type { JpegFacts } from './image-facts.ts';
import { readJpegHeader } from './jpeg-header.ts';

/** Enough for the markers of most pictures, and a fraction of their data. */
const BEGIN_BYTES = 256 * 1024;
/** Deflate hardly makes a JPEG shorter: what unpacks to more is none. */
const MAX_UNWRAPPED_BYTES = 16 * BEGIN_BYTES;

/**
 * What the markers of a JPEG say that is written within other filters, as ReportLab writes all (ASCII85) and some programs do to
 * save a little (Flate). Null where it does not begin as a JPEG, or its markers go on behind the first 256 KB of the data. Its end is not
 * looked at.
 */
export function readWrappedJpeg(document: PdfDocument, stream: PdfStream, lengthBytes: number): JpegFacts | null {
  const { reader, budget } = document;
  const isCut = lengthBytes > BEGIN_BYTES;
  let bytes: Uint8Array = reader.readOnce(stream.dataOffset, Math.min(lengthBytes, BEGIN_BYTES));
  const stages = filterStages(stream.dict, (value) => document.resolve(value));
  for (const stage of stages.slice(0, -1)) {
    budget.spendWork(bytes.length * WORK.decodedByte, stream.dataOffset);
    const most = Math.min(MAX_UNWRAPPED_BYTES, budget.decodableBytes);
    const decoded = decodeStage(bytes, stage, document.inflate, most);
    if (decoded === undefined || decoded.isCut) return null;
    budget.spendWork(decoded.madeBytes * WORK.decodedByte, stream.dataOffset);
    bytes = decoded.bytes;
  }
  const begin = bytes;
  const source = {
    size: begin.length,
    read: (offset: number, length: number) => begin.subarray(offset, offset + length),
  };
  const facts = readJpegHeader(new WindowReader(source), 0, begin.length, () => {}, { isEndKnown: false });
  return isCut && facts?.damage === 'broken' ? null : facts;
}
