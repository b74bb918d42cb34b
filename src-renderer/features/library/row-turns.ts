import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { Verdict } from '../../../src-core/preflight/verdicts.ts';

const filesOf = ({ coverFileId, contentsFileId }: LibraryRow): string => `${coverFileId} ${contentsFileId}`;

/** The same files lie there with other bytes: they were written anew by another program. */
export const isWrittenAnew = (former: LibraryRow, now: LibraryRow): boolean =>
  filesOf(former) === filesOf(now) && former.bytesKey !== now.bytesKey;

/**
 * Finds the books whose files were written anew and judged, among the rows of a list that is told again and again. A row that
 * is new, or judged for the first time, has not turned.
 */
export class RowTurns {
  /** As each was when it was judged last. */
  readonly #judged = new Map<string, LibraryRow>();
  #rows: readonly LibraryRow[] = [];

  /** The verdicts of those that turned between the rows of the last call and these. */
  of(rows: readonly LibraryRow[]): ReadonlyMap<string, Verdict> {
    const turned = new Map<string, Verdict>();
    if (rows === this.#rows) return turned;
    const present = new Set<string>();
    for (const row of rows) {
      present.add(row.bookId);
      const former = this.#judged.get(row.bookId);
      if (former === row || row.verdict === 'notChecked') continue;
      if (former !== undefined && isWrittenAnew(former, row)) turned.set(row.bookId, row.verdict);
      this.#judged.set(row.bookId, row);
    }
    for (const bookId of this.#judged.keys()) if (!present.has(bookId)) this.#judged.delete(bookId);
    this.#rows = rows;
    return turned;
  }
}
