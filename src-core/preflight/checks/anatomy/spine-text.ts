import type { BoundsMm } from '../../../pdf/inspection/geometry.ts';
import type { CoverZones } from '../../../specs/anatomy.ts';
import { finding, mm, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { markedAt } from '../../marks/marked-object.ts';
import { sheetsOf } from '../../marks/sheets.ts';
import { textLines, type TextLine } from '../../marks/text-lines.ts';
import { guessedSide, unmeasuredFinding } from '../../marks/unmeasured-lines.ts';
import type { Threshold } from '../../thresholds.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { isBelow } from '../../marks/within.ts';

/** A line that is wider than the spine by more than this was not meant for it. */
const WIDER_THAN_SPINE_MM = 12;

/** Words on the spine, as against words of the boards that reach it. */
export function isSpineText({ boundsMm }: TextLine, { spine, spineWidthMm }: CoverZones): boolean {
  const middle = (boundsMm.leftMm + boundsMm.rightMm) / 2;
  return (
    middle > spine.leftMm &&
    middle < spine.rightMm &&
    boundsMm.rightMm - boundsMm.leftMm <= spineWidthMm + WIDER_THAN_SPINE_MM
  );
}

interface MeasuredLine {
  readonly line: TextLine;
  readonly measuredMm: number;
}

/**
 * Words on the spine need a margin on both sides, since the cover is folded a little off now and then; on a thin spine
 * there is no room for that (B-011). Words of the boards must keep off the folds in the same way.
 */
export const spineText: InspectedFileCheck = {
  id: 'spine.text',
  rule: 'B-011',
  run: (file) => {
    const margin = file.thresholds.of('spineTextMarginMm');
    const from = file.thresholds.of('spineTextFromMm');
    const [sheet] = sheetsOf(file);
    const cover = sheet?.anatomy.cover ?? null;
    if (sheet === undefined || cover === null) return [];
    const all = textLines(sheet.page);
    // Whether a line that ends nobody knows where stands on the spine, reaches it or keeps off is not to be said.
    const isGuess = (line: TextLine) =>
      ['left', 'right'].includes(guessedSide(line) ?? '') &&
      isBelow(distanceTo(line.boundsMm, cover.spine), margin.value);
    const lines = all.filter((line) => !isGuess(line));
    const onSpine = lines
      .filter((line) => isSpineText(line, cover))
      .map((line) => ({ line, measuredMm: marginOf(line.boundsMm, cover.spine) }));
    const across = lines
      .filter((line) => !isSpineText(line, cover))
      .map((line) => ({ line, measuredMm: distanceTo(line.boundsMm, cover.spine) }))
      .filter(({ measuredMm }) => isBelow(measuredMm, margin.value));
    const tight = onSpine.filter(({ measuredMm }) => isBelow(measuredMm, margin.value));
    return [
      ...unmeasuredFinding(
        file,
        'spine.textUnmeasured',
        all.filter(isGuess).map((line) => ({ page: sheet.page, line })),
      ),
      ...report(file, 'spine.textMargin', 'error', tight, margin, cover),
      ...report(file, 'spine.textAcross', 'error', across, margin, cover),
      ...(tight.length === 0 && isBelow(cover.spineWidthMm, from.value)
        ? report(file, 'spine.thin', 'warning', onSpine, from, cover)
        : []),
    ];
  },
};

function report(
  file: InspectedFileCase,
  ruleId: 'spine.textMargin' | 'spine.textAcross' | 'spine.thin',
  severity: 'error' | 'warning',
  found: readonly MeasuredLine[],
  threshold: Threshold,
  { spineWidthMm }: CoverZones,
): Finding[] {
  const sorted = [...found].sort((a, b) => a.measuredMm - b.measuredMm);
  const [worst] = sorted;
  if (worst === undefined) return [];
  const measuredMm = mm(ruleId === 'spine.thin' ? spineWidthMm : Math.max(0, worst.measuredMm));
  return [
    finding('cover', {
      ruleId,
      severity,
      pages: [1],
      measured: measuredMm,
      allowed: mm(threshold.value),
      params: {
        spineMm: spineWidthMm,
        measuredMm: measuredMm.value,
        allowedMm: threshold.value,
        excerpt: worst.line.excerpt ?? '',
      },
      source: thresholdSource(threshold, file),
      origin: threshold.origin,
      objects: sorted.map(({ line, measuredMm: own }) =>
        markedAt({ index: 0 }, { quadMm: line.quadMm }, { kind: line.kind, excerpt: line.excerpt, measured: own }),
      ),
      causeKey: 'spine.text',
      remedies: [
        {
          key: ruleId === 'spine.textAcross' ? 'findings.remedy.moveOffFold' : 'findings.remedy.smallerSpineText',
          params: { allowedMm: threshold.value },
        },
      ],
    }),
  ];
}

const marginOf = (line: BoundsMm, spine: BoundsMm): number =>
  Math.min(line.leftMm - spine.leftMm, spine.rightMm - line.rightMm);
/** 0 and less when it reaches onto the spine. */
const distanceTo = (line: BoundsMm, spine: BoundsMm): number =>
  Math.max(line.leftMm - spine.rightMm, spine.leftMm - line.rightMm);
