import type { PdfDocument } from '../document.ts';
import { LimitExceeded } from '../limits.ts';
import { PdfRef, PdfStream, PdfString, isDict, type PdfValue } from '../objects.ts';
import { ENTRY } from '../xref-table.ts';
import { textOfBytes } from './text-strings.ts';

/** Longer ones are cut: names and titles are shown, not processed. */
const MAX_TEXT_CHARS = 500;

/**
 * A text string as people read it; null for what is none or cannot be decrypted. `holder` is the object that it stands
 * in: the strings of an encrypted file are encrypted with its number, except those in object streams (ISO 32000-1, 7.6.1).
 */
export function readText(
  document: PdfDocument,
  value: PdfValue | undefined,
  holder: PdfRef | undefined,
): string | null {
  const string = document.resolve(value);
  if (!(string instanceof PdfString)) return null;
  const bytes = plainBytes(document, string, value instanceof PdfRef ? value : holder);
  return bytes === undefined ? null : textOfBytes(bytes).slice(0, MAX_TEXT_CHARS);
}

function plainBytes(document: PdfDocument, { bytes }: PdfString, holder: PdfRef | undefined): Uint8Array | undefined {
  if (document.decryptStream === undefined) return bytes;
  if (holder === undefined) return undefined;
  if (document.xref.kind(holder.objectNumber) === ENTRY.inObjectStream) return bytes;
  return areStringsAsStreams(document)
    ? document.decryptStream(bytes, holder.objectNumber, holder.generation)
    : undefined;
}

/** Strings and streams may have crypt filters of their own (7.6.5); only a shared one can be undone here. */
function areStringsAsStreams(document: PdfDocument): boolean {
  const encryption = document.resolve(document.trailer.get('Encrypt'));
  return isDict(encryption) && document.resolve(encryption.get('StmF')) === document.resolve(encryption.get('StrF'));
}

/** The decoded bytes of a stream that matters little: undefined when it does not decode or is larger than `maxBytes`. */
export function smallStream(
  document: PdfDocument,
  value: PdfValue | undefined,
  maxBytes: number,
): Uint8Array | undefined {
  const stream = document.resolve(value);
  if (!(stream instanceof PdfStream)) return undefined;
  try {
    return document.decodedBytes(stream, maxBytes);
  } catch (error) {
    if (error instanceof LimitExceeded && error.reason === 'tooLarge') return undefined;
    throw error;
  }
}
