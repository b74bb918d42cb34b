import { boxSizeMm, visibleBox, type PageFacts, type PdfRectangle } from '../../../pdf/boxes.ts';
import type { Mm2 } from '../../../specs/book-geometry.ts';

const BOXES = [
  ['MediaBox', 'mediaBox'],
  ['CropBox', 'cropBox'],
  ['BleedBox', 'bleedBox'],
  ['TrimBox', 'trimBox'],
  ['ArtBox', 'artBox'],
] as const;

/**
 * Every box that a page states, with its size after Rotate and UserUnit and how far that is from the size asked for:
 * `MediaBox 243.0 × 248.0 mm (−6.0, −6.0)`. Box names and figures read the same in every language.
 */
export function boxTable(page: PageFacts, wanted: Mm2): string {
  const rows = BOXES.flatMap(([name, key]) => {
    const box = page[key];
    return box === null ? [] : [row(name, boxSizeMm(box, page), wanted)];
  });
  const visible = visibleBox(page);
  // The CropBox may stick out of the sheet; what is seen and measured is then neither of the two.
  if (visible !== null && visible !== page.mediaBox && !isSame(visible, page.cropBox))
    rows.push(row('MediaBox ∩ CropBox', boxSizeMm(visible, page), wanted));
  return rows.join(' · ');
}

const row = (name: string, { widthMm, heightMm }: Mm2, wanted: Mm2): string =>
  `${name} ${widthMm.toFixed(1)} × ${heightMm.toFixed(1)} mm (${signed(widthMm - wanted.widthMm)}, ${signed(heightMm - wanted.heightMm)})`;

function signed(valueMm: number): string {
  const tenths = Math.round(valueMm * 10) / 10;
  return tenths < 0 ? `−${(-tenths).toFixed(1)}` : tenths === 0 ? '0.0' : `+${tenths.toFixed(1)}`;
}

const isSame = (a: PdfRectangle, b: PdfRectangle | null): boolean =>
  b !== null && a.left === b.left && a.bottom === b.bottom && a.right === b.right && a.top === b.top;
