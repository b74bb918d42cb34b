import { useRef, type DragEvent, type PointerEvent, type ReactNode } from 'react';
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

/** What can be dragged out of the window as a file. Whatever is in it is pressed as before. */
export function Carries({ onCarry, isHandle = false, className, children }: CarriesProps) {
  const pointerId = useRef<number | null>(null);
  if (onCarry === undefined) return <span className={className}>{children}</span>;
  return (
    <span
      draggable
      className={cx(isHandle && styles.handle, className)}
      onPointerDownCapture={(event: PointerEvent) => (pointerId.current = event.pointerId)}
      onDragStart={(event: DragEvent) => {
        // The system drags it, not the page.
        event.preventDefault();
        // It sees the pointer's end alone: what was pressed here would stay so, or be done once it is let go.
        if (pointerId.current !== null)
          event.target.dispatchEvent(
            new globalThis.PointerEvent('pointercancel', { bubbles: true, pointerId: pointerId.current }),
          );
        onCarry();
      }}
    >
      {children}
    </span>
  );
}
