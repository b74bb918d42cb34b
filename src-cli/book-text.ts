import type { BookReport } from '../src-core/preflight/report.ts';
import type { Messages } from '../src-node/report/messages.ts';
import { pageRuns, wordsOf } from '../src-node/report/report-words.ts';

/** A book's report as lines for a terminal. */
export function bookText(book: BookReport, messages: Messages): string {
  const { say } = messages;
  const lines = [`${book.title}: ${say(`ui.verdict.${book.accepted}`)} · ${say(`ui.print.${book.print}`)}`];
  for (const { severity, findings } of book.groups) {
    for (const found of findings) {
      const words = wordsOf(found, messages);
      const where = found.kind === null ? '' : `${say(`library.check.where.${found.kind}`)} `;
      const pages = found.pages === null || found.kind !== 'contents' ? '' : ` [${pageRuns(found.pages)}]`;
      lines.push(`  ${severity.padEnd(10)} ${where}${words.title}${pages}`);
      const figures = [words.measured, words.allowed, words.tolerance].filter((part) => part !== '').join(' / ');
      const more = [words.cause, figures, words.remedies[0] ?? ''].filter((part) => part !== '').join(' · ');
      if (more !== '') lines.push(`             ${more}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
