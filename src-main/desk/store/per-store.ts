import type { Store } from './open-store.ts';

/** What is made of a store once and used again and again: a query is put together at its first use. */
export function perStore<T>(make: (db: Store) => T): (db: Store) => T {
  const made = new WeakMap<Store, T>();
  return (db) => {
    const known = made.get(db);
    if (known !== undefined) return known;
    const fresh = make(db);
    made.set(db, fresh);
    return fresh;
  };
}
