import { NO_SELECTION, type TableSelection } from '../../ui/table-selection.ts';
import { createStore } from '../../ui/store.ts';
import type { LibraryFilter } from './library-filter.ts';

/** What the library shows and what is chosen in it. It outlives the screen, so that one comes back to the same place. */
export const libraryFilter = createStore<LibraryFilter>({ query: '', verdict: 'all' });
export const librarySelection = createStore<TableSelection>(NO_SELECTION);

/** The import whose report is on screen. */
export const shownImport = createStore<string | null>(null);

/** The last thing that Mod+Z takes back. */
export const lastUndo = createStore<(() => void) | null>(null);
