import { useEffect } from 'react';
import { showToast } from './toast-store.ts';

/** Puts text on the clipboard and says so, or that it did not: a window that is not in front is not given the clipboard. */
export function copyText(text: string, said: string): void {
  navigator.clipboard.writeText(text).then(
    () => showToast({ text: said, tone: 'good' }),
    () => showToast({ text: { key: 'ui.copyFailed' }, tone: 'bad' }),
  );
}

/**
 * What Mod+C copies while nothing is selected and nothing is written in: of several that are on screen the one that came first.
 */
export function useCopyByKey(text: string, said: string): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || event.clipboardData === null || hasOwnToCopy(event.target)) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', text);
      showToast({ text: said, tone: 'good' });
    };
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, [text, said]);
}

const hasOwnToCopy = (target: EventTarget | null): boolean =>
  document.getSelection()?.isCollapsed === false ||
  (target instanceof Element && target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null);
