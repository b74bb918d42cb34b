import type { Paint } from '../../../pdf/inspection/colour-facts.ts';
import type { SheetAnatomy } from '../../../specs/anatomy.ts';
import { finding, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import type { Finding, MarkedObject } from '../../finding.ts';
import { excerptOf, markedAt, pagesOf } from '../../marks/marked-object.ts';
import { isBeyondTrim, sheetsOf, type Sheet } from '../../marks/sheets.ts';
import { textLines } from '../../marks/text-lines.ts';
import { visibleMarks, type VisibleMark } from '../../marks/visible-marks.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { FULL_INK, isFourFullInks } from '../colour/painted-colours.ts';

/**
 * Crop marks, registration marks, colour bars and slug lines that lie on the page itself, in the bleed (G-014). A book
 * is imposed by the print house, which puts its own marks around it; foreign ones end up at the cut edge.
 */
export const printersMarks: InspectedFileCheck = {
  id: 'marks.printers',
  rule: 'G-014',
  run: (file) => {
    const sheets = sheetsOf(file);
    const lines = file.thresholds.of('cropMarkLines');
    const marks = sheets.flatMap((sheet) => marksOn(sheet, lines.value));
    const slugs = sheets.flatMap(slugsOn);
    return [
      ...(marks.length === 0 ? [] : [report(file, 'marks.printers', marks)]),
      ...(slugs.length === 0 ? [] : [report(file, 'marks.slug', slugs)]),
    ];
  },
};

function report(
  file: InspectedFileCase,
  ruleId: 'marks.printers' | 'marks.slug',
  objects: readonly MarkedObject[],
): Finding {
  const lines = file.thresholds.of('cropMarkLines');
  const pages = pagesOf(objects);
  return finding(file.kind, {
    ruleId,
    severity: 'error',
    pages,
    params: { pages: pages.length, excerpt: objects[0]?.excerpt ?? '' },
    source: thresholdSource(lines, file),
    origin: lines.origin,
    objects,
    causeKey: 'marks',
    remedies: [{ key: 'findings.remedy.exportWithoutMarks' }],
  });
}

function marksOn({ page, anatomy }: Sheet, cropMarkLines: number): MarkedObject[] {
  const outside = visibleMarks(page).filter(({ boundsMm }) => isBeyondTrim(boundsMm, anatomy.trim));
  const registration = outside.filter(({ object }) => object.kind !== 'text' && paintsOf(object).some(isForEveryPlate));
  const crop = anatomy.trimIs === 'cut' ? outside.filter((mark) => isInLineWithTrim(mark, anatomy)) : [];
  const found = new Set([...registration, ...(crop.length >= cropMarkLines ? crop : [])]);
  return [...found].map(({ object, boundsMm }) =>
    markedAt(page, { boundsMm }, { kind: object.kind, excerpt: excerptOf(object) }),
  );
}

/** Job names, dates and page names beyond the trim. In a hard cover's wrap words are `cover.wrapText`'s to report. */
function slugsOn({ page, anatomy }: Sheet): MarkedObject[] {
  if (anatomy.trimIs === 'folded') return [];
  return textLines(page)
    .filter(({ boundsMm }) => isBeyondTrim(boundsMm, anatomy.trim))
    .map(({ quadMm, kind, excerpt }) => markedAt(page, { quadMm }, { kind, excerpt }));
}

function paintsOf(object: VisibleMark['object']): readonly Paint[] {
  if (object.kind === 'image' || object.kind === 'shading') return [];
  return [object.fill, object.stroke].filter((paint) => paint !== null);
}

/** Full ink on every plate: the registration colour, or all four inks of CMYK. */
function isForEveryPlate(paint: Paint): boolean {
  const { space, values } = paint;
  if (space.family === 'Separation' && space.colorants.includes('All')) return (values[0] ?? 0) >= FULL_INK;
  return isFourFullInks(paint);
}

/** What crop marks look like, whatever their colour: short thin lines outside the trim, on its prolongation. */
const MARK_MM = { thickest: 0.6, shortest: 1.2, longest: 20, besideTrim: 0.5 };

function isInLineWithTrim({ object, boundsMm }: VisibleMark, { trim }: SheetAnatomy): boolean {
  if (object.kind !== 'path') return false;
  const width = boundsMm.rightMm - boundsMm.leftMm;
  const height = boundsMm.bottomMm - boundsMm.topMm;
  if (
    Math.min(width, height) > MARK_MM.thickest ||
    Math.max(width, height) < MARK_MM.shortest ||
    Math.max(width, height) > MARK_MM.longest
  )
    return false;
  const isNear = (at: number, lines: readonly number[]) =>
    lines.some((line) => Math.abs(at - line) <= MARK_MM.besideTrim);
  return height > width
    ? isNear((boundsMm.leftMm + boundsMm.rightMm) / 2, [trim.leftMm, trim.rightMm])
    : isNear((boundsMm.topMm + boundsMm.bottomMm) / 2, [trim.topMm, trim.bottomMm]);
}
