import type { TextElement } from '../contract/templates.ts';
import { brokenLines, type BrokenLine } from './break-text.ts';
import { directionOf, type Direction } from './direction.ts';
import { graphemesOf } from './graphemes.ts';
import { printable } from './printable.ts';
import { colourOf, mmOfPx } from './lengths.ts';
import type { LaidItem, TextMeasure } from './sketch.ts';
import { textLookOf, type TextLook } from './text-look.ts';
import { trackedMeasure } from './tracking.ts';
import type { Typeface } from './typefaces.ts';
import { THRESHOLDS } from '../preflight/thresholds.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import { mmToPoints, pointsToMm } from '../units.ts';

export type TextItem = Extract<LaidItem, { kind: 'text' }>;

/** What a text that grows takes beyond its lines (service-facts 9.2, "Text height rule"). */
const BELOW_LAST_LINE_PX = 10;

/** By rules 1 and 2 a text that does not fit its box is set smaller in these steps, and cut after the smallest. */
const SHRINK_STEPS = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65] as const;
const SMALLEST_STEP = 0.6;
/**
 * Since rules 3 it is set smaller by half points, so that sizes on a page differ visibly or not at all, down to a share of its
 * size and never under what is read in print; what still does not fit is told.
 */
const STEP_MM = pointsToMm(0.5);
const FLOOR_MM = pointsToMm(THRESHOLDS.textPtInfo.value);
const ELLIPSIS = '…';
const ROUNDING_MM = 1e-6;

/** A line of a text, from the box's top left; `item` is only that line. */
export interface LaidLine {
  readonly topMm: number;
  readonly bottomMm: number;
  readonly item: TextItem;
}

export interface LaidText {
  /** Without the empty ones. */
  readonly lines: readonly LaidLine[];
  /** Of a text that grows: its lines and a little more. Of another: its box. */
  readonly heightMm: number;
  /** What had to be done so that it fits; null: nothing, or a book of rules 1 or 2. */
  readonly fit: TextFit | null;
}

/** How a text fits the box that it was given. Sizes are points; characters are those that a reader counts (graphemes). */
export type TextFit =
  | { readonly kind: 'smaller'; readonly fullPt: number; readonly setPt: number }
  | { readonly kind: 'tooLong'; readonly characters: number; readonly room: number }
  | CutLine;

/** A line that is printed without its end. */
export interface CutLine {
  readonly kind: 'cut';
  readonly characters: number;
  /** That many would be printed whole. */
  readonly room: number;
  /** That many stand before the ellipsis. */
  readonly printed: number;
  readonly setPt: number;
}

/**
 * Sets a text into the box of its element, whose top left is (0, 0) of the answer. A dynamic element takes the height
 * that its text needs; in a fixed one the text is set smaller, as the rules have it, and then cut with an ellipsis.
 */
export function layText(text: string, element: TextElement, box: BoxMm, measure: TextMeasure): LaidText {
  const look = textLookOf(element);
  const { typeface, trackingEm } = look;
  const isTurned = element.rotation === 90;
  const isSpineLine = isTurned && element.panel === 'spine' && measure.rules >= 9;
  const clean = isSpineLine
    ? spineLineOf(text, typeface, measure)
    : printable(isTurned ? text.replace(/\s+/g, ' ') : text, typeface, measure);
  const [acrossMm, downMm] = isTurned ? [box.heightMm, box.widthMm] : [box.widthMm, box.heightMm];
  const spareMm = isTurned ? 0 : look.spareMm;
  const setting: Setting = {
    look,
    acrossMm,
    roomMm: downMm + spareMm,
    measure: trackedMeasure(measure, trackingEm),
  };
  const fullMm = mmOfPx(element.fontSize);
  const mostLines = isTurned ? 1 : Infinity;
  const {
    sizeMm,
    lines,
    fit = null,
  }: SetText = element.isDynamic === true
    ? { sizeMm: fullMm, lines: linesAt(clean, fullMm, setting) }
    : isSpineLine
      ? alone(fittedLine(clean, { fullMm, leastMm: Math.min(fullMm, FLOOR_MM), acrossMm }, setting))
      : (measure.rules < 3 ? shrunk : fitted)(clean, fullMm, mostLines, setting);
  const lineMm = sizeMm * look.lineEm;
  const linesMm = lines.length * lineMm;
  // What does not fit the box goes on into the room below it.
  const tallMm = Math.max(downMm, Math.min(linesMm, downMm + spareMm));
  const topMm = element.isDynamic === true ? 0 : (tallMm - linesMm) * SHARE_ABOVE[element.verticalAlignment];
  const colour = colourOf(element.textBrush);
  return {
    heightMm: element.isDynamic === true ? linesMm + mmOfPx(BELOW_LAST_LINE_PX) : box.heightMm,
    fit,
    lines: lines.flatMap(({ text: line, direction }, index): LaidLine[] => {
      if (line === '') return [];
      const leftMm = acrossMm - lineWidthEm(line, setting) * sizeMm;
      const startMm = leftMm * SHARE_BEFORE[alignmentIn(direction, element.textAlignment)];
      const lineTopMm = topMm + index * lineMm;
      const baselineMm = lineTopMm + look.baselineEm * sizeMm;
      const common = {
        kind: 'text' as const,
        typeface,
        sizeMm,
        colour,
        ...(trackingEm === 0 ? {} : { trackingEm }),
      };
      const said = direction === 'rtl' ? { text: line, direction } : { text: line };
      if (isTurned)
        return [
          {
            topMm: 0,
            bottomMm: box.heightMm,
            item: { ...common, rotation: 90, box, lines: [{ ...said, xMm: startMm, baselineMm }] },
          },
        ];
      const lineBox = { xMm: box.xMm, yMm: box.yMm + lineTopMm, widthMm: box.widthMm, heightMm: lineMm };
      return [
        {
          topMm: lineBox.yMm,
          bottomMm: lineBox.yMm + lineMm,
          item: {
            ...common,
            rotation: 0,
            box: lineBox,
            lines: [{ ...said, xMm: box.xMm + startMm, baselineMm: box.yMm + baselineMm }],
          },
        },
      ];
    }),
  };
}

const SHARE_ABOVE = { top: 0, center: 0.5, bottom: 1 } as const;
const SHARE_BEFORE = { left: 0, center: 0.5, right: 1 } as const;

/** Templates are drawn for text from left to right: their left is where a paragraph begins. */
const alignmentIn = (direction: Direction, alignment: TextElement['textAlignment']) =>
  direction === 'rtl' && alignment === 'left' ? 'right' : alignment;

interface Setting {
  readonly look: TextLook;
  readonly acrossMm: number;
  /** As far down as lines may go. */
  readonly roomMm: number;
  /** With the room between letters. */
  readonly measure: TextMeasure;
}

interface SetText {
  readonly sizeMm: number;
  readonly lines: readonly BrokenLine[];
  readonly fit?: TextFit | null;
}

/** A box may be as low as its type: one line is never too many. */
const holds = (lines: readonly BrokenLine[], sizeMm: number, mostLines: number, { look, roomMm }: Setting): boolean =>
  lines.length === 1 || (lines.length <= mostLines && lines.length * sizeMm * look.lineEm <= roomMm + ROUNDING_MM);

/** By rules 1 and 2. */
function shrunk(text: string, fullMm: number, mostLines: number, setting: Setting): SetText {
  const setAt = (step: number) => {
    const sizeMm = fullMm * step;
    const lines = linesAt(text, sizeMm, setting);
    return { sizeMm, lines, fits: holds(lines, sizeMm, mostLines, setting) };
  };
  const full = setAt(1);
  if (full.fits) return full;
  const smallest = setAt(SMALLEST_STEP);
  if (smallest.fits) return SHRINK_STEPS.map(setAt).find(({ fits }) => fits) ?? smallest;
  return { sizeMm: smallest.sizeMm, lines: cut(smallest.lines, smallest.sizeMm, mostLines, setting) };
}

/** Of a longer text its beginning is tried first: where that has no room, the rest need not be set. */
const LONG_CHARACTERS = 1_000;

/** Since rules 3. The smallest size is tried before those between: what does not fit there is not set at them. */
function fitted(text: string, fullMm: number, mostLines: number, setting: Setting): SetText {
  const leastMm = Math.min(fullMm, Math.max(FLOOR_MM, fullMm * setting.look.leastShare));
  const setAt = (sizeMm: number, own = text) => {
    const lines = linesAt(own, sizeMm, setting);
    return { sizeMm, lines, fits: holds(lines, sizeMm, mostLines, setting) };
  };
  const tooLong = (lines: readonly BrokenLine[]): SetText => {
    const characters = graphemesOf(text);
    const room = roomFor(characters, leastMm, mostLines, setting);
    return {
      sizeMm: leastMm,
      lines: cut(lines, leastMm, mostLines, setting),
      fit: { kind: 'tooLong', characters: characters.length, room },
    };
  };
  if (text.length > LONG_CHARACTERS) {
    const beginning = setAt(leastMm, graphemesOf(text.slice(0, LONG_CHARACTERS)).slice(0, -1).join(''));
    if (!beginning.fits) return tooLong(beginning.lines);
  }
  const full = setAt(fullMm);
  if (full.fits) return full;
  const least = setAt(leastMm);
  if (!least.fits) return tooLong(least.lines);
  let set = least;
  for (let sizeMm = fullMm - STEP_MM; sizeMm > leastMm; sizeMm -= STEP_MM) {
    const own = setAt(sizeMm);
    if (!own.fits) continue;
    set = own;
    break;
  }
  return { ...set, fit: smaller(fullMm, set.sizeMm) };
}

/** A text as the line of a spine: whatever ends a line in it is a space. */
export const spineLineOf = (text: string, typeface: Typeface, measure: TextMeasure): string =>
  printable(text, typeface, measure).replace(/\s+/g, ' ').trim();

/** One line, with what had to be done so that it fits. */
export interface FittedLine {
  readonly text: string;
  readonly sizeMm: number;
  readonly fit: Exclude<TextFit, { kind: 'tooLong' }> | null;
}

interface LineRoom {
  readonly fullMm: number;
  readonly leastMm: number;
  readonly acrossMm: number;
}

/**
 * A text in one line: as large as it is asked for, else smaller by half points as far as the least size, and where that has no room
 * without its end, which an ellipsis stands for; without anything where not even one character has. `measure` has the room between letters.
 */
export function fittedLine(
  text: string,
  { fullMm, leastMm, acrossMm }: LineRoom,
  { look, measure }: Pick<Setting, 'measure'> & { readonly look: Pick<TextLook, 'typeface' | 'trackingEm'> },
): FittedLine {
  const widthEm = (line: string): number => Math.max(0, measure.widthEm(look.typeface, line) - look.trackingEm);
  const wholeEm = widthEm(text);
  const holdsAt = (sizeMm: number, em = wholeEm): boolean => em * sizeMm <= acrossMm + ROUNDING_MM;
  if (holdsAt(fullMm)) return { text, sizeMm: fullMm, fit: null };
  for (let step = 1; fullMm - step * STEP_MM > leastMm; step += 1) {
    const sizeMm = fullMm - step * STEP_MM;
    if (holdsAt(sizeMm)) return { text, sizeMm, fit: smaller(fullMm, sizeMm) };
  }
  if (holdsAt(leastMm)) return { text, sizeMm: leastMm, fit: smaller(fullMm, leastMm) };
  const characters = graphemesOf(text);
  const beginning = (count: number): string => characters.slice(0, count).join('').trimEnd();
  const most = (isHeld: (count: number) => boolean): number => {
    let count = 0;
    while (count < characters.length && isHeld(count + 1)) count += 1;
    return count;
  };
  const room = most((count) => holdsAt(leastMm, widthEm(beginning(count))));
  const printed = most((count) => holdsAt(leastMm, widthEm(beginning(count) + ELLIPSIS)));
  return {
    text: printed === 0 ? '' : beginning(printed) + ELLIPSIS,
    sizeMm: leastMm,
    fit: { kind: 'cut', characters: characters.length, room, printed, setPt: mmToPoints(leastMm) },
  };
}

const smaller = (fullMm: number, sizeMm: number) =>
  ({ kind: 'smaller', fullPt: mmToPoints(fullMm), setPt: mmToPoints(sizeMm) }) as const;

const alone = ({ text, sizeMm, fit }: FittedLine): SetText => ({
  sizeMm,
  fit,
  lines: [{ text, direction: directionOf(text) }],
});

/** How many of its characters fit, from its beginning: found from the front, because it may be a thousand times too long. */
function roomFor(characters: readonly string[], sizeMm: number, mostLines: number, setting: Setting): number {
  const areHeld = (count: number): boolean =>
    holds(linesAt(characters.slice(0, count).join(''), sizeMm, setting), sizeMm, mostLines, setting);
  let [fits, isTooMany] = [0, 1];
  while (isTooMany < characters.length && areHeld(isTooMany)) [fits, isTooMany] = [isTooMany, isTooMany * 2];
  isTooMany = Math.min(isTooMany, characters.length);
  while (isTooMany - fits > 1) {
    const middle = Math.floor((fits + isTooMany) / 2);
    if (areHeld(middle)) fits = middle;
    else isTooMany = middle;
  }
  return fits;
}

/** As many lines as the box holds, the last one with an ellipsis. */
function cut(lines: readonly BrokenLine[], sizeMm: number, mostLines: number, setting: Setting): readonly BrokenLine[] {
  const most = Math.max(Math.min(Math.floor(setting.roomMm / (sizeMm * setting.look.lineEm)), mostLines), 1);
  const kept = lines.slice(0, most);
  const last = kept.at(-1) ?? { text: '', direction: 'ltr' };
  return [...kept.slice(0, -1), { ...last, text: shortened(last.text, sizeMm, setting) }];
}

const linesAt = (text: string, sizeMm: number, { acrossMm, look, measure }: Setting) =>
  brokenLines(text, sizeMm > 0 ? acrossMm / sizeMm + look.trackingEm : 0, look.typeface, measure, {
    isTitle: look.isTitle,
  });

/** Without the room behind its last letter. */
const lineWidthEm = (line: string, { look, measure }: Setting): number =>
  measure.widthEm(look.typeface, line) - look.trackingEm;

function shortened(line: string, sizeMm: number, setting: Setting): string {
  const graphemes = [...graphemesOf(line)];
  while (graphemes.length > 0 && lineWidthEm(graphemes.join('') + ELLIPSIS, setting) * sizeMm > setting.acrossMm)
    graphemes.pop();
  return graphemes.join('').trimEnd() + ELLIPSIS;
}

/** How wide a line of a text that is laid out is, in millimetres. */
export const widthOfLine = (
  { typeface, sizeMm, trackingEm = 0 }: TextItem,
  line: string,
  measure: TextMeasure,
): number => (trackedMeasure(measure, trackingEm).widthEm(typeface, line) - trackingEm) * sizeMm;

/** Lines that follow one another in one setting, as one item. */
export function joinedLines(lines: readonly TextItem[]): TextItem[] {
  const joined: TextItem[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last === undefined || last.sizeMm !== line.sizeMm || last.rotation !== line.rotation) joined.push(line);
    else
      joined[joined.length - 1] = { ...last, box: around(last.box, line.box), lines: [...last.lines, ...line.lines] };
  }
  return joined;
}

function around(a: BoxMm, b: BoxMm): BoxMm {
  const xMm = Math.min(a.xMm, b.xMm);
  const yMm = Math.min(a.yMm, b.yMm);
  return {
    xMm,
    yMm,
    widthMm: Math.max(a.xMm + a.widthMm, b.xMm + b.widthMm) - xMm,
    heightMm: Math.max(a.yMm + a.heightMm, b.yMm + b.heightMm) - yMm,
  };
}
