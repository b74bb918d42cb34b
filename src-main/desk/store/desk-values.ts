import { eq } from 'drizzle-orm';
import type { Store } from './open-store.ts';
import { deskValues } from './schema.ts';

/** What the desk remembers of itself, one value a name; whoever reads one checks its form. Undefined: never written. */
export const readDeskValue = (db: Store, name: string): unknown =>
  db.select().from(deskValues).where(eq(deskValues.name, name)).get()?.value;

export const forgetDeskValue = (db: Store, name: string): void =>
  void db.delete(deskValues).where(eq(deskValues.name, name)).run();

export function writeDeskValue(db: Store, name: string, value: unknown): void {
  db.insert(deskValues).values({ name, value }).onConflictDoUpdate({ target: deskValues.name, set: { value } }).run();
}
