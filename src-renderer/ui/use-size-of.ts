import { useEffect, useState, type RefObject } from 'react';

export interface SizePx {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The room inside an element in CSS pixels, kept up to date; zero before it is laid out. */
export function useSizeOf(element: RefObject<HTMLElement | null>): SizePx {
  const [size, setSize] = useState<SizePx>({ widthPx: 0, heightPx: 0 });
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return undefined;
    const observer = new ResizeObserver(() => {
      setSize({ widthPx: watched.clientWidth, heightPx: watched.clientHeight });
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
