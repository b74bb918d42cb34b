const BOM = '\uFEFF';

/** A cell as RFC 4180 has it; one that a spreadsheet would run as a formula is made text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows under their column names, with a BOM, so that spreadsheets read Hangul. */
export function csvOf<Row>(
  columns: readonly (readonly [name: string, of: (row: Row) => string])[],
  rows: readonly Row[],
): string {
  const lines = [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, of]) => cell(of(row))))];
  return `${BOM}${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
