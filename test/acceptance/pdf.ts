import { RawPdfWriter } from '../fixtures/pdf/raw-pdf.ts';

const points = (mm: number) => ((mm * 72) / 25.4).toFixed(4);

/** A small, sound PDF of equal pages. */
export function pdf(pages: number, widthMm: number, heightMm: number): Uint8Array {
  const writer = new RawPdfWriter();
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  writer.object(1, '<< /Type /Catalog /Pages 2 0 R >>').object(2, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`);
  for (let index = 0; index < pages; index += 1) {
    writer.object(index + 3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(widthMm)} ${points(heightMm)}] >>`);
  }
  writer.table({ trailer: '/Root 1 0 R' });
  return writer.finish();
}

export function fileForm(bytes: Uint8Array, name = 'book.pdf'): FormData {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }));
  return form;
}
