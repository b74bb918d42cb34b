import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { Verdict } from '../../../src-core/preflight/verdicts.ts';
import { createSearch, searchTextOf, type SearchText } from '../../i18n/choseong.ts';

export interface LibraryFilter {
  readonly query: string;
  readonly verdict: Verdict | 'all';
}

export const NO_FILTER: LibraryFilter = { query: '', verdict: 'all' };

/** Of rows that were looked through: they stay the same objects while they do not change, and a key is struck ten times a second. */
const searchTexts = new WeakMap<LibraryRow, SearchText>();

/** Its parts do not run into each other. */
function textOf(row: LibraryRow): SearchText {
  let text = searchTexts.get(row);
  if (text === undefined) {
    text = searchTextOf([row.title, row.batch, row.specName ?? '', ...row.recipients].join('\0'));
    searchTexts.set(row, text);
  }
  return text;
}

/** The rows that the filter lets through, in their order. The query looks at title, folder, spec and recipients. */
export function filterRows(rows: readonly LibraryRow[], { query, verdict }: LibraryFilter): readonly LibraryRow[] {
  const isSearched = query.trim() !== '';
  const holds = createSearch(query);
  return rows.filter((row) => (verdict === 'all' || row.verdict === verdict) && (!isSearched || holds(textOf(row))));
}

export type VerdictCounts = Readonly<Record<Verdict | 'all', number>>;

export function countVerdicts(rows: readonly LibraryRow[]): VerdictCounts {
  const counts = { all: rows.length, accepted: 0, warning: 0, refused: 0, notChecked: 0 };
  for (const row of rows) counts[row.verdict] += 1;
  return counts;
}

/** The next row with a problem after the focused one, round the end; null when there is none. */
export function nextProblem(rows: readonly LibraryRow[], focusId: string | null, direction: 1 | -1): LibraryRow | null {
  const from = rows.findIndex((row) => row.bookId === focusId);
  const start = from === -1 ? (direction === 1 ? -1 : 0) : from;
  for (let step = 1; step <= rows.length; step += 1) {
    const row = rows[(start + direction * step + rows.length * 2) % rows.length];
    if (row !== undefined && isProblem(row)) return row;
  }
  return null;
}

/**
 * Either question may ask for a person: whether the service takes it, and whether it prints well. Of what is ordered only what prints
 * badly does: it can still be cancelled, and what was worth a look was let pass.
 */
export const isProblem = ({ verdict, print, stage }: LibraryRow): boolean =>
  stage === 'ordering' || stage === 'ordered'
    ? print === 'bad'
    : verdict === 'refused' ||
      verdict === 'warning' ||
      print === 'bad' ||
      print === 'look' ||
      stage === 'needsYou' ||
      stage === 'incomplete' ||
      stage === 'failed';

export interface WorkLeft {
  /** May be uploaded now. */
  readonly ready: readonly LibraryRow[];
  /** Uploaded and not ordered. */
  readonly orderable: readonly LibraryRow[];
  /** A person has to decide or to bring a file. */
  readonly needYou: number;
  /** The service would refuse them. */
  readonly blocked: number;
}

/** A version of a layout that a newer one has replaced is sent or ordered by itself alone. */
export function workLeft(all: readonly LibraryRow[]): WorkLeft {
  const rows = all.filter(({ layout }) => layout !== 'former');
  return {
    ready: rows.filter((row) => row.stage === 'ready'),
    orderable: rows.filter((row) => row.stage === 'uploaded'),
    needYou: rows.filter((row) => row.stage === 'needsYou' || row.stage === 'incomplete' || row.stage === 'failed')
      .length,
    blocked: rows.filter((row) => row.stage === 'blocked').length,
  };
}
