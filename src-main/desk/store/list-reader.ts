import { asc, gt, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { inGiven } from './in-list.ts';
import type { Store } from './open-store.ts';
import { readTogether, type Field, type RowOf, type Select } from './read-together.ts';

/** A query whose rows are still to be put in order and counted off. */
interface Unordered {
  orderBy(place: SQL): { limit(limit: Placeholder): SQLWrapper };
}

interface Source<Fields> {
  readonly fields: Fields;
  /** Of the table that is listed. */
  readonly id: SQLiteColumn;
  readonly place: SQL<number>;
  /** Where the rows come from; `which` says which of them. */
  readonly from: (select: Select, which: SQL) => Unordered;
}

export interface ListReader<Row> {
  /** So many rows behind a place, in the order of places. `given` are the values of the source's placeholders. */
  after(place: number, limit: number, given: Readonly<Record<string, unknown>>): Row[];
  /** Those of the ids that there are. */
  of(ids: readonly string[], given: Readonly<Record<string, unknown>>): Row[];
}

/** Reads the rows of a long list by one statement for each page, and by one for those that changed. */
export function listReader<Fields extends Readonly<Record<string, Field>>>(
  db: Store,
  { fields, id, place, from }: Source<Fields>,
): ListReader<RowOf<Fields>> {
  const read = (which: SQL) =>
    readTogether(db, fields, (select) => from(select, which).orderBy(asc(place)).limit(sql.placeholder('limit')));
  const after = read(gt(place, sql.placeholder('place')));
  const of = read(inGiven(id, 'ids'));
  return {
    after: (behind, limit, given) => after({ ...given, place: behind, limit }),
    of: (ids, given) => of({ ...given, ids: JSON.stringify(ids), limit: ids.length }),
  };
}
