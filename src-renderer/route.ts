import { useSyncExternalStore } from 'react';

export const SECTIONS = ['library', 'queue', 'orders', 'credit', 'specs', 'settings'] as const;
export type Section = (typeof SECTIONS)[number];

const inHash = (): Section => {
  const name = window.location.hash.slice(2);
  return SECTIONS.find((section) => section === name) ?? 'library';
};

function follow(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The section on screen. It stands in the address, so that a reload comes back to it. */
export const useSection = (): Section => useSyncExternalStore(follow, inHash);

export const goTo = (section: Section): void => {
  window.location.hash = `/${section}`;
};
