import { createStore } from '../../ui/store.ts';
import type { Sorting } from '../../ui/sort-rows.ts';
import { NO_SELECTION, type TableSelection } from '../../ui/table-selection.ts';

/** What is chosen in the queue. It outlives the screen, as the library's does. */
export const queueSelection = createStore<TableSelection>(NO_SELECTION);

/** By which column each section of the queue stands; null: as it is sent. It outlives the screen. */
export const queueSorting = createStore<Sorting | null>(null);
