import { createStore } from '../../ui/store.ts';

/** The manifest whose sheet is open. */
export const openManifest = createStore<string | null>(null);

const offered = new Set<string>();

/** Opens a list that came with an import, once: who has closed it is not asked again. */
export function offerManifest(importId: string, manifestId: string): void {
  const offer = `${importId} ${manifestId}`;
  if (offered.has(offer) || openManifest.get() !== null) return;
  offered.add(offer);
  openManifest.set(manifestId);
}
