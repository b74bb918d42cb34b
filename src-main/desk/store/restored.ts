import { and, eq, ne } from 'drizzle-orm';
import { RESTORED } from '../../../src-node/backup/desk-copy.ts';
import { readDeskValue } from './desk-values.ts';
import type { Store } from './open-store.ts';
import { deskValues, hotFolders } from './schema.ts';

/** Whether the store is a copy that was put in its place, and no desk has taken it for one to the end. */
export const isRestored = (db: Store): boolean => readDeskValue(db, RESTORED) !== undefined;

/** Hot folders that send wait for a person: what came since the copy was made is new to it, and was sent and ordered by who made it. */
export function pauseHotFolders(db: Store): void {
  db.update(hotFolders)
    .set({ isPaused: true })
    .where(and(eq(hotFolders.isPaused, false), ne(hotFolders.whenGreen, 'nothing')))
    .run();
}

/** From here on it is a store like any other. */
export const isTakenForRestored = (db: Store): void =>
  void db.delete(deskValues).where(eq(deskValues.name, RESTORED)).run();
