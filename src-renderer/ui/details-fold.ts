import { flushSync } from 'react-dom';
import { createStore } from './store.ts';

/** Whether the panel at the right of a screen is folded away, on all screens, while the window lives. */
export const areDetailsFolded = createStore(false);

export const toggleDetails = (): void => areDetailsFolded.set((areFolded) => !areFolded);

/** Unfolds the panel at once, for what is to be done in it. */
export function showDetails(): void {
  if (areDetailsFolded.get()) flushSync(() => areDetailsFolded.set(false));
}
