import { useCallback, useState } from 'react';

/** The width of an element in CSS pixels, kept up to date; zero before it is laid out. */
export function useWidth(): readonly [(element: HTMLElement | null) => void, number] {
  const [widthPx, setWidthPx] = useState(0);
  const attach = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidthPx(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [attach, widthPx];
}
