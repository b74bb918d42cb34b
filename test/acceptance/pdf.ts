import { RawPdfWriter } from '../fixtures/pdf/raw-pdf.ts';

const points = (mm: number) => ((mm * 72) / 25.4).toFixed(4);

/** A small, sound PDF of equal pages. */
export const pdf = (pages: number, widthMm: number, heightMm: number): Uint8Array =>
  pdfOfSizes(Array.from({ length: pages }, () => [widthMm, heightMm]));

/** A small, sound PDF with a page of each size, in millimetres. */
export function pdfOfSizes(sizesMm: readonly (readonly [width: number, height: number])[]): Uint8Array {
  const writer = new RawPdfWriter();
  const kids = sizesMm.map((_, index) => `${index + 3} 0 R`).join(' ');
  writer
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, `<< /Type /Pages /Count ${sizesMm.length} /Kids [${kids}] >>`);
  for (const [index, [widthMm, heightMm]] of sizesMm.entries()) {
    writer.object(index + 3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(widthMm)} ${points(heightMm)}] >>`);
  }
  writer.table({ trailer: '/Root 1 0 R' });
  return writer.finish();
}

const CHUNK_BYTES = 1024 * 1024;
const FILLER_MARK = '<filler>';

export interface GeneratedFile {
  readonly sizeBytes: number;
  /** The bytes, made anew each time and never all at once. */
  chunks(): Generator<Uint8Array>;
}

/** A sound PDF of one page that carries so many bytes of ballast in a stream. */
export function bigPdf(widthMm: number, heightMm: number, ballastBytes: number): GeneratedFile {
  const writer = new RawPdfWriter();
  writer.object(1, '<< /Type /Catalog /Pages 2 0 R >>').object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>');
  writer.object(
    3,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(widthMm)} ${points(heightMm)}] /Contents 4 0 R >>`,
  );
  writer.object(4, `<< /Length ${ballastBytes} >>\nstream\n${FILLER_MARK}\nendstream`);
  // What follows lies behind the ballast, which is only put in while the file is sent.
  writer.position += ballastBytes - FILLER_MARK.length;
  writer.table({ trailer: '/Root 1 0 R' });
  const frame = Buffer.from(writer.finish());
  const cut = frame.indexOf(FILLER_MARK);
  return {
    sizeBytes: frame.length - FILLER_MARK.length + ballastBytes,
    *chunks() {
      yield frame.subarray(0, cut);
      for (let sent = 0, block = 0; sent < ballastBytes; sent += CHUNK_BYTES, block += 1) {
        const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, ballastBytes - sent), `block ${block} `);
        yield chunk;
      }
      yield frame.subarray(cut + FILLER_MARK.length);
    },
  };
}

export function fileForm(bytes: Uint8Array, name = 'book.pdf'): FormData {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }));
  return form;
}
