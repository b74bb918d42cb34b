import type { PdfRectangle } from '../../../pdf/boxes.ts';
import type { BoundsMm } from '../../../pdf/inspection/geometry.ts';
import { SIDES, insideMm } from '../../../specs/anatomy.ts';
import { finding, mm, standardSource, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { sheetsOf, type Sheet } from '../../marks/sheets.ts';

const STANDARD = 'PDF/X-4, ISO 15930-7';
type TrimFault = 'told' | 'missing' | 'equalsSheet' | 'off';

/**
 * The TrimBox of pages with bleed: not stated, the whole sheet (which imposition programs take as not set), or another
 * trim than the book's (G-011). Hard-cover covers are folded, not cut, so that any TrimBox of theirs will do. Not stated
 * on a page with one size, which is the spec's with its bleed, it is a note: nobody can take the page for another.
 */
export const trimBox: InspectedFileCheck = {
  id: 'box.trim',
  rule: 'G-011',
  run: (file) => {
    const limitMm = file.thresholds.of('trimBoxMm');
    const found = sheetsOf(file).flatMap((sheet) => {
      const fault = sheet.anatomy.trimIs === 'folded' ? null : faultOf(sheet, limitMm.value);
      return fault === null ? [] : [{ ...fault, pageNumber: sheet.page.index + 1 }];
    });
    return (['told', 'missing', 'equalsSheet', 'off'] as const).flatMap((fault) => {
      const pages = found.filter((one) => one.fault === fault);
      return pages.length === 0
        ? []
        : [
            report(
              file,
              fault,
              pages.map(({ pageNumber }) => pageNumber),
              pages.reduce((most, { offMm }) => Math.max(most, offMm), 0),
            ),
          ];
    });
  },
};

const RULE_IDS = {
  told: 'box.trimMissing',
  missing: 'box.trimMissing',
  equalsSheet: 'box.trimEqualsSheet',
  off: 'box.trimOff',
} as const satisfies Record<TrimFault, string>;

function report(
  { kind, spec, thresholds }: InspectedFileCase,
  fault: TrimFault,
  pages: readonly number[],
  offMm: number,
): Finding {
  const limit = thresholds.of('trimBoxMm');
  const isNote = fault === 'told';
  const measures =
    isNote || fault === 'missing' ? {} : { measured: mm(offMm), allowed: mm(limit.value), origin: limit.origin };
  return finding(kind, {
    ruleId: RULE_IDS[fault],
    severity: isNote ? 'info' : 'warning',
    pages,
    params: { pages: pages.length, offMm: mm(offMm).value, bleedMm: spec.bleedMm, isTold: isNote ? 'yes' : 'no' },
    source: standardSource(STANDARD),
    box: 'trim',
    ...measures,
    causeKey: isNote ? 'box.notes' : 'box.trim',
    remedies: [{ key: 'findings.remedy.exportWithTrim', params: { bleedMm: spec.bleedMm } }],
    fixes: ['setTrimAndBleed'],
  });
}

function faultOf({ page, anatomy }: Sheet, limitMm: number): { fault: TrimFault; offMm: number } | null {
  const { trimBox: stated, artBox, bleedBox, cropBox, mediaBox } = page.geometry;
  if (stated === null) {
    // Left out it is the CropBox (ISO 32000-1, 14.11.2), which without bleed is the trim.
    if (artBox !== null || SIDES.every((side) => anatomy.beyondMm[side] <= limitMm)) return null;
    const isOneSize = [cropBox, bleedBox].every((box) => box === null || (mediaBox !== null && isSame(box, mediaBox)));
    return { fault: isOneSize ? 'told' : 'missing', offMm: 0 };
  }
  const offMm = page.trimMm === null ? 0 : farthest(page.trimMm, anatomy.trim);
  if (offMm <= limitMm) return null;
  return { fault: mediaBox !== null && isSame(stated, mediaBox) ? 'equalsSheet' : 'off', offMm };
}

const farthest = (a: BoundsMm, b: BoundsMm): number => Math.max(...SIDES.map((side) => Math.abs(insideMm(side, a, b))));

/** Boxes are equal to a hundredth of a point: programs write them with two decimals. */
const SAME_PT = 0.01;
const isSame = (a: PdfRectangle, b: PdfRectangle): boolean =>
  Math.max(
    Math.abs(a.left - b.left),
    Math.abs(a.bottom - b.bottom),
    Math.abs(a.right - b.right),
    Math.abs(a.top - b.top),
  ) <= SAME_PT;
