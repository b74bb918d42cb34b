import { comparable } from './favourite-names.ts';

const CELL_ENDS = new Set(',;\t，；、');
const OR = / or | ?및 ?/iu;
/** Between names that all stand for pictures. */
const BETWEEN = new Set(['and', '와', '과', '하고', '그리고']);

const YEAR = '(?:19|20)\\d\\d';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY_OF = `(?:${MONTH} ?${DAY}(?:st|nd|rd|th)?|${DAY}(?:st|nd|rd|th)? ?${MONTH})`;
/** 원본 is an original and no money. */
const WON = '(?:원|천원|만원)(?!본)';
const LETTERED = '(?:won|krw|usd|eur|dollars?|euros?)(?!\\p{L})';
const SIGN = '[₩￦$€£¥]';
const THOUSANDS = '\\d{1,3}(?:,\\d{3}){1,4}(?!\\d)(?:\\.\\d{1,2}(?!\\d))?';
/** `November 30, 2026`, `$1,234` and `1,234원`, wherever they stand: their commas end no cell. */
const WITH_COMMA = new RegExp(
  `(?<![\\p{L}\\d])${DAY_OF}, ?${YEAR}(?!\\d)|(?:${SIGN}|(?<!\\p{L})(?:krw|usd|eur)) ?${THOUSANDS}|(?<!\\d)${THOUSANDS} ?(?:${WON}|${LETTERED}|${SIGN})`,
  'giu',
);
/** `30/11/2026`, `2026. 11. 30.`, `2026년`, `5000원` and `$12` by themselves. */
const ALONE = new RegExp(
  `^(?:\\d{4} ?[./] ?\\d{1,2} ?[./] ?\\d{1,2}|${DAY} ?[./] ?${DAY} ?[./] ?${YEAR}|${DAY_OF}(?:, ?| )${YEAR}|${YEAR}년(?: ?${DAY}월)?(?: ?${DAY}일)?` +
    `|(?:${SIGN}|(?:krw|usd|eur)) ?(?:${THOUSANDS}|\\d{1,12})|(?:${THOUSANDS}|\\d{1,12}) ?(?:${WON}\\p{L}{0,6}|${LETTERED}|${SIGN}))[.!]?$`,
  'iu',
);

export const linesOf = (text: string): readonly string[] =>
  text.split(/\r\n|[\r\n\u0085\u2028\u2029]/).filter((line) => line.trim() !== '');

/** No picture, however many pictures its numbers would find. */
export const isDateOrSum = (text: string): boolean =>
  ALONE.test(text) || (!/\s/.test(text) && text.search(WITH_COMMA) >= 0);

/** What stands before everything else of a line, as a counter does; null: nothing does. */
export function leadOf(line: string): { readonly lead: string; readonly rest: string } | null {
  const [, lead, rest] = /^\s*([^\s,;，；、]{1,9})[\s,;，；、]+(\S.*)$/u.exec(line) ?? [];
  return lead === undefined || rest === undefined ? null : { lead, rest };
}

/** At the signs between cells; in quotes they belong to the name, and two quotes are one. In a list those of dates and sums end nothing. */
export function cellsOf(line: string, ends: ReadonlySet<string> = CELL_ENDS): readonly string[] {
  const within = ends === CELL_ENDS ? commasWithin(line) : NO_COMMAS;
  const cells: string[] = [];
  let from = 0;
  while (from <= line.length) {
    const quoted = quotedCell(line, from, ends);
    let to = quoted?.to ?? from;
    if (quoted === null) while (to < line.length && (!ends.has(line[to] ?? '') || within.has(to))) to += 1;
    cells.push((quoted?.text ?? line.slice(from, to)).trim());
    from = to + 1;
  }
  return cells;
}

const NO_COMMAS: ReadonlySet<number> = new Set();

function commasWithin(line: string): ReadonlySet<number> {
  const commas = new Set<number>();
  for (const { 0: whole, index } of line.matchAll(WITH_COMMA))
    for (let at = whole.indexOf(','); at >= 0; at = whole.indexOf(',', at + 1)) commas.add(index + at);
  return commas;
}

/** Null: no quote begins there, or none ends before the end of a cell, so that it is a sign like any other. */
function quotedCell(line: string, from: number, ends: ReadonlySet<string>) {
  let at = from;
  while (line[at] === ' ') at += 1;
  if (line[at] !== '"') return null;
  let text = '';
  for (at += 1; at < line.length; at += 1) {
    if (line[at] !== '"') text += line[at];
    else if (line[at + 1] === '"') {
      text += '"';
      at += 1;
    } else {
      let to = at + 1;
      while (line[to] === ' ') to += 1;
      return to === line.length || ends.has(line[to] ?? '') ? { text, to } : null;
    }
  }
  return null;
}

/** On both sides of *or*. */
export const eitherOf = (text: string): readonly string[] => text.replace(/\s+/g, ' ').split(OR);

/** Words that may be names by themselves; none where a bracket counts copies of one name. */
export function wordsOf(text: string): readonly string[] {
  if (/[()]/.test(text)) return [];
  return text
    .split(/[\s&+·]+/u)
    .flatMap((word) => (isDateOrSum(word) ? [word] : word.split('/')))
    .filter((word) => word !== '' && !BETWEEN.has(word.toLowerCase()));
}

const HEADS =
  /^(?:file ?names?|names?|files?|pictures?|photos?|images?|no\.?|번호|파일(?: ?명| ?이름)?|이름|사진(?: ?명| ?이름| ?번호)?)$/u;

/** The rows of a table; null: it is a list. What was pasted is a table where a head says so and every row has as many cells. */
export function rowsOf(lines: readonly string[], isTable: boolean): readonly (readonly string[])[] | null {
  const [first = ''] = lines;
  const ends = ['\t', ';', ','].map((end) => ({ end, count: first.split(end).length - 1 }));
  const [{ end, count } = { end: ',', count: 0 }] = ends.toSorted((a, b) => b.count - a.count);
  const cells = (line: string) => cellsOf(line, new Set(end));
  if (isTable) return lines.map(cells);
  if (count === 0 || !cells(first).some((cell) => HEADS.test(comparable(cell)))) return null;
  const rows = lines.map(cells);
  return rows.every(({ length }) => length === count + 1) ? rows : null;
}
