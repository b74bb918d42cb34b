import { useSyncExternalStore } from 'react';
import { SCREENS, type CommandScreen } from '../src-core/commands.ts';
import type { PdfKind } from '../src-core/contract/books.ts';

export const SECTIONS = SCREENS;
export type Section = CommandScreen;

/** `#/library` is a section, `#/library/layout/<book>` the layout of one of its rows, and `…/contents/7` a page of its PDF in it. */
const partsOfHash = (): readonly string[] => window.location.hash.slice(2).split('/');

const inHash = (): Section => {
  const [name] = partsOfHash();
  return SECTIONS.find((section) => section === name) ?? 'library';
};

const layoutInHash = (): string | null => {
  const [section, mode, bookId] = partsOfHash();
  return section === 'library' && mode === 'layout' && bookId !== undefined ? decodeURIComponent(bookId) : null;
};

function follow(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The section on screen. It stands in the address, so that a reload comes back to it. */
export const useSection = (): Section => useSyncExternalStore(follow, inHash);

/** Calls back when that section comes on screen; answers how to give that up. */
export const onShown = (section: Section, shown: () => void): (() => void) =>
  follow(() => {
    if (inHash() === section) shown();
  });

type Ask = (go: () => void) => void;
let ask: Ask | null = null;

/** Whoever holds what would be lost is asked before this place is left, and calls `go` or does not. */
export function beforeGoing(asked: Ask): () => void {
  ask = asked;
  return () => {
    if (ask === asked) ask = null;
  };
}

/** Leaves what is on screen for another place, or for the same place of another connection: at once where nobody asks before. */
export function leaveHere(go: () => void): void {
  if (ask === null) go();
  else ask(go);
}

const go = (hash: string): void =>
  leaveHere(() => {
    window.location.hash = hash;
  });

export const goTo = (section: Section): void => go(`/${section}`);

/** The book whose layout lies over the library; null: none. */
export const useLayoutBook = (): string | null => useSyncExternalStore(follow, layoutInHash);

/** A page of a book's PDFs. */
export interface PageAddress {
  readonly kind: PdfKind;
  /** From 1, as the PDF counts. */
  readonly page: number;
}

/** Where the layout is to be opened; null: where it begins. */
export function layoutAddress(): PageAddress | null {
  const [, , , kind, page] = partsOfHash();
  return kind === 'cover' || kind === 'contents' ? { kind, page: Math.max(1, Number(page) || 1) } : null;
}

/** Opens the layout of a row over the whole window; null returns to the rows. */
export const openLayout = (bookId: string | null, at: PageAddress | null = null): void => {
  const place = at === null ? '' : `/${at.kind}/${at.page}`;
  go(bookId === null ? '/library' : `/library/layout/${encodeURIComponent(bookId)}${place}`);
};
