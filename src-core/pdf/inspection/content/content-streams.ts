import type { PdfDocument } from '../../document.ts';
import { LimitExceeded } from '../../limits.ts';
import { PdfRef, PdfStream, type PdfValue } from '../../objects.ts';
import type { SyntaxCode } from '../inspection.ts';
import type { SyntaxLog } from './syntax-log.ts';

const NOTHING = new Uint8Array(0);
/** Forms are drawn again and again; decoded ones are kept up to here. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** A page of the densest vector art has some ten megabytes of content. */
const MAX_CONTENT_BYTES = 64 * 1024 * 1024;
const LINE_END = 0x0a;
/** As the page dictionary calls what it refers to. A page without content says nothing, or null. */
const MISSING_CONTENT = 'Contents';

interface Decoded {
  readonly bytes: Uint8Array;
  /** What is wrong with it, to be told of every page that it is drawn on. */
  readonly fault: { readonly code: SyntaxCode; readonly subject: string } | null;
}

/** Decodes content streams, forms being kept for their next use. */
export class ContentStreams {
  private readonly kept = new Map<number, Decoded>();
  private keptBytes = 0;

  constructor(private readonly document: PdfDocument) {}

  /** /Contents of a page: several streams are one, divided by white space (ISO 32000-1, 7.8.2). */
  ofPage(contents: PdfValue | undefined, syntax: SyntaxLog): Uint8Array {
    const { document } = this;
    const resolved = document.resolve(contents);
    if (resolved instanceof PdfStream) return told(this.decode(resolved), syntax);
    if (!Array.isArray(resolved)) {
      if (contents instanceof PdfRef) syntax.note('missingResource', MISSING_CONTENT);
      return NOTHING;
    }
    const parts: Uint8Array[] = [];
    let length = 0;
    for (const item of resolved) {
      const part = document.resolve(item);
      if (!(part instanceof PdfStream)) {
        if (item instanceof PdfRef) syntax.note('missingResource', MISSING_CONTENT);
        continue;
      }
      const bytes = told(this.decode(part), syntax);
      if (length + bytes.length > MAX_CONTENT_BYTES) {
        syntax.note('streamDamaged', String(part.objectNumber));
        break;
      }
      parts.push(bytes);
      length += bytes.length + 1;
    }
    return parts.length === 1 ? (parts[0] ?? NOTHING) : joined(parts, length);
  }

  /** The stream of a form, a pattern, a glyph or an appearance. */
  ofForm(stream: PdfStream, syntax: SyntaxLog): Uint8Array {
    let decoded = this.kept.get(stream.objectNumber);
    if (decoded === undefined) {
      decoded = this.decode(stream);
      this.keep(stream.objectNumber, decoded);
    }
    return told(decoded, syntax);
  }

  private keep(objectNumber: number, decoded: Decoded): void {
    if (this.keptBytes + decoded.bytes.length > MAX_KEPT_BYTES) {
      this.kept.clear();
      this.keptBytes = 0;
    }
    this.kept.set(objectNumber, decoded);
    this.keptBytes += decoded.bytes.length;
  }

  private decode(stream: PdfStream): Decoded {
    const { document } = this;
    const subject = String(stream.objectNumber);
    const damaged = { code: 'streamDamaged', subject } as const;
    const damageBefore = document.damage.countOf('streamDamaged');
    const lengthsBefore = document.damage.countOf('streamLengthWrong');
    try {
      const bytes = document.decodedBytes(stream, MAX_CONTENT_BYTES);
      if (bytes === undefined) {
        return {
          bytes: NOTHING,
          fault: { code: 'unknownFilter', subject: filterName(document.resolve(stream.dict.get('Filter'))) },
        };
      }
      if (document.damage.countOf('streamDamaged') > damageBefore) return { bytes, fault: damaged };
      const isLengthWrong = document.damage.countOf('streamLengthWrong') > lengthsBefore;
      return { bytes, fault: isLengthWrong ? { code: 'streamLengthWrong', subject } : null };
    } catch (error) {
      if (!(error instanceof LimitExceeded) || error.reason !== 'tooLarge') throw error;
      return { bytes: NOTHING, fault: damaged };
    }
  }
}

function told({ bytes, fault }: Decoded, syntax: SyntaxLog): Uint8Array {
  if (fault !== null) syntax.note(fault.code, fault.subject);
  return bytes;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length).fill(LINE_END);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length + 1;
  }
  return whole;
}

function filterName(filter: PdfValue | undefined): string {
  if (Array.isArray(filter)) return filter.map((one) => (typeof one === 'string' ? one : '?')).join(' ');
  return typeof filter === 'string' ? filter : '';
}
