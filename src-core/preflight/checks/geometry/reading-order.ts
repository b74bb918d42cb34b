import { finding, pdfPages, specSource, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import { sheetsOf, type Sheet } from '../../marks/sheets.ts';
import { textLines, type TextLine } from '../../marks/text-lines.ts';
import { thresholdSource } from '../../threshold-source.ts';

/** The file says that it reads the other way than the book is bound (G-018). */
export const readingDirection: InspectedFileCheck = {
  id: 'pages.direction',
  rule: 'G-018',
  run: ({ inspection, kind, spec, pageCount }) => {
    const stated = inspection.document.readingDirection;
    if (stated === null || (stated === 'L2R') === (spec.bindingEdge === 'left')) return [];
    return [
      finding(kind, {
        ruleId: 'pages.direction',
        severity: 'info',
        params: { direction: stated, edge: spec.bindingEdge },
        source: specSource(spec, pageCount),
      }),
    ];
  },
};

/**
 * Printed page numbers that fall on the wrong side: even ones on right-hand pages of a book of single pages, or a LAYFLAT
 * spread that begins one page late (G-018). Counted only where enough of them agree.
 */
export const pageNumberSide: InspectedFileCheck = {
  id: 'pages.numberSide',
  rule: 'G-018',
  run: (file) => {
    if (file.kind !== 'contents') return [];
    const threshold = file.thresholds.of('agreeingPageNumbers');
    const numbers = sheetsOf(file).flatMap((sheet) => numbersOn(sheet, file));
    const offset = agreedOffset(numbers, threshold.value);
    if (offset === null || offset % 2 === 0) return [];
    const off = numbers.filter((number) => number.printed - number.page === offset);
    const pages = [...new Set(off.map(({ pdfPage }) => pdfPage))];
    return [
      finding('contents', {
        ruleId: 'pages.numberSide',
        severity: file.spec.bindingType === 'LAYFLAT' ? 'warning' : 'info',
        pages,
        measured: pdfPages(off.length),
        allowed: pdfPages(0),
        params: { printed: off[0]?.printed ?? 0, page: off[0]?.page ?? 0, pages: pages.length },
        source: thresholdSource(threshold, file),
        origin: threshold.origin,
        remedies: [{ key: 'findings.remedy.shiftPages' }],
      }),
    ];
  },
};

interface PrintedNumber {
  readonly printed: number;
  /** Page of the book from 1. */
  readonly page: number;
  readonly pdfPage: number;
}

/** Page numbers are small and stand near the head or the foot. */
const NUMBER = { largestPt: 16, fromEdgeMm: 30 };

function numbersOn({ page, anatomy }: Sheet, { spec }: InspectedFileCase): PrintedNumber[] {
  const isNumber = ({ excerpt, sizePt, boundsMm }: TextLine) =>
    excerpt !== null &&
    /^[-–—\s]*\d{1,3}[-–—\s]*$/.test(excerpt) &&
    sizePt <= NUMBER.largestPt &&
    Math.min(boundsMm.topMm - anatomy.trim.topMm, anatomy.trim.bottomMm - boundsMm.bottomMm) <= NUMBER.fromEdgeMm;
  const found = textLines(page).filter(isNumber);
  const isSpread = spec.bindingType === 'LAYFLAT';
  return found.map(({ excerpt, boundsMm }) => {
    const isLeft = (boundsMm.leftMm + boundsMm.rightMm) / 2 < (anatomy.sheet.rightMm - anatomy.sheet.leftMm) / 2;
    const isFirstHalf = isLeft === (spec.bindingEdge === 'left');
    return {
      printed: Number((excerpt ?? '').replace(/\D/g, '')),
      page: isSpread ? page.index * 2 + (isFirstHalf ? 1 : 2) : page.index + 1,
      pdfPage: page.index + 1,
    };
  });
}

/** By how much printed numbers are ahead of the pages, when most of them say the same. */
function agreedOffset(numbers: readonly PrintedNumber[], atLeast: number): number | null {
  const votes = new Map<number, number>();
  for (const { printed, page } of numbers) votes.set(printed - page, (votes.get(printed - page) ?? 0) + 1);
  for (const [offset, count] of votes) if (count >= atLeast && count > numbers.length / 2) return offset;
  return null;
}
