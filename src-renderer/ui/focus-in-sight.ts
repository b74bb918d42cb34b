import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { HEAD_PX } from './column-heads.tsx';

/** The line that keys move from: the focused row, or the head that stands for it. */
export interface FocusLine {
  /** Null: nothing has the focus. */
  readonly key: string | null;
  /** Below 0 while the list does not have it. */
  readonly index: number;
  /** Whether the list has a line of that key. */
  readonly isThere: (key: string) => boolean;
}

/** From the top of what is scrolled, its head included. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Scrolls to the focus when somebody moves it. Where the list changes by itself, a line that was in sight is kept in sight, and
 * whoever has scrolled away from it is left where they read.
 */
export function useFocusInSight(
  virtual: Virtualizer<HTMLDivElement, Element>,
  { key, index, isThere }: FocusLine,
): void {
  const formerRef = useRef<(Place & { readonly key: string }) | null>(null);
  useEffect(() => {
    const former = formerRef.current;
    if (key === null) formerRef.current = null;
    const place = index < 0 ? undefined : virtual.measurementsCache[index];
    // One that has just left the list gives the focus to another: until then it counts where it was.
    if (key === null || place === undefined) return;
    const { start, end } = place;
    if (former?.key === key && former.start === start && former.end === end) return;
    formerRef.current = { key, start, end };
    if (former === null || (former.key !== key && isThere(former.key))) {
      // By what was seen last: asking the element would lay the page out at every step.
      const { scrollOffset, scrollRect } = virtual;
      if (scrollOffset !== null && scrollRect !== null && isWithin(place, scrollOffset, scrollRect.height)) return;
    } else {
      const { scrollTop = 0, clientHeight = 0 } = virtual.scrollElement ?? {};
      if (!isWithin(former, scrollTop, clientHeight) || isWithin(place, scrollTop, clientHeight)) return;
    }
    virtual.scrollToIndex(index, { align: 'auto' });
  });
}

/** A browser rounds where it scrolls to. */
const ROUNDED_PX = 1;

/** Whether all of it is seen below the head. */
const isWithin = ({ start, end }: Place, scrolledPx: number, heightPx: number): boolean =>
  start - HEAD_PX >= scrolledPx - ROUNDED_PX && end <= scrolledPx + heightPx + ROUNDED_PX;
