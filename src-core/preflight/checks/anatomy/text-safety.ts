import type { BoundsMm } from '../../../pdf/inspection/geometry.ts';
import { SIDES, insideMm, seenSides, type SheetAnatomy } from '../../../specs/anatomy.ts';
import { finding, mm, type InspectedFileCheck } from '../../check.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { isBeyondTrim, sheetsOf, type Sheet } from '../../marks/sheets.ts';
import { textLines, type TextLine } from '../../marks/text-lines.ts';
import { knownBounds, unmeasuredFinding } from '../../marks/unmeasured-lines.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { isBelow } from '../../marks/within.ts';

/**
 * Words that are cut or stand too near to the trim, words in outlines with them (B-003). The bound side has its own rule
 * (`gutter.text`), and so have words that a hard cover folds away (`cover.wrapText`).
 */
export const textSafety: InspectedFileCheck = {
  id: 'safety.text',
  rule: 'B-003',
  run: (file) => {
    const safety = file.thresholds.of('textSafetyMm');
    const preferred = file.thresholds.of('textPreferredMm');
    const all = sheetsOf(file).flatMap((sheet) => nearTrim(sheet, Math.max(safety.value, preferred.value)));
    const near = all.filter(({ isGuess }) => !isGuess);
    const guessed = all.filter(({ isGuess, distanceMm }) => isGuess && isBelow(distanceMm, safety.value));
    const bands = [
      {
        ruleId: 'safety.textCut',
        severity: 'error',
        threshold: safety,
        found: near.filter(({ distanceMm }) => isBelow(distanceMm, 0)),
      },
      {
        ruleId: 'safety.textNear',
        severity: 'warning',
        threshold: safety,
        found: near.filter(({ distanceMm }) => !isBelow(distanceMm, 0) && isBelow(distanceMm, safety.value)),
      },
      {
        ruleId: 'safety.textClose',
        severity: 'info',
        threshold: preferred,
        found: near.filter(
          ({ distanceMm }) => !isBelow(distanceMm, safety.value) && isBelow(distanceMm, preferred.value),
        ),
      },
    ] as const;
    return [
      ...unmeasuredFinding(file, 'safety.textUnmeasured', guessed),
      ...bands.flatMap(({ ruleId, severity, threshold, found }) => {
        if (found.length === 0) return [];
        const sorted = [...found].sort((a, b) => a.distanceMm - b.distanceMm);
        const objects = sorted.map(({ page, line, distanceMm }) =>
          markedAt(page, { quadMm: line.quadMm }, { kind: line.kind, excerpt: line.excerpt, measured: distanceMm }),
        );
        const pages = pagesOf(objects);
        const worstMm = sorted[0]?.distanceMm ?? 0;
        return [
          finding(file.kind, {
            ruleId,
            severity,
            pages,
            measured: mm(worstMm),
            allowed: mm(threshold.value),
            params: {
              lines: found.length,
              pages: pages.length,
              distanceMm: mm(Math.abs(worstMm)).value,
              allowedMm: threshold.value,
              outlined: found.filter(({ line }) => line.kind === 'path').length,
            },
            source: thresholdSource(threshold, file),
            origin: threshold.origin,
            objects,
            causeKey: 'safety.text',
            remedies: [{ key: 'findings.remedy.moveTextIn', params: { allowedMm: threshold.value } }],
          }),
        ];
      }),
    ];
  },
};

interface NearText extends Pick<Sheet, 'page'> {
  readonly line: TextLine;
  /** From the trim inwards; negative when it is crossed. */
  readonly distanceMm: number;
  /** It hangs on where the line ends, in a font that does not tell how wide its letters are. */
  readonly isGuess: boolean;
}

/** Letters this large that run off the sheet are cut on purpose, as a picture is. */
const DECORATIVE_PT = 60;
const OFF_SHEET_MM = 0.2;

function runsOff({ sizePt, boundsMm }: TextLine, { sheet }: SheetAnatomy): boolean {
  return sizePt >= DECORATIVE_PT && SIDES.some((side) => insideMm(side, boundsMm, sheet) <= OFF_SHEET_MM);
}

function nearTrim({ page, anatomy }: Sheet, withinMm: number): NearText[] {
  const sides = seenSides(anatomy);
  return textLines(page).flatMap((line): NearText[] => {
    // Words that are off the trimmed page altogether are a slug line, not words of the book.
    if (isBeyondTrim(line.boundsMm, anatomy.trim) || runsOff(line, anatomy)) return [];
    const distance = (bounds: BoundsMm) => Math.min(...sides.map((side) => insideMm(side, bounds, anatomy.trim)));
    const isOff = (distanceMm: number) =>
      !isBelow(distanceMm, withinMm) || (isBelow(distanceMm, 0) && anatomy.trimIs === 'folded');
    const [knownMm, distanceMm] = [distance(knownBounds(line)), distance(line.boundsMm)];
    if (!isOff(knownMm)) return [{ page, line, distanceMm: knownMm, isGuess: false }];
    return line.isMeasured || isOff(distanceMm) ? [] : [{ page, line, distanceMm, isGuess: true }];
  });
}
