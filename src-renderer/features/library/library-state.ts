import { NO_SELECTION, type TableSelection } from '../../ui/table-selection.ts';
import type { Sorting } from '../../ui/sort-rows.ts';
import { createStore } from '../../ui/store.ts';
import { verdictSchema } from '../../../src-core/preflight/verdicts.ts';
import type { FilterNow } from '../tables/save-filter.tsx';
import { NO_FILTER, type LibraryFilter } from './library-filter.ts';

/** What the library shows and what is chosen in it. It outlives the screen, so that one comes back to the same place. */
export const libraryFilter = createStore<LibraryFilter>(NO_FILTER);

/** What it shows, as it is kept under a name. */
export const keptFormOf = ({ query, verdict }: LibraryFilter): FilterNow => ({
  text: query,
  fold: verdict === 'all' ? null : verdict,
});

export function applyLibraryFilter({ text, fold }: FilterNow): void {
  const verdict = verdictSchema.safeParse(fold);
  libraryFilter.set({ query: text, verdict: verdict.success ? verdict.data : 'all' });
}

export const librarySelection = createStore<TableSelection>(NO_SELECTION);

/** By which column its rows stand; null as they came. */
export const librarySorting = createStore<Sorting | null>(null);

/** The import whose report is on screen. */
export const shownImport = createStore<string | null>(null);

/** The book whose only file is looking for its other half: the sheet of partners is open for it. */
export const pairingOf = createStore<string | null>(null);
