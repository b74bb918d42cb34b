import { createHash } from 'node:crypto';
import { PDFHexString, PDFNumber, PDFName, type PDFContext, type PDFDict, type PDFObject, type PDFRef } from 'pdf-lib';

/** Takes the next bytes of a file; resolves when more may come. */
export type TakeBytes = (bytes: Uint8Array) => Promise<void>;

const HEADER = Buffer.from([...Buffer.from('%PDF-1.7\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]);
/** Small objects go out together. */
const GATHERED_BYTES = 64 * 1024;

/**
 * A PDF file that is written while it is made: pictures go out as they come, so that a book of two gigabytes of photos
 * needs the memory of one. Objects of the context that were not written by then follow at the end.
 */
export class PdfOutput {
  private readonly offsets = new Map<number, number>();
  private readonly hash = createHash('sha256');
  private gathered: Uint8Array[] = [HEADER];
  private gatheredBytes = HEADER.length;
  private position = HEADER.length;

  constructor(
    private readonly context: PDFContext,
    private readonly take: TakeBytes,
  ) {}

  /** Writes a stream object and keeps nothing of it. `/Length` is set here. */
  async writeStream(dict: PDFDict, content: Uint8Array): Promise<PDFRef> {
    const ref = this.context.nextRef();
    dict.set(PDFName.of('Length'), PDFNumber.of(content.length));
    this.begin(ref);
    this.add(bytesOf(dict));
    this.addText('\nstream\n');
    await this.flush();
    await this.put(content);
    this.addText('\nendstream\nendobj\n');
    return ref;
  }

  /** Writes an object as its bytes stand, its heading among them, and keeps nothing of it. `ref` is one of the context's. */
  async writeAsIs(ref: PDFRef, pieces: readonly Uint8Array[]): Promise<void> {
    this.offsets.set(ref.objectNumber, this.position);
    for (const piece of pieces) {
      if (piece.length < GATHERED_BYTES) this.add(piece);
      else {
        await this.flush();
        await this.put(piece);
      }
    }
    if (this.gatheredBytes >= GATHERED_BYTES) await this.flush();
  }

  /** Writes what is left, the table and the trailer. The identifier follows from the bytes: the same book is the same file. */
  async finish(): Promise<void> {
    for (const [ref, object] of this.context.enumerateIndirectObjects()) {
      this.begin(ref);
      this.add(bytesOf(object));
      this.addText('\nendobj\n');
      if (this.gatheredBytes >= GATHERED_BYTES) await this.flush();
    }
    await this.flush();
    const table = this.position;
    const size = this.context.largestObjectNumber + 1;
    const id = PDFHexString.of(this.hash.copy().digest('hex').slice(0, 32));
    const { Root, Info } = this.context.trailerInfo;
    const trailer = this.context.obj({ Size: size, Root, Info, ID: [id, id] });
    this.addText(`xref\n0 ${size}\n${this.entries(size)}trailer\n${trailer.toString()}\nstartxref\n${table}\n%%EOF\n`);
    await this.flush();
  }

  /** Every entry is 20 bytes long. A number that was given away and never used is free. */
  private entries(size: number): string {
    let text = '0000000000 65535 f \n';
    for (let number = 1; number < size; number++) {
      const offset = this.offsets.get(number);
      text += offset === undefined ? '0000000000 00000 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
    }
    return text;
  }

  private begin(ref: PDFRef): void {
    this.offsets.set(ref.objectNumber, this.position);
    this.addText(`${ref.objectNumber} ${ref.generationNumber} obj\n`);
  }

  private addText(text: string): void {
    this.add(Buffer.from(text, 'latin1'));
  }

  private add(bytes: Uint8Array): void {
    this.gathered.push(bytes);
    this.gatheredBytes += bytes.length;
    this.position += bytes.length;
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.concat(this.gathered);
    this.gathered = [];
    this.gatheredBytes = 0;
    this.hash.update(bytes);
    await this.take(bytes);
  }

  private async put(bytes: Uint8Array): Promise<void> {
    this.position += bytes.length;
    this.hash.update(bytes);
    await this.take(bytes);
  }
}

function bytesOf(object: PDFObject): Uint8Array {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes;
}
