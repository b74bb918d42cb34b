import { brokenLines } from '../composition/break-text.ts';
import { directionOf } from '../composition/direction.ts';
import { printable } from '../composition/printable.ts';
import type { PaintItem, TextMeasure } from '../composition/sketch.ts';
import type { BookRules } from '../composition/book-rules.ts';
import { baselineIn } from '../composition/text-look.ts';
import { lookOf } from '../composition/typefaces.ts';
import { colourOf } from '../composition/lengths.ts';
import { pointsToMm } from '../units.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import type { TextFrame } from './document.ts';

/** Line height over type size: that of a caption that is read, whatever its size. */
export const LAYOUT_LINE_EM = 1.5;

export type TextItem = Extract<PaintItem, { kind: 'text' }>;

const SHARE_BEFORE = { left: 0, centre: 0.5, right: 1 } as const;
const SHARE_ABOVE = { top: 0, middle: 0.5, bottom: 1 } as const;

/** `#rrggbb` of the document as it is painted. */
export const layoutColour = (hex: string) => colourOf(`#ff${hex.slice(1)}`);

/**
 * A text as it is painted in a box: its lines, broken where they end, and set as its frame says. The type is as large as it says;
 * what finds no room goes on beyond the box, and is told (`overflowMm`). `rules` are those of the document (`textRulesOf`). `isOneLine`:
 * it is known to fit, and is not broken.
 */
export function layLines(
  frame: TextFrame,
  box: BoxMm,
  measure: TextMeasure,
  rules: BookRules,
  { isOneLine = false }: { readonly isOneLine?: boolean } = {},
): { readonly item: TextItem; readonly overflowMm: number } {
  const { typeface, align, vertical, turnDeg, colour } = frame;
  const isTurned = turnDeg === 90;
  const [acrossMm, downMm] = isTurned ? [box.heightMm, box.widthMm] : [box.widthMm, box.heightMm];
  const sizeMm = pointsToMm(frame.sizePt);
  const letters = printable(frame.text, typeface, measure);
  const lines = isOneLine
    ? [{ text: letters, direction: directionOf(letters) }]
    : brokenLines(letters, acrossMm / sizeMm, typeface, measure, { rules, isTitle: typeface === 'semiBold' });
  const lineMm = sizeMm * LAYOUT_LINE_EM;
  const topMm = (downMm - lines.length * lineMm) * SHARE_ABOVE[vertical];
  const [leftMm, headMm] = isTurned ? [0, 0] : [box.xMm, box.yMm];
  return {
    overflowMm: Math.max(0, lines.length * lineMm - downMm),
    item: {
      kind: 'text',
      typeface,
      sizeMm,
      colour: layoutColour(colour),
      rotation: turnDeg,
      box,
      lines: lines.map(({ text, direction }, index) => ({
        text,
        ...(direction === 'rtl' ? { direction } : {}),
        xMm: leftMm + (acrossMm - measure.widthEm(typeface, text) * sizeMm) * SHARE_BEFORE[align],
        baselineMm: headMm + topMm + index * lineMm + baselineIn(LAYOUT_LINE_EM, typeface) * sizeMm,
      })),
    },
  };
}

/** Where the letters of a text stand, a box a line that is not empty; in the coordinates of its box. */
export function letterBoxes({ lines, typeface, sizeMm, rotation, box }: TextItem, measure: TextMeasure): BoxMm[] {
  const { ascentEm, descentEm } = lookOf(typeface);
  return lines.flatMap(({ text, xMm, baselineMm }) => {
    if (text.trim() === '') return [];
    const lengthMm = measure.widthEm(typeface, text) * sizeMm;
    const [aboveMm, heightMm] = [ascentEm * sizeMm, (ascentEm + descentEm) * sizeMm];
    return rotation === 0
      ? [{ xMm, yMm: baselineMm - aboveMm, widthMm: lengthMm, heightMm }]
      : [
          {
            xMm: box.xMm + box.widthMm - baselineMm + aboveMm - heightMm,
            yMm: box.yMm + xMm,
            widthMm: heightMm,
            heightMm: lengthMm,
          },
        ];
  });
}
