import { showToast } from './toast-store.ts';

/** Puts text on the clipboard and says so. */
export function copyText(text: string, said: string): void {
  void navigator.clipboard.writeText(text).then(() => showToast({ text: said, tone: 'good' }));
}
