import type { Db } from './db.ts';

/**
 * A query that is built once for the pool and parsed once a connection: for those that most calls make. `build` gives it
 * a name, which no other query may have. In a transaction, which has a builder of its own, it is built anew.
 */
export function preparedOn<P>(build: (db: Db) => P): (db: Db) => P {
  const built = new WeakMap<Db, P>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    built.set(db, known);
    return known;
  };
}
