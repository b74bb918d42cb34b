import type { FocusEvent } from 'react';
import { moveSelection, selectAll, type TableSelection } from './table-selection.ts';

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>;

/** What a key in a table chooses: arrows, J/K and pages move, Shift extends, Mod+A takes all. Null: it chooses nothing. */
export function selectionOfKey(
  event: Key,
  selection: TableSelection,
  ids: readonly string[],
  pageRows: () => number,
): TableSelection | null {
  const isMod = event.metaKey || event.ctrlKey;
  if (isMod && event.code === 'KeyA') return selectAll(selection, ids);
  if (event.altKey) return null;
  const steps: Readonly<Record<string, () => number>> = {
    ArrowDown: () => 1,
    ArrowUp: () => -1,
    PageDown: pageRows,
    PageUp: () => -pageRows(),
    Home: () => -ids.length,
    End: () => ids.length,
    ...(isMod ? {} : { KeyJ: () => 1, KeyK: () => -1 }),
  };
  const step = steps[event.key] ?? steps[event.code];
  return step === undefined ? null : moveSelection(selection, ids, step(), event.shiftKey);
}

/** Takes what is chosen out. */
export const isRemoveKey = ({ key, metaKey, ctrlKey }: Key): boolean =>
  key === 'Delete' || (key === 'Backspace' && (metaKey || ctrlKey));

/**
 * A key brought the focus to the table, which then begins at its first row: a pointer chooses a row of its own, and a key that the screen
 * hands on (`frame/lost-focus.ts`) chooses by itself.
 */
export const isEnteredByKey = ({ target, currentTarget, relatedTarget }: FocusEvent): boolean =>
  target === currentTarget &&
  currentTarget.matches(':focus-visible') &&
  !(relatedTarget instanceof Element && relatedTarget.matches('main'));
