import type { BoundsMm } from '../../../pdf/inspection/geometry.ts';
import { finding, mm, type InspectedFileCheck } from '../../check.ts';
import { isDark } from '../../marks/paint-colour.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { sheetsOf, type Sheet } from '../../marks/sheets.ts';
import { textLines } from '../../marks/text-lines.ts';
import { knownBounds, unmeasuredFinding } from '../../marks/unmeasured-lines.ts';
import { visibleMarks, type VisibleMark } from '../../marks/visible-marks.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { isBelow } from '../../marks/within.ts';

/** How far a stretch keeps from the fold: 0 and less when it goes over it by so much on its shorter side. */
const clearOf = (foldMm: number, leftMm: number, rightMm: number): number =>
  Math.max(leftMm - foldMm, foldMm - rightMm);

/** Words over the fold of a LAYFLAT spread, or so near that it bends them (B-007). */
export const foldText: InspectedFileCheck = {
  id: 'fold.text',
  rule: 'B-007',
  run: (file) => {
    if (file.kind !== 'contents') return [];
    const limit = file.thresholds.of('foldTextMm');
    const reached = sheetsOf(file).flatMap(({ page, anatomy }) =>
      anatomy.foldsXMm.flatMap((foldMm) =>
        textLines(page).flatMap((line) => {
          const clear = ({ leftMm, rightMm }: BoundsMm) => clearOf(foldMm, leftMm, rightMm);
          const knownMm = clear(knownBounds(line));
          const isKnown = isBelow(knownMm, limit.value);
          const distanceMm = isKnown ? knownMm : clear(line.boundsMm);
          return isBelow(distanceMm, limit.value) ? [{ page, line, distanceMm, isKnown }] : [];
        }),
      ),
    );
    const near = reached.filter(({ isKnown }) => isKnown);
    const bands = [
      { ruleId: 'fold.textAcross', severity: 'error', found: near.filter(({ distanceMm }) => isBelow(distanceMm, 0)) },
      { ruleId: 'fold.textNear', severity: 'warning', found: near.filter(({ distanceMm }) => !isBelow(distanceMm, 0)) },
    ] as const;
    const unmeasured = reached.filter(({ isKnown }) => !isKnown);
    const told = bands.flatMap(({ ruleId, severity, found }) => {
      if (found.length === 0) return [];
      const sorted = [...found].sort((a, b) => a.distanceMm - b.distanceMm);
      const objects = sorted.map(({ page, line, distanceMm }) =>
        markedAt(
          page,
          { quadMm: line.quadMm },
          { kind: line.kind, excerpt: line.excerpt, measured: Math.max(0, distanceMm) },
        ),
      );
      const pages = pagesOf(objects);
      const worstMm = mm(Math.max(0, sorted[0]?.distanceMm ?? 0));
      return [
        finding('contents', {
          ruleId,
          severity,
          pages,
          measured: worstMm,
          allowed: mm(limit.value),
          params: {
            lines: objects.length,
            pages: pages.length,
            distanceMm: worstMm.value,
            allowedMm: limit.value,
            excerpt: objects[0]?.excerpt ?? '',
          },
          source: thresholdSource(limit, file),
          origin: limit.origin,
          objects,
          causeKey: 'fold.text',
          remedies: [{ key: 'findings.remedy.moveOffFold', params: { allowedMm: limit.value } }],
        }),
      ];
    });
    return [...unmeasuredFinding(file, 'fold.textUnmeasured', unmeasured), ...told];
  },
};

/** Dark lines along the fold of a spread: they show how far the fold is off (B-007). */
export const foldLine: InspectedFileCheck = {
  id: 'fold.line',
  rule: 'B-007',
  run: (file) => {
    if (file.kind !== 'contents') return [];
    const limit = file.thresholds.of('foldLineMm');
    const found = sheetsOf(file)
      .flatMap((sheet) => linesBesideFold(sheet, limit.value))
      .sort((a, b) => a.distanceMm - b.distanceMm);
    if (found.length === 0) return [];
    const objects = found.map(({ page, mark, distanceMm }) =>
      markedAt(page, { boundsMm: mark.boundsMm }, { kind: 'path', measured: distanceMm }),
    );
    const pages = pagesOf(objects);
    const worstMm = mm(found[0]?.distanceMm ?? 0);
    return [
      finding('contents', {
        ruleId: 'fold.line',
        severity: 'info',
        pages,
        measured: worstMm,
        allowed: mm(limit.value),
        params: { pages: pages.length, distanceMm: worstMm.value, allowedMm: limit.value },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        objects,
        remedies: [{ key: 'findings.remedy.moveOffFold', params: { allowedMm: limit.value } }],
      }),
    ];
  },
};

/** Thin, and long enough along the fold for the eye to compare. */
const LINE_MM = { thickest: 3, shortest: 40 };

function linesBesideFold({ page, anatomy }: Sheet, limitMm: number) {
  return anatomy.foldsXMm.flatMap((foldMm) =>
    visibleMarks(page).flatMap((mark) => {
      const distanceMm = Math.max(0, clearOf(foldMm, mark.boundsMm.leftMm, mark.boundsMm.rightMm));
      return isBelow(distanceMm, limitMm) && isDarkLineDown(mark) ? [{ page, mark, distanceMm }] : [];
    }),
  );
}

function isDarkLineDown({ object, boundsMm }: VisibleMark): boolean {
  if (
    object.kind !== 'path' ||
    boundsMm.rightMm - boundsMm.leftMm > LINE_MM.thickest ||
    boundsMm.bottomMm - boundsMm.topMm < LINE_MM.shortest
  )
    return false;
  return [object.stroke, object.fill].some((paint) => paint !== null && isDark(paint));
}
