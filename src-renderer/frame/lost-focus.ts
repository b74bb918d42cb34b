import { useEffect } from 'react';
import { isComposing } from '../ui/key-events.ts';
import { topDialog } from '../ui/top-dialog.ts';

/** Which row one is at, in every table (`table-keys.ts`). */
const MOVES: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']);
const MOVES_BY_LETTER: ReadonlySet<string> = new Set(['KeyJ', 'KeyK']);

const isMove = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  (MOVES.has(event.key) || MOVES_BY_LETTER.has(event.code)) &&
  !isComposing(event);

const hasNobodyFocus = (): boolean => document.activeElement === null || document.activeElement.matches('body, main');

/**
 * A screen that changes and a sheet that closes over another one take what had the focus with them. Whoever works by keys goes on in what
 * came: a key that moves in a list moves in the list that is on screen.
 */
export function useLostFocus(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isMove(event) || !hasNobodyFocus() || topDialog() !== null) return;
      const table = document.querySelector<HTMLElement>('main [data-table]:not([data-stage])');
      if (table === null) return;
      // Coming from the screen itself the table chooses nothing by that: the key does.
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
      table.focus({ preventScroll: true });
      table.dispatchEvent(new KeyboardEvent('keydown', event));
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
