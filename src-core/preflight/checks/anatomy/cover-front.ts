import type { BoundsMm } from '../../../pdf/inspection/geometry.ts';
import { finding, specSource, type InspectedFileCheck } from '../../check.ts';
import { markedAt } from '../../marks/marked-object.ts';
import { sheetsOf } from '../../marks/sheets.ts';
import { textLines, type TextLine } from '../../marks/text-lines.ts';

/** On the front there is nothing this large, seen against the title on the back. */
const FRONT_SMALLER_THAN = 0.6;

/**
 * The title stands where the back of the book will be, or stands on its head or on its side (B-015). Only a guess from
 * the largest words, and so only a note.
 */
export const coverFront: InspectedFileCheck = {
  id: 'cover.front',
  rule: 'B-015',
  run: (file) => {
    const { spec, pageCount, thresholds } = file;
    const [sheet] = sheetsOf(file);
    const cover = sheet?.anatomy.cover ?? null;
    if (sheet === undefined || cover === null) return [];
    const lines = textLines(sheet.page).filter(({ kind }) => kind === 'text');
    const onFront = largest(lines, cover.front);
    const onBack = largest(lines, cover.back);
    const titlePt = thresholds.of('coverTitlePt');
    const common = {
      severity: 'info',
      pages: [1],
      source: specSource(spec, pageCount),
      origin: titlePt.origin,
    } as const;
    if (
      onBack !== null &&
      onBack.sizePt >= titlePt.value &&
      (onFront?.sizePt ?? 0) < FRONT_SMALLER_THAN * onBack.sizePt
    ) {
      return [
        finding('cover', {
          ruleId: 'cover.front',
          ...common,
          params: { edge: spec.bindingEdge, excerpt: onBack.excerpt ?? '' },
          remedies: [{ key: 'findings.remedy.exchangeBoards' }],
          objects: [markedAt(sheet.page, { quadMm: onBack.quadMm }, { kind: 'text', excerpt: onBack.excerpt })],
        }),
      ];
    }
    if (
      onFront === null ||
      onFront.sizePt < titlePt.value ||
      onFront.directionDegrees === 0 ||
      onFront.directionDegrees === null
    )
      return [];
    return [
      finding('cover', {
        ruleId: 'cover.titleTurned',
        ...common,
        measured: { value: onFront.directionDegrees, unit: 'degrees' },
        allowed: { value: 0, unit: 'degrees' },
        params: { degrees: onFront.directionDegrees, excerpt: onFront.excerpt ?? '' },
        remedies: [{ key: 'findings.remedy.exportUpright' }],
        objects: [
          markedAt(
            sheet.page,
            { quadMm: onFront.quadMm },
            { kind: 'text', excerpt: onFront.excerpt, measured: onFront.directionDegrees },
          ),
        ],
      }),
    ];
  },
};

function largest(lines: readonly TextLine[], board: BoundsMm): TextLine | null {
  let found: TextLine | null = null;
  for (const line of lines) {
    const middle = (line.boundsMm.leftMm + line.boundsMm.rightMm) / 2;
    if (middle > board.leftMm && middle < board.rightMm && line.sizePt > (found?.sizePt ?? 0)) found = line;
  }
  return found;
}
