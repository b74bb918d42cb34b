import type { Paint } from '../../../pdf/inspection/colour-facts.ts';
import { contains, intersect, type BoundsMm } from '../../../pdf/inspection/geometry.ts';
import { barcodeZoneOf, type SheetAnatomy } from '../../../specs/anatomy.ts';
import { finding, mm, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { excerptOf, markedAt } from '../../marks/marked-object.ts';
import { isDark, lightnessOf } from '../../marks/paint-colour.ts';
import { sheetsOf } from '../../marks/sheets.ts';
import { visibleMarks, type VisibleMark } from '../../marks/visible-marks.ts';
import type { Threshold } from '../../thresholds.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { barCodesOn, type BarCode } from './bar-code-bars.ts';
import { isBelow } from '../../marks/within.ts';

/** Where a print house adds its bar code, the back has to be light and empty (B-014). Most photo books get none. */
export const barcodeZone: InspectedFileCheck = {
  id: 'barcode.zone',
  rule: 'B-014',
  run: (file) => {
    const width = file.thresholds.of('barcodeZoneWidthMm');
    const height = file.thresholds.of('barcodeZoneHeightMm');
    const [sheet] = sheetsOf(file);
    const zone = sheet === undefined ? null : zoneOf(file, sheet.anatomy);
    if (sheet === undefined || zone === null) return [];
    const inTheWay = visibleMarks(sheet.page).filter(
      ({ object, boundsMm }) => intersect(boundsMm, zone) !== null && !isLightField(object),
    );
    if (inTheWay.length === 0) return [];
    return [
      finding('cover', {
        ruleId: 'barcode.zone',
        severity: 'warning',
        pages: [1],
        measured: { value: inTheWay.length, unit: 'count' },
        allowed: { value: 0, unit: 'count' },
        params: { widthMm: width.value, heightMm: height.value, objects: inTheWay.length },
        source: thresholdSource(width, file),
        origin: width.origin,
        objects: inTheWay.map(({ object, boundsMm }) =>
          markedAt(
            sheet.page,
            { boundsMm: intersect(boundsMm, zone) ?? zone },
            { kind: object.kind, excerpt: excerptOf(object) },
          ),
        ),
        causeKey: 'barcode',
        remedies: [{ key: 'findings.remedy.clearBarcodeZone' }],
      }),
    ];
  },
};

function zoneOf({ thresholds }: InspectedFileCase, { cover }: SheetAnatomy): BoundsMm | null {
  const widthMm = thresholds.of('barcodeZoneWidthMm').value;
  const heightMm = thresholds.of('barcodeZoneHeightMm').value;
  if (cover === null || widthMm <= 0 || heightMm <= 0) return null;
  return barcodeZoneOf(cover, { widthMm, heightMm, fromEdgeMm: thresholds.of('barcodeZoneFromTrimMm').value });
}

/** A bar code stays readable on what reflects this much. */
const LIGHT_FROM = 0.85;

function isLightField(object: VisibleMark['object']): boolean {
  return (
    object.kind === 'path' &&
    object.fill !== null &&
    object.stroke === null &&
    (lightnessOf(object.fill) ?? 0) >= LIGHT_FROM
  );
}

/** A bar code of the studio's own that a scanner may not read: too small, too faint, or crowded (B-014). */
export const ownBarcode: InspectedFileCheck = {
  id: 'barcode.own',
  rule: 'B-014',
  run: (file) => {
    const narrowest = file.thresholds.of('barcodeNarrowestMm');
    const quiet = file.thresholds.of('barcodeQuietMm');
    const [sheet] = sheetsOf(file);
    if (file.kind !== 'cover' || sheet === undefined) return [];
    const marks = visibleMarks(sheet.page);
    return barCodesOn(marks).flatMap((code) => {
      const widthMm = code.boundsMm.rightMm - code.boundsMm.leftMm;
      const quietMm = quietZoneMm(code, marks);
      return [
        ...(isBelow(widthMm, narrowest.value) ? [report(file, 'barcode.small', code, widthMm, narrowest)] : []),
        ...(isBelow(quietMm, quiet.value) ? [report(file, 'barcode.quiet', code, quietMm, quiet)] : []),
        ...(hasContrast(code, marks) ? [] : [report(file, 'barcode.contrast', code, widthMm, narrowest)]),
      ];
    });
  },
};

function report(
  file: InspectedFileCase,
  ruleId: 'barcode.small' | 'barcode.quiet' | 'barcode.contrast',
  { boundsMm }: BarCode,
  measuredMm: number,
  threshold: Threshold,
): Finding {
  const figures =
    ruleId === 'barcode.contrast'
      ? {}
      : { measured: mm(measuredMm), allowed: mm(threshold.value), origin: threshold.origin };
  return finding('cover', {
    ruleId,
    severity: 'warning',
    pages: [1],
    params: { measuredMm: Math.round(measuredMm * 10) / 10, allowedMm: threshold.value },
    source: thresholdSource(threshold, file),
    ...figures,
    objects: [markedAt({ index: 0 }, { boundsMm }, { kind: 'area', measured: measuredMm })],
    causeKey: 'barcode',
    remedies: [{ key: 'findings.remedy.largerBarcode' }],
  });
}

/** How far the next mark on the left or right is; what lies behind the whole code is its ground. */
function quietZoneMm({ boundsMm, bars }: BarCode, marks: readonly VisibleMark[]): number {
  const own = new Set(bars);
  let quietMm = Infinity;
  for (const mark of marks) {
    if (own.has(mark) || contains(mark.boundsMm, boundsMm)) continue;
    if (mark.boundsMm.topMm >= boundsMm.bottomMm || mark.boundsMm.bottomMm <= boundsMm.topMm) continue;
    const apartMm = Math.max(boundsMm.leftMm - mark.boundsMm.rightMm, mark.boundsMm.leftMm - boundsMm.rightMm);
    // Figures stand under the bars and between the guard bars: what begins within the code is part of it.
    if (apartMm >= 0) quietMm = Math.min(quietMm, apartMm);
  }
  return quietMm;
}

function hasContrast({ boundsMm, bars }: BarCode, marks: readonly VisibleMark[]): boolean {
  const first = bars[0]?.object;
  if (first?.kind !== 'path' || !isDark(first.fill ?? first.stroke ?? NO_PAINT)) return false;
  const own = new Set(bars);
  const ground = marks
    .filter((mark) => !own.has(mark) && mark.object.order < first.order && contains(mark.boundsMm, boundsMm))
    .at(-1)?.object;
  if (ground === undefined || ground.kind !== 'path' || ground.fill === null) return ground === undefined;
  return (lightnessOf(ground.fill) ?? 0) >= LIGHT_FROM;
}

const NO_PAINT: Paint = {
  space: { family: 'unknown', components: 0, colorants: [], base: null, icc: null, isDefaulted: false },
  values: [],
  pattern: null,
};
