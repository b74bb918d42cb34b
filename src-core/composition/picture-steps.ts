import type { BookRules } from './book-rules.ts';
import { AS_THEY_ARE, exportedWith, PRINTED_PPI, type PictureChoices, type Reduction } from './embedded-parts.ts';
import { expectedBytes } from './expected-bytes.ts';
import type { Sketches } from './sketch.ts';

/** For a file that becomes larger than the service takes (LIMITS.pdfMaxBytes): below what printers warn of nothing is reduced. */
const FURTHER: readonly Reduction[] = [
  { toPpi: 300, fromPpi: 300 },
  { toPpi: 200, fromPpi: 200 },
];
/** What is expected to be larger than this is not tried, so that a book is painted once. */
const EXPECTED_MAX_BYTES = 450e6;
/** Of a picture whose file's size is not known: cameras pack 24 megapixels in 11 MB at most. */
const CAMERA_BYTES_A_PIXEL = 0.45;

/** How pictures go into a file with these pages, from the best way to the last resort. */
export function pictureSteps(rules: BookRules, sketches: Sketches): readonly PictureChoices[] {
  if (rules < 4) {
    const reductions = [null, { toPpi: 450, fromPpi: 450 }, ...FURTHER];
    return reductions.map((reduction) => ({ ...AS_THEY_ARE, reduction }));
  }
  const best = exportedWith(PRINTED_PPI, 'kept');
  const further = FURTHER.map((reduction) => ({ ...best, reduction }));
  const expected = expectedBytes(sketches, best, ({ widthPx, heightPx }) => ({
    sizeBytes: widthPx * heightPx * CAMERA_BYTES_A_PIXEL,
    isPng: false,
    hasOwnColours: false,
  }));
  return expected > EXPECTED_MAX_BYTES ? further : [best, ...further];
}
