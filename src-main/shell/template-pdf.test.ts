import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { sizeMmOf, pdfPagesOf } from '../../src-core/specs/book-geometry.ts';
import { pointsToMm } from '../../src-core/units.ts';
import { writeTemplatePdf } from './template-pdf.ts';
import { templateWordsOf } from './template-words.ts';
import { sayIn } from './texts.ts';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';

test.each(
  shippedSpecs.flatMap((spec) =>
    (['cover', 'contents'] as const).map((kind) => [spec.bookSpecUid, kind, spec] as const),
  ),
)('a template of %s, %s, has the exact size and page count', async (_uid, kind, spec) => {
  const words = templateWordsOf({ say: sayIn('ko'), language: 'ko' }, spec, kind, spec.pageMin);
  const bytes = await writeTemplatePdf(spec, kind, spec.pageMin, words);
  const pdf = await PDFDocument.load(bytes);
  const size = sizeMmOf(spec, kind, spec.pageMin);
  expect([pdf.getTitle(), pdf.getSubject()]).toEqual([words.title, words.told]);
  expect(pdf.getPageCount()).toBe(pdfPagesOf(spec, kind, spec.pageMin));
  for (const page of pdf.getPages()) {
    expect(pointsToMm(page.getWidth())).toBeCloseTo(size.widthMm, 3);
    expect(pointsToMm(page.getHeight())).toBeCloseTo(size.heightMm, 3);
  }
});
