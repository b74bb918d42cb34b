import { SIDES, insideMm } from '../../../specs/anatomy.ts';
import { finding, mm, specSource, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { excerptOf, markedAt } from '../../marks/marked-object.ts';
import { sheetsOf } from '../../marks/sheets.ts';
import { textLines, type TextLine } from '../../marks/text-lines.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { shortArtwork } from './artwork.ts';
import { pagesBySide } from './missing-bleed.ts';
import { isSpineText } from './spine-text.ts';
import { isBelow } from '../../marks/within.ts';

/** Words of a hard cover that are folded round the boards, or lie in the hinge beside the spine (B-013). */
export const wrapText: InspectedFileCheck = {
  id: 'cover.wrapText',
  rule: 'B-013',
  run: (file) => {
    const [sheet] = sheetsOf(file);
    const cover = sheet?.anatomy.cover ?? null;
    if (sheet === undefined || cover === null || sheet.anatomy.trimIs !== 'folded') return [];
    const { trim } = sheet.anatomy;
    const lines = textLines(sheet.page);
    const inWrap = lines.flatMap((line) => {
      const insideBoardsMm = Math.min(...SIDES.map((side) => insideMm(side, line.boundsMm, trim)));
      return isBelow(insideBoardsMm, 0) ? [{ line, overMm: -insideBoardsMm }] : [];
    });
    const inHinge = lines.flatMap((line) => {
      // What reaches the spine itself is told once, by `spine.textAcross`.
      if (isSpineText(line, cover) || isBelow(0, overlapMm(line, cover.spine))) return [];
      const overMm = Math.max(0, ...cover.hinges.map((hinge) => overlapMm(line, hinge)));
      return isBelow(0, overMm) ? [{ line, overMm }] : [];
    });
    return [
      ...report(file, 'cover.wrapText', inWrap, file.spec.caseWrapMarginMm ?? 0),
      ...report(file, 'cover.hingeText', inHinge, file.spec.hingeGapMm ?? 0),
    ];
  },
};

const overlapMm = ({ boundsMm }: TextLine, zone: { readonly leftMm: number; readonly rightMm: number }): number =>
  Math.min(boundsMm.rightMm, zone.rightMm) - Math.max(boundsMm.leftMm, zone.leftMm);

function report(
  { spec, pageCount }: InspectedFileCase,
  ruleId: 'cover.wrapText' | 'cover.hingeText',
  found: readonly { readonly line: TextLine; readonly overMm: number }[],
  bandMm: number,
): Finding[] {
  const sorted = [...found].sort((a, b) => b.overMm - a.overMm);
  const [worst] = sorted;
  if (worst === undefined) return [];
  return [
    finding('cover', {
      ruleId,
      severity: 'error',
      pages: [1],
      measured: mm(worst.overMm),
      allowed: mm(0),
      params: { lines: found.length, overMm: mm(worst.overMm).value, bandMm, excerpt: worst.line.excerpt ?? '' },
      source: specSource(spec, pageCount),
      origin: 'spec',
      objects: sorted.map(({ line, overMm }) =>
        markedAt({ index: 0 }, { quadMm: line.quadMm }, { kind: line.kind, excerpt: line.excerpt, measured: overMm }),
      ),
      causeKey: ruleId,
      remedies: [{ key: 'findings.remedy.moveOntoBoard' }],
    }),
  ];
}

/** Artwork that ends at the board's edge or soon after it, so that the bare paper shows round the boards (B-013). */
export const wrapUnfilled: InspectedFileCheck = {
  id: 'wrap.unfilled',
  rule: 'B-013',
  run: (file) => {
    const [sheet] = sheetsOf(file);
    if (sheet === undefined || sheet.anatomy.trimIs !== 'folded') return [];
    const filled = file.thresholds.of('wrapFilledMm');
    const limits = {
      neededMm: filled.value,
      toleranceMm: file.thresholds.of('bleedToleranceMm').value,
      shortestMm: file.thresholds.of('bleedShortestMm').value,
    };
    const found = SIDES.flatMap((side) => shortArtwork(visibleMarks(sheet.page), sheet.anatomy, side, limits)).sort(
      (a, b) => a.beyondMm - b.beyondMm,
    );
    if (found.length === 0) return [];
    const objects = found.map(({ mark, beyondMm }) =>
      markedAt(
        { index: 0 },
        { boundsMm: mark.boundsMm },
        { kind: mark.object.kind, excerpt: excerptOf(mark.object), measured: beyondMm },
      ),
    );
    const worstMm = mm(found[0]?.beyondMm ?? 0);
    return [
      finding('cover', {
        ruleId: 'wrap.unfilled',
        severity: 'error',
        pages: [1],
        measured: worstMm,
        allowed: mm(filled.value),
        tolerance: mm(limits.toleranceMm),
        params: { beyondMm: worstMm.value, wrapMm: file.spec.caseWrapMarginMm ?? 0, ...pagesBySide(found, objects) },
        source: thresholdSource(filled, file),
        origin: filled.origin,
        objects,
        causeKey: 'bleed',
        remedies: [{ key: 'findings.remedy.extendArtwork', params: { bleedMm: file.spec.caseWrapMarginMm ?? 0 } }],
        fixes: ['bleedByMirror', 'bleedByStretch'],
      }),
    ];
  },
};
