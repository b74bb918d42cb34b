import type { Paint } from '../../pdf/inspection/colour-facts.ts';
import { quadOfBounds, unionOf, type BoundsMm, type QuadMm } from '../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../pdf/inspection/inspection.ts';
import type { PathObject, TextObject } from '../../pdf/inspection/page-objects.ts';
import { visibleMarks, type VisibleMark } from './visible-marks.ts';
import { MM_PER_POINT } from '../../units.ts';

/** Words on one line, whether they are text or were turned into outlines. */
export interface TextLine {
  readonly boundsMm: BoundsMm;
  readonly quadMm: QuadMm;
  /** `path` for words in outlines. */
  readonly kind: 'text' | 'path';
  readonly excerpt: string | null;
  /** The largest of its parts; for outlines a guess from their height. */
  readonly sizePt: number;
  /** False where a font does not tell how wide its letters are: the end of the line is a guess. */
  readonly isMeasured: boolean;
  /** Clockwise in degrees from left to right, 0 to 359; null for outlines, which do not tell. */
  readonly directionDegrees: number | null;
  /** Of its first part; null for outlines and for fonts without a name. */
  readonly fontName: string | null;
}

const known = new WeakMap<InspectedPage, readonly TextLine[]>();

/** All that is there to read on a page and can be seen. */
export function textLines(page: InspectedPage): readonly TextLine[] {
  const lines = known.get(page) ?? gather(page);
  known.set(page, lines);
  return lines;
}

function gather(page: InspectedPage): TextLine[] {
  const marks = visibleMarks(page);
  return [...liveLines(marks), ...outlinedLines(marks)];
}

/** Shows of one line that are no further apart than this part of the size belong together: kerning splits words. */
const JOIN_GAP_EM = 1.2;

interface OpenLine {
  boundsMm: BoundsMm;
  words: string;
  sizePt: number;
  readonly directionDegrees: number;
  readonly first: TextObject;
  parts: number;
  isMeasured: boolean;
}

/** Text in painting order, parts of one line joined. */
function liveLines(marks: readonly VisibleMark[]): TextLine[] {
  const lines: OpenLine[] = [];
  for (const { object, boundsMm } of marks) {
    if (object.kind !== 'text') continue;
    const directionDegrees = ((Math.round(object.directionDegrees) % 360) + 360) % 360;
    const last = lines.at(-1);
    if (last !== undefined && last.directionDegrees === directionDegrees && continues(last, boundsMm, object.sizePt)) {
      last.boundsMm = unionOf(last.boundsMm, boundsMm);
      last.words += object.text ?? '';
      last.sizePt = Math.max(last.sizePt, object.sizePt);
      last.parts++;
      last.isMeasured &&= object.font?.areWidthsKnown ?? true;
    } else {
      lines.push({
        boundsMm,
        words: object.text ?? '',
        sizePt: object.sizePt,
        directionDegrees,
        first: object,
        parts: 1,
        isMeasured: object.font?.areWidthsKnown ?? true,
      });
    }
  }
  return lines.map(({ boundsMm, words, sizePt, directionDegrees, first, parts, isMeasured }) => ({
    boundsMm,
    quadMm: parts === 1 ? first.quadMm : quadOfBounds(boundsMm),
    kind: 'text',
    excerpt: words.trim() === '' ? null : words.trim(),
    sizePt,
    isMeasured,
    directionDegrees,
    fontName: first.font?.name ?? null,
  }));
}

function continues(line: OpenLine, next: BoundsMm, sizePt: number): boolean {
  const gapMm = JOIN_GAP_EM * Math.min(line.sizePt, sizePt) * MM_PER_POINT;
  const isUpright = line.directionDegrees % 180 === 90;
  const across = (bounds: BoundsMm, em: number) => asHighAsAnEm(isUpright ? turned(bounds) : bounds, em);
  return isNextTo(across(line.boundsMm, line.sizePt), across(next, sizePt), gapMm);
}

/** A full stop and a quotation mark lie beside no part of each other, yet on one line. */
function asHighAsAnEm(bounds: BoundsMm, sizePt: number): BoundsMm {
  const lackingMm = Math.max(0, sizePt * MM_PER_POINT - (bounds.bottomMm - bounds.topMm)) / 2;
  return { ...bounds, topMm: bounds.topMm - lackingMm, bottomMm: bounds.bottomMm + lackingMm };
}

/** On one line and no further apart than `gapMm`. */
function isNextTo(a: BoundsMm, b: BoundsMm, gapMm: number): boolean {
  const sharedMm = Math.min(a.bottomMm, b.bottomMm) - Math.max(a.topMm, b.topMm);
  const apartMm = Math.max(a.leftMm, b.leftMm) - Math.min(a.rightMm, b.rightMm);
  return sharedMm > 0.5 * Math.min(a.bottomMm - a.topMm, b.bottomMm - b.topMm) && apartMm < gapMm;
}

/** Letters in outlines: what is lower or higher than this is ornament. */
const LETTER_MM = { low: 0.8, high: 25 };
/** Letters that make a word: fewer might be anything. */
const MIN_LETTERS = 4;
/** Drawn segments of one letter: a plain I has four. */
const SEGMENTS_PER_LETTER = 4;
/** Letters of one path: a line that was turned into outlines at once. */
const MIN_SEGMENTS_OF_LINE = 40;
const LINE_LONGER_THAN_HIGH = 2.5;
/** Letters of one line differ in height by descenders and capitals. */
const MAX_HEIGHT_RATIO = 2.5;

interface Letter {
  readonly mark: VisibleMark;
  readonly fill: Paint;
  readonly boundsMm: BoundsMm;
}

/**
 * Words in outlines: small filled shapes of one colour in a row, or one shape of many segments that is as long and low
 * as a line. Checks that ask the fonts alone do not see these.
 */
function outlinedLines(marks: readonly VisibleMark[]): TextLine[] {
  const found: TextLine[] = [];
  const letters: Letter[] = [];
  for (const mark of marks) {
    const { object, boundsMm } = mark;
    if (object.kind !== 'path' || object.shape !== 'other' || object.fill === null || object.fill.pattern !== null)
      continue;
    if (isWholeLine(object, boundsMm)) found.push(outlined(boundsMm));
    else if (isLetter(object, boundsMm)) letters.push({ mark, fill: object.fill, boundsMm });
  }
  const across = rowsOf(letters);
  const used = new Set(across.flatMap((row) => row.letters.map(({ mark }) => mark)));
  // Only what stands in no line across can be a line down: letters of paragraphs stand above each other, too.
  const left = letters
    .filter(({ mark }) => !used.has(mark))
    .map((letter) => ({ ...letter, boundsMm: turned(letter.boundsMm) }));
  const down = rowsOf(left).map(({ boundsMm }) => outlined(turned(boundsMm)));
  return [...found, ...across.map(({ boundsMm }) => outlined(boundsMm)), ...down];
}

function isWholeLine({ segments }: PathObject, { leftMm, topMm, rightMm, bottomMm }: BoundsMm): boolean {
  const high = Math.min(rightMm - leftMm, bottomMm - topMm);
  const long = Math.max(rightMm - leftMm, bottomMm - topMm);
  const letters = long / Math.max(high, LETTER_MM.low);
  return (
    high >= LETTER_MM.low &&
    high <= LETTER_MM.high &&
    long >= LINE_LONGER_THAN_HIGH * high &&
    segments >= Math.max(MIN_SEGMENTS_OF_LINE, letters * SEGMENTS_PER_LETTER)
  );
}

function isLetter({ segments }: PathObject, { leftMm, topMm, rightMm, bottomMm }: BoundsMm): boolean {
  const width = rightMm - leftMm;
  const height = bottomMm - topMm;
  return (
    Math.max(width, height) >= LETTER_MM.low &&
    Math.max(width, height) <= LETTER_MM.high &&
    segments >= SEGMENTS_PER_LETTER
  );
}

interface LetterRow {
  readonly letters: Letter[];
  boundsMm: BoundsMm;
  highMm: number;
}

/** Pages of more letters than this are maps and the like, not pages of words in outlines. */
const MAX_LETTERS = 20_000;
/** Rows are looked for by where they lie on the page, which keeps pages of ten thousand letters quick. */
const SHELF_MM = 5;

/** Rows of at least `MIN_LETTERS` letters, from left to right. */
function rowsOf(letters: readonly Letter[]): readonly LetterRow[] {
  if (letters.length > MAX_LETTERS) return [];
  const rows: LetterRow[] = [];
  const shelves = new Map<number, LetterRow[]>();
  for (const letter of [...letters].sort((a, b) => a.boundsMm.leftMm - b.boundsMm.leftMm)) {
    const places = shelvesOf(letter.boundsMm);
    // What no letter can reach any more is done with.
    for (const place of places)
      shelves.set(
        place,
        (shelves.get(place) ?? []).filter(
          ({ boundsMm }) => boundsMm.rightMm + LETTER_MM.high >= letter.boundsMm.leftMm,
        ),
      );
    const near = places.flatMap((place) => shelves.get(place) ?? []);
    let row = near.find((candidate) => takes(candidate, letter));
    if (row === undefined) {
      row = { letters: [letter], boundsMm: letter.boundsMm, highMm: highOf(letter.boundsMm) };
      rows.push(row);
    } else {
      row.letters.push(letter);
      row.boundsMm = unionOf(row.boundsMm, letter.boundsMm);
      row.highMm = Math.max(row.highMm, highOf(letter.boundsMm));
    }
    for (const place of places) {
      const shelf = shelves.get(place);
      if (shelf !== undefined && !shelf.includes(row)) shelf.push(row);
    }
  }
  return rows.filter((row) => row.letters.length >= MIN_LETTERS && isWordLike(row));
}

const highOf = ({ topMm, bottomMm }: BoundsMm): number => bottomMm - topMm;

function shelvesOf({ topMm, bottomMm }: BoundsMm): readonly number[] {
  const first = Math.floor(topMm / SHELF_MM);
  return Array.from({ length: Math.floor(bottomMm / SHELF_MM) - first + 1 }, (_, index) => first + index);
}

function takes(row: LetterRow, { fill, boundsMm }: Letter): boolean {
  const highMm = highOf(boundsMm);
  return (
    isSamePaint(row.letters[0]?.fill, fill) &&
    isNextTo(row.boundsMm, boundsMm, 0.8 * row.highMm) &&
    Math.max(highMm, row.highMm) <= MAX_HEIGHT_RATIO * Math.max(Math.min(highMm, row.highMm), LETTER_MM.low)
  );
}

/** Longer than high, and its letters not all alike: a row of dots or stars is an ornament. */
function isWordLike({ letters, boundsMm }: LetterRow): boolean {
  if (boundsMm.rightMm - boundsMm.leftMm < 1.5 * (boundsMm.bottomMm - boundsMm.topMm)) return false;
  const forms = new Set(
    letters.map(
      ({ mark: { object }, boundsMm: { leftMm, rightMm } }) =>
        `${object.kind === 'path' ? object.segments : 0} ${Math.round((rightMm - leftMm) * 10)}`,
    ),
  );
  return forms.size >= 3;
}

function isSamePaint(a: Paint | undefined, b: Paint): boolean {
  return (
    a === b ||
    (a !== undefined &&
      a.space.family === b.space.family &&
      a.values.length === b.values.length &&
      a.values.every((value, index) => value === b.values[index]))
  );
}

function outlined(boundsMm: BoundsMm): TextLine {
  const highMm = Math.min(boundsMm.bottomMm - boundsMm.topMm, boundsMm.rightMm - boundsMm.leftMm);
  return {
    boundsMm,
    quadMm: quadOfBounds(boundsMm),
    kind: 'path',
    excerpt: null,
    sizePt: highMm / MM_PER_POINT,
    isMeasured: true,
    directionDegrees: null,
    fontName: null,
  };
}

/** Across and down exchanged: columns become rows. */
const turned = ({ leftMm, topMm, rightMm, bottomMm }: BoundsMm): BoundsMm => ({
  leftMm: topMm,
  topMm: leftMm,
  rightMm: bottomMm,
  bottomMm: rightMm,
});
