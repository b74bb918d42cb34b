import { boxSizeMm, visibleSizeMm, type PageFacts } from '../../../pdf/boxes.ts';
import { sizeMmOf, toleranceMmOf } from '../../../specs/book-geometry.ts';
import { finding, mm, standardSource, type ReadFileCase, type ReadFileCheck } from '../../check.ts';
import { isWithin } from '../../marks/within.ts';

/** A CropBox smaller than the MediaBox: programs disagree on which of the two is the page (GWG 2022, R0003). */
export const cropDiffers: ReadFileCheck = {
  id: 'box.cropDiffers',
  rule: 'G-010',
  run: (file) => {
    const off = file.facts.pages.flatMap((page, index) => (cuts(page) ? [{ page, index }] : []));
    const [first] = off;
    if (first === undefined) return [];
    const { mediaBox, cropBox } = first.page;
    const sheet = mediaBox === null ? null : boxSizeMm(mediaBox, first.page);
    const crop = cropBox === null ? null : boxSizeMm(cropBox, first.page);
    return [
      finding(file.kind, {
        ruleId: 'box.cropDiffers',
        severity: 'error',
        pages: off.map(({ index }) => index + 1),
        measured: mm(crop?.widthMm ?? 0),
        allowed: mm(sheet?.widthMm ?? 0),
        params: {
          pages: off.length,
          widthMm: mm(crop?.widthMm ?? 0).value,
          heightMm: mm(crop?.heightMm ?? 0).value,
          sheetWidthMm: mm(sheet?.widthMm ?? 0).value,
          sheetHeightMm: mm(sheet?.heightMm ?? 0).value,
        },
        source: standardSource('GWG 2022, R0003'),
        box: 'crop',
        remedies: [{ key: 'findings.remedy.exportAgain' }],
        causeKey: cropCauseKey(file, first.page),
        fixes: isOfWantedSize(file, first.page, 'sheet') ? ['resetCropBox'] : ['cropToVisible'],
      }),
    ];
  },
};

/** The rounding that exporting programs do: repairs find nothing to do within it. */
const ROUNDING_PT = 0.01;

export function cuts({ cropBox, mediaBox }: PageFacts): boolean {
  if (cropBox === null || mediaBox === null) return false;
  return (
    cropBox.left - mediaBox.left > ROUNDING_PT ||
    cropBox.bottom - mediaBox.bottom > ROUNDING_PT ||
    mediaBox.right - cropBox.right > ROUNDING_PT ||
    mediaBox.top - cropBox.top > ROUNDING_PT
  );
}

/** A crop box that makes the size wrong is one thing to decide with that size (`size-cause.ts`). */
export function cropCauseKey(file: ReadFileCase, page: PageFacts): string {
  const makesItWrong = isOfWantedSize(file, page, 'sheet') && !isOfWantedSize(file, page, 'visible');
  return makesItWrong ? 'size.croppedTooSmall' : 'box.cropDiffers';
}

function isOfWantedSize(
  { spec, kind, pageCount, contract }: ReadFileCase,
  page: PageFacts,
  what: 'sheet' | 'visible',
): boolean {
  const size =
    what === 'visible' ? visibleSizeMm(page) : page.mediaBox === null ? null : boxSizeMm(page.mediaBox, page);
  const wanted = sizeMmOf(spec, kind, pageCount);
  const tolerance = toleranceMmOf(spec, kind, contract);
  return (
    size !== null &&
    isWithin(size.widthMm, wanted.widthMm, tolerance.widthMm) &&
    isWithin(size.heightMm, wanted.heightMm, tolerance.heightMm)
  );
}
