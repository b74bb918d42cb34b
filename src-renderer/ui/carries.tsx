import type { DragEvent, ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './carries.module.css';

export interface CarriesProps {
  /** Begins to carry it out of the window. Undefined: it stays where it is. */
  readonly onCarry: (() => void) | undefined;
  /** It shows that it can be taken: what is pressed for something else as well does not. */
  readonly isHandle?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** What can be dragged out of the window as a file. Whatever is in it is pressed as before, by an unsteady hand too. */
export function Carries({ onCarry, isHandle = false, className, children }: CarriesProps) {
  if (onCarry === undefined) return <span className={className}>{children}</span>;
  return (
    <span
      draggable
      className={cx(isHandle && styles.handle, className)}
      onDragStart={(event: DragEvent) => {
        // The system drags it, not the page, and only what has left its place: a press may slip by a few pixels.
        event.preventDefault();
        whenLeft(event.currentTarget, onCarry);
      }}
    >
      {children}
    </span>
  );
}

/** Runs once the pressed pointer leaves an element; never when it is let go over it. */
function whenLeft(from: Element, run: () => void): void {
  const watched = new AbortController();
  const onWindow = { capture: true, signal: watched.signal };
  window.addEventListener(
    'pointermove',
    ({ clientX, clientY, pointerId }) => {
      const { left, right, top, bottom } = from.getBoundingClientRect();
      if (clientX >= left && clientX <= right && clientY >= top && clientY <= bottom) return;
      watched.abort();
      // The system sees the pointer's end alone: what was pressed would stay so, or be done where it is let go.
      from.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true, pointerId }));
      passOverNextEnd();
      run();
    },
    onWindow,
  );
  for (const end of ['pointerup', 'pointercancel', 'pointerdown'] as const)
    window.addEventListener(end, () => watched.abort(), onWindow);
}

/** Where it is let go after all, before it was dragged, it presses nothing. */
function passOverNextEnd(): void {
  const watched = new AbortController();
  const onWindow = { capture: true, signal: watched.signal };
  window.addEventListener(
    'pointerup',
    (event) => {
      event.stopPropagation();
      watched.abort();
    },
    onWindow,
  );
  window.addEventListener('pointerdown', () => watched.abort(), onWindow);
}
