import type { TextElement } from '../contract/templates.ts';
import { BASELINE_EM, breakLines, LINE_HEIGHT_EM, printable } from './break-text.ts';
import { colourOf, mmOfPx } from './lengths.ts';
import type { BoxMm, PaintItem, TextMeasure, Typeface } from './sketch.ts';

/** A text that does not fit its box is set smaller in these steps, and cut after the last. */
const SHRINK_STEPS = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6];
const ELLIPSIS = '…';

export interface LaidText {
  /** One item a line, so that a text may be parted between lines. */
  readonly lines: readonly Extract<PaintItem, { kind: 'text' }>[];
  /** Of all lines together. */
  readonly heightMm: number;
}

/**
 * Sets a text into the box of its element, whose top left is (0, 0) of the answer. A dynamic element takes the height
 * that its text needs; in a fixed one the text shrinks to 60 % and is then cut with an ellipsis.
 */
export function layText(text: string, element: TextElement, box: BoxMm, measure: TextMeasure): LaidText {
  const typeface: Typeface = element.textBold ? 'semiBold' : 'regular';
  const clean = printable(text, typeface, measure);
  const turned = element.rotation === 90;
  const [acrossMm, downMm] = turned ? [box.heightMm, box.widthMm] : [box.widthMm, box.heightMm];
  const fullMm = mmOfPx(element.fontSize);
  const isFixed = element.isDynamic !== true;
  const { sizeMm, lines } = isFixed ? fitted(clean, typeface, fullMm, acrossMm, downMm, measure) : { sizeMm: fullMm, lines: linesAt(clean, typeface, fullMm, acrossMm, measure) };
  const lineMm = sizeMm * LINE_HEIGHT_EM;
  const heightMm = lines.length * lineMm;
  const spareMm = isFixed ? Math.max(downMm - heightMm, 0) : 0;
  const topMm = element.verticalAlignment === 'top' ? 0 : element.verticalAlignment === 'center' ? spareMm / 2 : spareMm;
  const colour = colourOf(element.textBrush);
  return {
    heightMm,
    lines: lines.flatMap((line, index): Extract<PaintItem, { kind: 'text' }>[] => {
      if (line === '') return [];
      const spaceMm = acrossMm - measure.widthEm(typeface, line) * sizeMm;
      const startMm = element.textAlignment === 'left' ? 0 : element.textAlignment === 'center' ? spaceMm / 2 : spaceMm;
      const lineTopMm = topMm + index * lineMm;
      const baselineMm = lineTopMm + BASELINE_EM * sizeMm;
      const common = { kind: 'text' as const, typeface, sizeMm, colour };
      return turned
        ? [{ ...common, rotation: 90 as const, box, lines: [{ text: line, xMm: startMm, baselineMm }] }]
        : [
            {
              ...common,
              rotation: 0 as const,
              box: { xMm: box.xMm, yMm: box.yMm + lineTopMm, widthMm: box.widthMm, heightMm: lineMm },
              lines: [{ text: line, xMm: box.xMm + startMm, baselineMm: box.yMm + baselineMm }],
            },
          ];
    }),
  };
}

function fitted(text: string, typeface: Typeface, fullMm: number, acrossMm: number, downMm: number, measure: TextMeasure) {
  let sizeMm = fullMm;
  let lines: readonly string[] = [];
  for (const step of SHRINK_STEPS) {
    sizeMm = fullMm * step;
    lines = linesAt(text, typeface, sizeMm, acrossMm, measure);
    // A box may be as low as its type: one line is never too many.
    if (lines.length === 1 || lines.length * sizeMm * LINE_HEIGHT_EM <= downMm + 1e-6) return { sizeMm, lines };
  }
  const most = Math.max(Math.floor(downMm / (sizeMm * LINE_HEIGHT_EM)), 1);
  const kept = lines.slice(0, most);
  return { sizeMm, lines: [...kept.slice(0, -1), shortened(kept.at(-1) ?? '', typeface, acrossMm / sizeMm, measure)] };
}

const linesAt = (text: string, typeface: Typeface, sizeMm: number, acrossMm: number, measure: TextMeasure) =>
  breakLines(text, sizeMm > 0 ? acrossMm / sizeMm : 0, typeface, measure);

function shortened(line: string, typeface: Typeface, widthEm: number, measure: TextMeasure): string {
  const parts = Array.from(line);
  while (parts.length > 0 && measure.widthEm(typeface, parts.join('') + ELLIPSIS) > widthEm) parts.pop();
  return parts.join('').trimEnd() + ELLIPSIS;
}
