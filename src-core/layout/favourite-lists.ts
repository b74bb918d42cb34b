import { comparable } from './favourite-names.ts';

const CELL_ENDS = new Set(',;\t，；、');
const OR = / or | ?및 ?/iu;
/** Between names that all stand for pictures. */
const BETWEEN = new Set(['and', '와', '과', '하고', '그리고']);
const DATE = /^\d{4}\/\d{1,2}\/\d{1,2}$/;

export const linesOf = (text: string): readonly string[] =>
  text.split(/\r\n|[\r\n\u0085\u2028\u2029]/).filter((line) => line.trim() !== '');

/** At the signs between cells; in quotes they belong to the name, and two quotes are one. */
export function cellsOf(line: string, ends: ReadonlySet<string> = CELL_ENDS): readonly string[] {
  const cells: string[] = [];
  let from = 0;
  while (from <= line.length) {
    const quoted = quotedCell(line, from, ends);
    let to = quoted?.to ?? from;
    if (quoted === null) while (to < line.length && !ends.has(line[to] ?? '')) to += 1;
    cells.push((quoted?.text ?? line.slice(from, to)).trim());
    from = to + 1;
  }
  return cells;
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

/** Words that may be names by themselves; none where a bracket counts copies of one name, or numbers are a date. */
export function wordsOf(text: string): readonly string[] {
  if (/[()]/.test(text) || DATE.test(text)) return [];
  return text.split(/[\s/&+·]+/u).filter((word) => word !== '' && !BETWEEN.has(word.toLowerCase()));
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
