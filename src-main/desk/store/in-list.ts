import { sql, type Column, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Store } from './open-store.ts';

/**
 * Whether a column's text is among the values. They go as one parameter: SQLite takes 32,766 of them (its
 * SQLITE_MAX_VARIABLE_NUMBER), and a selection of a whole library has more files than that.
 */
export const inList = (column: Column, values: readonly string[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;

/** The same in a query that is put together once: `name` is that of the placeholder, whose value is the JSON of the list. */
export const inGiven = (column: Column, name: string): SQL =>
  sql`${column} in (select value from json_each(${sql.placeholder(name)}))`;

/**
 * A condition's column of which SQLite makes no use of an index (its unary `+`). For pages in the order of places: with an
 * index it would read all of the list's rest and sort it, once a page.
 */
export const unindexed = (column: Column): SQL => sql`+${column}`;

/** The ids of a query that selects `id` alone, in its order, as one value: a row of its own for each would cost ten times as much. */
export function idsOf(db: Store, query: SQLWrapper): string[] {
  const { ids } = db.get<{ ids: string }>(sql`select json_group_array(id) as ids from ${query}`);
  return JSON.parse(ids) as string[];
}
