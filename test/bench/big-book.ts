import { closeSync, openSync, writeSync } from 'node:fs';
import { seededRandom } from '../fixtures/pdf/seeded-random.ts';

const RANDOM_BLOCK_BYTES = 8 * 1024 * 1024;
const PAGES_PER_NODE = 10;

/** A block of bytes that do not compress, as the bytes of a JPEG do not. */
export function randomBlock(): Uint8Array {
  const random = seededRandom(1);
  const block = new Uint8Array(RANDOM_BLOCK_BYTES);
  for (let i = 0; i < block.length; i++) block[i] = Math.floor(random() * 256);
  return block;
}

/**
 * Writes a photo book of about `sizeBytes`: one full-bleed picture a page, a tree of two levels, the page dictionaries
 * scattered between the pictures. It is the layout that costs a positional reader most.
 */
export function writeBigBook(path: string, pages: number, sizeBytes: number, block: Uint8Array): void {
  const writer = new BookWriter(path);
  const perPicture = Math.max(64, Math.floor((sizeBytes - pages * 700) / pages));
  const nodes = Math.ceil(pages / PAGES_PER_NODE);
  const nodeNumber = (index: number) => 3 + index;
  const pageNumber = (index: number) => 3 + nodes + index * 3;
  const range = (from: number, count: number, numberOf: (index: number) => number) =>
    Array.from({ length: count }, (_, i) => `${numberOf(from + i)} 0 R`).join(' ');
  writer.object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  writer.object(
    2,
    `<< /Type /Pages /Count ${pages} /MediaBox [0 0 867.402 867.402] /Kids [${range(0, nodes, nodeNumber)}] >>`,
  );
  for (let node = 0; node < nodes; node++) {
    const first = node * PAGES_PER_NODE;
    const count = Math.min(PAGES_PER_NODE, pages - first);
    writer.object(
      nodeNumber(node),
      `<< /Type /Pages /Parent 2 0 R /Count ${count} /Kids [${range(first, count, pageNumber)}] >>`,
    );
    for (let index = first; index < first + count; index++) {
      const page = pageNumber(index);
      writer.object(
        page,
        `<< /Type /Page /Parent ${nodeNumber(node)} 0 R /TrimBox [8.504 8.504 858.898 858.898] /BleedBox [0 0 867.402 867.402] ` +
          `/Resources << /ProcSet [/PDF /ImageC] /XObject << /Im0 ${page + 2} 0 R >> >> /Contents ${page + 1} 0 R >>`,
      );
      writer.stream(page + 1, '', [Buffer.from('q\n867.402 0 0 867.402 0 0 cm\n/Im0 Do\nQ')]);
      writer.stream(page + 2, IMAGE, slicesOf(block, index, perPicture));
    }
  }
  writer.finish();
}

const IMAGE =
  '/Type /XObject /Subtype /Image /Width 3614 /Height 3614 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode';

/** `length` bytes from the block, starting elsewhere for every picture. */
export function slicesOf(block: Uint8Array, index: number, length: number): Uint8Array[] {
  const slices: Uint8Array[] = [];
  let at = (index * 104_729) % block.length;
  for (let left = length; left > 0; at = 0) {
    const slice = block.subarray(at, Math.min(block.length, at + left));
    slices.push(slice);
    left -= slice.length;
  }
  return slices;
}

/** Writes a PDF object by object, without holding it. */
export class BookWriter {
  private readonly fd: number;
  private readonly offsets: number[] = [];
  private position = 0;
  /** Small pieces are gathered, so that writing a thousand objects is not a thousand writes. */
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;

  constructor(path: string) {
    this.fd = openSync(path, 'w');
    this.text('%PDF-1.6\n%\u00e2\u00e3\u00cf\u00d3\n');
  }

  object(objectNumber: number, body: string): void {
    this.offsets[objectNumber] = this.position;
    this.text(`${objectNumber} 0 obj\n${body}\nendobj\n`);
  }

  /** Answers where its data begin. */
  stream(objectNumber: number, dict: string, data: readonly Uint8Array[]): number {
    this.offsets[objectNumber] = this.position;
    const length = data.reduce((sum, piece) => sum + piece.length, 0);
    this.text(`${objectNumber} 0 obj\n<< ${dict} /Length ${length} >>\nstream\n`);
    const start = this.position;
    for (const piece of data) this.bytes(piece);
    this.text('\nendstream\nendobj\n');
    return start;
  }

  finish(): void {
    const xref = this.position;
    const lines = this.offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.text(`xref\n0 ${this.offsets.length}\n0000000000 65535 f \n${lines.join('')}`);
    this.text(`trailer\n<< /Size ${this.offsets.length} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`);
    this.flush();
    closeSync(this.fd);
  }

  private text(text: string): void {
    this.bytes(Buffer.from(text, 'latin1'));
  }

  private bytes(bytes: Uint8Array): void {
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    this.position += bytes.length;
    if (this.pendingBytes > 4 * 1024 * 1024) this.flush();
  }

  private flush(): void {
    const whole = Buffer.concat(this.pending);
    for (let at = 0; at < whole.length; ) at += writeSync(this.fd, whole, at);
    this.pending = [];
    this.pendingBytes = 0;
  }
}
