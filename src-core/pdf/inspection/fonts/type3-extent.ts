import type { PdfDocument } from '../../document.ts';
import type { PdfDict } from '../../objects.ts';
import { smallStream } from '../document-text.ts';
import type { Matrix } from '../geometry.ts';

const MAX_PROC_BYTES = 1024 * 1024;
const MAX_PROCS = 64;
/** `wx wy llx lly urx ury d1` opens the procedure of a glyph that is painted in the colour of the text (ISO 32000-1, 9.6.5). */
const BOX = /^\s*(?:[-+\d.]+\s+){3}([-+\d.]+)\s+[-+\d.]+\s+([-+\d.]+)\s+d1\b/;
const BOX_BYTES = 128;
/** A font whose letters are that high, for a size of 1, means its size as other fonts do. */
const ENOUGH_BOXES = 4;
const USUAL_HEIGHT = { least: 0.25, most: 2.5 } as const;

/**
 * How far the glyphs of a Type 3 font reach below and above the baseline, in text space for a size of 1, where that is not what
 * its size says: converters draw letters as pictures of the printer's pixels, with a size that means a pixel. Null for a font whose
 * size is one, or whose glyphs do not tell.
 */
export function unusualExtent(
  document: PdfDocument,
  procs: PdfDict,
  [, , , d]: Matrix,
): readonly [low: number, high: number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let boxes = 0;
  for (const proc of [...procs.values()].slice(0, MAX_PROCS)) {
    const bytes = smallStream(document, proc, MAX_PROC_BYTES);
    const [, lower, upper] = BOX.exec(String.fromCharCode(...(bytes?.subarray(0, BOX_BYTES) ?? []))) ?? [];
    const [y0, y1] = [Number(lower) * d, Number(upper) * d];
    if (!(Math.abs(y1 - y0) > 0)) continue;
    boxes++;
    low = Math.min(low, y0, y1);
    high = Math.max(high, y0, y1);
  }
  const height = high - low;
  // Of which only a dash is used may be a font like others.
  const isLow = height < USUAL_HEIGHT.least && boxes >= ENOUGH_BOXES;
  const isUsual = !isLow && height <= USUAL_HEIGHT.most;
  return Number.isFinite(height) && !isUsual ? [low, high] : null;
}
