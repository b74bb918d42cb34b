import { sizeMmOf, toleranceMmOf, type Mm2 } from '../../../specs/book-geometry.ts';
import type { ReadFileCase } from '../../check.ts';
import { resolveThresholds } from '../../thresholds.ts';
import { otherBinding, otherPageCount, otherSpec, swapped } from './book-causes.ts';
import { cropped, otherBleed, rotated, sheetWithMarks, withoutWrap } from './page-causes.ts';
import { paper, scaled, unitSlip } from './scale-causes.ts';
import { isWithinBoth, type Recognise, type SizeCause, type WrongSize } from './wrong-size.ts';

/** Names the known mistake that explains both axes; null when none does. `index` is the page to explain, from 0. */
export function sizeCauseOf(file: ReadFileCase, sizes: readonly Mm2[], index: number): SizeCause | null {
  const size = sizes[index];
  const page = file.facts.pages[index];
  if (size === undefined || page === undefined) return null;
  const { spec, kind, pageCount } = file;
  const knownSizeMm = (file.thresholds ?? resolveThresholds()).of('knownSizeMm').value;
  const case_: WrongSize = {
    file,
    page,
    sizes,
    size,
    wanted: sizeMmOf(spec, kind, pageCount),
    fits: (other, as = kind) => isWithinBoth(size, other, toleranceMmOf(spec, as, file.contract)),
    isMeantAs: (other) => isWithinBoth(size, other, { widthMm: knownSizeMm, heightMm: knownSizeMm }),
    knownSizeMm,
  };
  if (case_.fits(case_.wanted)) return null;
  for (const recognise of kind === 'cover' ? COVER_CAUSES : CONTENTS_CAUSES) {
    const found = recognise(case_);
    if (found !== null) return found;
  }
  return null;
}

const COVER_CAUSES: readonly Recognise[] = [
  rotated,
  swapped,
  otherPageCount,
  cropped,
  sheetWithMarks,
  otherBleed,
  withoutWrap,
  otherSpec,
  paper,
  unitSlip,
  scaled,
];
const CONTENTS_CAUSES: readonly Recognise[] = [
  rotated,
  swapped,
  cropped,
  sheetWithMarks,
  otherBinding,
  otherSpec,
  otherBleed,
  paper,
  unitSlip,
  scaled,
];
