import type { TextRef } from '../../src-core/text-ref.ts';

export interface Toast {
  readonly id: number;
  /** A ready sentence, or one that the toast looks up. */
  readonly text: string | TextRef;
  readonly tone: 'plain' | 'good' | 'bad';
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

export interface NewToast {
  readonly text: string | TextRef;
  readonly tone?: Toast['tone'];
  readonly action?: Toast['action'];
  /** Calls back once there is nothing to tell any more, as when its action was done another way; answers how to give that up. */
  readonly until?: (told: () => void) => () => void;
}

/** Time to read it and to reach for Undo. */
const PLAIN_MS = 5_000;
const WITH_ACTION_MS = 10_000;
const BAD_MS = 12_000;
const AT_MOST = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export const currentToasts = (): readonly Toast[] => toasts;

export function followToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const dismissToast = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/** Answers the toast's id, for whoever wants it gone before its time. */
export function showToast({ text, tone = 'plain', action = null, until }: NewToast): number {
  lastId += 1;
  const toast: Toast = { id: lastId, text, tone, action };
  set([...toasts, toast].slice(-AT_MOST));
  const forMs = tone === 'bad' ? BAD_MS : action === null ? PLAIN_MS : WITH_ACTION_MS;
  const giveUp = until?.(() => dismissToast(toast.id));
  setTimeout(() => {
    giveUp?.();
    dismissToast(toast.id);
  }, forMs);
  return toast.id;
}
