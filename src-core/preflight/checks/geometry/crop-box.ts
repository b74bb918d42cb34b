import type { PageFacts } from '../../../pdf/boxes.ts';
import { boxSizeMm } from '../../../pdf/boxes.ts';
import { sizeMmOf, toleranceMmOf } from '../../../specs/book-geometry.ts';
import { finding, mm, standardSource, type ReadFileCase, type ReadFileCheck } from '../../check.ts';
import type { FixName } from '../../finding.ts';
import { isWithin } from './within.ts';

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
        fixes: fixesFor(file, first.page),
      }),
    ];
  },
};

function cuts({ cropBox, mediaBox }: PageFacts): boolean {
  if (cropBox === null || mediaBox === null) return false;
  return cropBox.left > mediaBox.left || cropBox.bottom > mediaBox.bottom || cropBox.right < mediaBox.right || cropBox.top < mediaBox.top;
}

/** The box that is of the right size is kept; when neither is, what is seen. */
function fixesFor(file: ReadFileCase, page: PageFacts): readonly FixName[] {
  if (page.mediaBox === null) return [];
  const sheet = boxSizeMm(page.mediaBox, page);
  const wanted = sizeMmOf(file.spec, file.kind, file.pageCount);
  const tolerance = toleranceMmOf(file.spec, file.kind, file.contract);
  const isSheetRight = isWithin(sheet.widthMm, wanted.widthMm, tolerance.widthMm) && isWithin(sheet.heightMm, wanted.heightMm, tolerance.heightMm);
  return isSheetRight ? ['resetCropBox'] : ['cropToVisible'];
}
