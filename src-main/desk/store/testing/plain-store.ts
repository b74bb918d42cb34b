import type { StoreOptions } from '../open-store.ts';

/** What opening a store takes where neither its version nor its opening is the matter. */
export const plainStore = (migrationsFolder: string): StoreOptions => ({
  migrationsFolder,
  appVersion: '0.0.0-test',
  opening: 'whole',
  clock: { nowMs: () => Date.now() },
  log: { write: () => undefined },
});
