import { useEffect, useRef, useState } from 'react';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import type { Verdict } from '../../../src-core/preflight/verdicts.ts';
import { RowTurns } from './row-turns.ts';

/** As long as the row's colour fades (`.row[data-turned]`). */
const SHOWN_MS = 2_400;
const NONE: ReadonlyMap<string, Verdict> = new Map();

/** Books whose files were just written anew and judged, for as long as their rows show it. */
export function useTurnedRows(rows: readonly LibraryRow[]): ReadonlyMap<string, Verdict> {
  const turns = useRef<RowTurns>(null);
  const [shown, setShown] = useState(NONE);
  useEffect(() => {
    turns.current ??= new RowTurns();
    const turned = turns.current.of(rows);
    if (turned.size === 0) return;
    setShown((former) => new Map([...former, ...turned]));
    setTimeout(() => setShown((now) => new Map([...now].filter(([bookId]) => !turned.has(bookId)))), SHOWN_MS);
  }, [rows]);
  return shown;
}
