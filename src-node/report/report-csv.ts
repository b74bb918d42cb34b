import type { BookReport, ReportedGroup } from '../../src-core/preflight/report.ts';
import type { Finding } from '../../src-core/preflight/finding.ts';
import { csvOf } from '../csv.ts';
import type { Messages } from './messages.ts';
import { pageRuns, wordsOf } from './report-words.ts';

interface Line {
  readonly book: BookReport;
  readonly group: ReportedGroup | null;
  readonly found: Finding | null;
}

/** One line a finding, and one for a book without any, so that every book of a folder is there. */
export function reportCsv(books: readonly BookReport[], messages: Messages): string {
  const lines = books.flatMap((book): Line[] => {
    const found = book.groups.flatMap((group) => group.findings.map((one) => ({ book, group, found: one })));
    return found.length === 0 ? [{ book, group: null, found: null }] : found;
  });
  const words = (of: (parts: ReturnType<typeof wordsOf>) => string) => (line: Line) =>
    line.found === null ? '' : of(wordsOf(line.found, messages));
  return csvOf<Line>(
    [
      ['title', ({ book }) => book.title],
      ['bookSpecUid', ({ book }) => book.bookSpecUid],
      ['pageCount', ({ book }) => String(book.pageCount ?? '')],
      ['accepted', ({ book }) => book.accepted],
      ['print', ({ book }) => book.print],
      ['level', ({ book }) => String(book.checkedLevel ?? '')],
      ['file', ({ book, found }) => book.files.find((file) => file.kind === found?.kind)?.name ?? ''],
      ['severity', ({ found }) => found?.severity ?? ''],
      ['rule', ({ found }) => found?.ruleId ?? ''],
      ['pages', ({ found }) => pageRuns(found?.pages ?? [])],
      ['finding', words(({ title }) => title)],
      ['measured', words(({ measured }) => measured)],
      ['allowed', words(({ allowed }) => allowed)],
      ['tolerance', words(({ tolerance }) => tolerance)],
      ['cause', words(({ cause }) => cause)],
      ['source', words(({ source }) => source)],
      ['origin', ({ found }) => found?.origin ?? ''],
      ['remedy', words(({ remedies }) => remedies[0] ?? '')],
      ['objects', ({ found }) => (found === null ? '' : String(found.objectCount))],
      ['signedOffBy', ({ group }) => group?.signOff?.name ?? ''],
      ['signOffReason', ({ group }) => group?.signOff?.reason ?? ''],
    ],
    lines,
  );
}
