import { readFileSync } from 'node:fs';
import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { sizeMmOf, pdfPagesOf } from '../../src-core/specs/book-geometry.ts';
import { catalogueSchema } from '../../src-core/specs/catalogue.ts';
import { writeTemplatePdf } from './template-pdf.ts';

const { specs } = catalogueSchema.parse(JSON.parse(readFileSync('resources/catalogue/book-specs.json', 'utf8')));
const toMm = (points: number): number => (points * 25.4) / 72;

test.each(
  specs.flatMap((spec) => (['cover', 'contents'] as const).map((kind) => [spec.bookSpecUid, kind, spec] as const)),
)('a template of %s, %s, has the exact size and page count', async (_uid, kind, spec) => {
  const bytes = await writeTemplatePdf(spec, kind, spec.pageMin);
  const pdf = await PDFDocument.load(bytes);
  const size = sizeMmOf(spec, kind, spec.pageMin);
  expect(pdf.getPageCount()).toBe(pdfPagesOf(spec, kind, spec.pageMin));
  for (const page of pdf.getPages()) {
    expect(toMm(page.getWidth())).toBeCloseTo(size.widthMm, 3);
    expect(toMm(page.getHeight())).toBeCloseTo(size.heightMm, 3);
  }
});
