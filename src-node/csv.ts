const BOM = '\uFEFF';

/** What a spreadsheet would run as a formula: the signs that begin one (OWASP, CSV injection), full-width ones as East Asian settings take them. */
const RUNS = '[=+\\-@\\t\\r＝＋－＠]';
const GUARDED = new RegExp(`^'+${RUNS}`);
const TO_GUARD = new RegExp(`^'*${RUNS}`);

/**
 * A cell as RFC 4180 has it; one that a spreadsheet would run as a formula is made text by an apostrophe. One that begins
 * with apostrophes before such a sign gets another, so that `unguarded` gives back what was written.
 */
function cell(text: string): string {
  const safe = TO_GUARD.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell as it was before it was made text. */
export const unguarded = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);

/** Rows of cells with a BOM, so that spreadsheets read Hangul. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  `${BOM}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

/** Rows under their column names. */
export const csvOf = <Row>(
  columns: readonly (readonly [name: string, of: (row: Row) => string])[],
  rows: readonly Row[],
): string => csvLines([columns.map(([name]) => name), ...rows.map((row) => columns.map(([, of]) => of(row)))]);
