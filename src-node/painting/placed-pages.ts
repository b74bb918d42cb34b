import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFName, PDFRef, type PDFContext, type PDFDict } from 'pdf-lib';
import { ascii, indexOfBytes } from '../../src-core/pdf/bytes.ts';
import { openPdf } from '../../src-core/pdf/opened-pdf.ts';
import { ContentUnreadable } from '../../src-core/pdf/content-streams.ts';
import { pageAsForm } from '../../src-core/pdf/writing/page-as-form.ts';
import { Output } from '../../src-core/pdf/writing/output.ts';
import { SharedObjects } from '../../src-core/pdf/writing/shared-objects.ts';
import { sourceOf } from '../bytes-source.ts';
import { nodePdfTools } from '../pdf-file.ts';
import type { PdfOutput } from './pdf-output.ts';

/**
 * Pages of PDFs that a book shows, as they were drawn: letters stay letters, inks stay inks. Each file has one page and is not encrypted
 * (`lookAtPdfPage`). Their objects go out at once, so that one page at a time is in memory; what several of them bring goes out once.
 */
export class PlacedPages {
  /** Whether each prints, by the number of its object. */
  private readonly layers = new Map<number, boolean>();
  private readonly shared = new SharedObjects((bytes) => createHash('sha256').update(bytes).digest());

  constructor(
    private readonly context: PDFContext,
    private readonly output: PdfOutput,
  ) {}

  /** Answers what paints the page over one unit each way, as a picture has it. Throws ContentUnreadable, LimitExceeded, ReadFailed. */
  async embed(bytes: Uint8Array): Promise<PDFRef> {
    const result = openPdf(sourceOf(bytes), nodePdfTools);
    if (result.status === 'unreadable') throw new ContentUnreadable();
    const { form, objects, layers } = pageAsForm(result.opened, {
      newNumber: () => this.context.nextRef().objectNumber,
      deflate: (content) => new Uint8Array(deflateSync(content)),
      shared: this.shared,
      blends: mayBlend(bytes),
    });
    for (const [{ objectNumber }, value] of objects) {
      const output = new Output(0);
      output.object(objectNumber, 0, value);
      await this.output.writeAsIs(PDFRef.of(objectNumber), output.pieceByPiece());
    }
    for (const { layer, isPrinted } of layers()) this.layers.set(layer.objectNumber, isPrinted);
    return PDFRef.of(form.objectNumber);
  }

  /** What lies on layers that do not print is not seen in the book either (ISO 32000-1, 8.11.4). */
  describe(catalogue: PDFDict): void {
    if (this.layers.size === 0) return;
    const all = [...this.layers.keys()].map((layer) => PDFRef.of(layer));
    const off = [...this.layers].flatMap(([layer, isPrinted]) => (isPrinted ? [] : [PDFRef.of(layer)]));
    catalogue.set(PDFName.of('OCProperties'), this.context.obj({ OCGs: all, D: { OFF: off, Order: [] } }));
  }
}

/** Whether a page in a file of its own names a blend mode: no dictionary of it stands in a packed object (`pageAlone`). */
const mayBlend = (bytes: Uint8Array): boolean => indexOfBytes(bytes, BLEND_MODE) >= 0;
const BLEND_MODE = ascii('/BM');
