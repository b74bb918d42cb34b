import type { PdfDocument } from '../../document.ts';
import { LimitExceeded } from '../../limits.ts';
import { PdfStream, type PdfValue } from '../../objects.ts';
import type { SyntaxLog } from './syntax-log.ts';

const NOTHING = new Uint8Array(0);
/** Forms are drawn again and again; decoded ones are kept up to here. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
const SPACE = 0x0a;

/** Decodes content streams, forms being kept for their next use. */
export class ContentStreams {
  private readonly kept = new Map<number, Uint8Array>();
  private keptBytes = 0;

  constructor(private readonly document: PdfDocument) {}

  /** /Contents of a page: several streams are one, divided by white space (ISO 32000-1, 7.8.2). */
  ofPage(contents: PdfValue | undefined, syntax: SyntaxLog): Uint8Array {
    const { document } = this;
    const resolved = document.resolve(contents);
    const parts = (Array.isArray(resolved) ? resolved.map((one) => document.resolve(one)) : [resolved]).flatMap((part) =>
      part instanceof PdfStream ? [this.decode(part, syntax)] : [],
    );
    const [only] = parts;
    if (parts.length <= 1) return only ?? NOTHING;
    const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, 0)).fill(SPACE);
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length + 1;
    }
    return joined;
  }

  /** The stream of a form, a pattern, a glyph or an appearance. */
  ofForm(stream: PdfStream, syntax: SyntaxLog): Uint8Array {
    const known = this.kept.get(stream.objectNumber);
    if (known !== undefined) return known;
    const bytes = this.decode(stream, syntax);
    if (this.keptBytes + bytes.length > MAX_KEPT_BYTES) {
      this.kept.clear();
      this.keptBytes = 0;
    }
    this.kept.set(stream.objectNumber, bytes);
    this.keptBytes += bytes.length;
    return bytes;
  }

  private decode(stream: PdfStream, syntax: SyntaxLog): Uint8Array {
    const { document } = this;
    const wasDamaged = document.damage.countOf('streamDamaged');
    const wasLengthWrong = document.damage.countOf('streamLengthWrong');
    try {
      const bytes = document.decodedBytes(stream);
      if (document.damage.countOf('streamLengthWrong') > wasLengthWrong) syntax.note('streamLengthWrong', String(stream.objectNumber));
      if (bytes === undefined) {
        syntax.note('unknownFilter', filterName(document.resolve(stream.dict.get('Filter'))));
        return NOTHING;
      }
      if (document.damage.countOf('streamDamaged') > wasDamaged) syntax.note('streamDamaged', String(stream.objectNumber));
      return bytes;
    } catch (error) {
      if (!(error instanceof LimitExceeded) || error.reason !== 'tooLarge') throw error;
      syntax.note('streamDamaged', String(stream.objectNumber));
      return NOTHING;
    }
  }
}

function filterName(filter: PdfValue | undefined): string {
  if (Array.isArray(filter)) return filter.map((one) => (typeof one === 'string' ? one : '?')).join(' ');
  return typeof filter === 'string' ? filter : '';
}
