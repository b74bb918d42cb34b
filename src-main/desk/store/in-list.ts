import { sql, type Column, type SQL } from 'drizzle-orm';

/**
 * Whether a column's text is among the values. They go as one parameter: SQLite takes 32,766 of them (its
 * SQLITE_MAX_VARIABLE_NUMBER), and a selection of a whole library has more files than that.
 */
export const inList = (column: Column, values: readonly string[]): SQL => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
