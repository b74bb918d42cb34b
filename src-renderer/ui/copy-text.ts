import { useEffect } from 'react';
import { showToast } from './toast-store.ts';

/** Puts text on the clipboard and says so. */
export function copyText(text: string, said: string): void {
  void navigator.clipboard.writeText(text).then(() => showToast({ text: said, tone: 'good' }));
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
