import type { PdfKind } from '../contract/books.ts';
import type { Mm2, SpecGeometry } from './book-geometry.ts';
import { guidesOf } from './guides.ts';

/** What somebody types into another program to export a file of the exact size. */
export interface ExportNumbers extends Mm2 {
  /** What lies beyond the trim: bleed, of a hard cover what is folded round the boards. */
  readonly edge: 'bleed' | 'wrap';
  readonly edgeMm: number;
}

/** The numbers of one PDF page of a book of so many pages. */
export function exportNumbersOf(spec: SpecGeometry, kind: PdfKind, pages: number): ExportNumbers {
  const { widthMm, heightMm, guides } = guidesOf(spec, kind, pages);
  const wrap = guides.find((guide) => guide.kind === 'wrap');
  const beyond = wrap ?? guides.find((guide) => guide.kind === 'bleed');
  return { widthMm, heightMm, edge: wrap === undefined ? 'bleed' : 'wrap', edgeMm: beyond?.valueMm ?? 0 };
}
