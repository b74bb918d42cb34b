/** Begins a line of its own: a heading, an item of a list, a row of a table. */
const BEGINS_LINE = /^(#|- |\|)/;
/** Nothing is put behind it: a heading, a row of a table. */
const ENDS_LINE = /^[#|]/;

/**
 * Markdown whose paragraphs are one line each. Sources break lines where they are wide enough; the pages that show the
 * document take each such break for one that is meant.
 */
export function prose(markdown: string): string {
  const lines: string[] = [];
  for (const raw of markdown.trim().split('\n')) {
    const line = raw.trim();
    const before = lines.at(-1) ?? '';
    if (line === '' && before === '') continue;
    if (line === '' || before === '' || BEGINS_LINE.test(line) || ENDS_LINE.test(before)) lines.push(line);
    else lines[lines.length - 1] = `${before} ${line}`;
  }
  return lines.join('\n');
}
