import { createStore } from '../../ui/store.ts';
import { NO_SELECTION, type TableSelection } from '../../ui/table-selection.ts';

/** What is chosen in the queue. It outlives the screen, as the library's does. */
export const queueSelection = createStore<TableSelection>(NO_SELECTION);
