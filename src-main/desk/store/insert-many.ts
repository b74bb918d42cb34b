import { getTableColumns, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Store } from './open-store.ts';

/**
 * Inserts rows of the same columns by one statement whose text does not grow with them: it is put together and compiled
 * once, where a list of values costs some hundred parameters each time. Figures have to be whole: SQLite does not read every
 * other one back to its last bit, and a file's time is compared to it.
 */
export function insertMany<T extends SQLiteTable>(db: Store, table: T, rows: readonly T['$inferInsert'][]): void {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in first);
  const values = rows.map((row: Readonly<Record<string, unknown>>) =>
    columns.map(([name, column]) => {
      const value = row[name] === null || row[name] === undefined ? null : column.mapToDriverValue(row[name]);
      if (typeof value === 'number' && !Number.isInteger(value)) throw new Error(`${name} is to be a whole number`);
      return value;
    }),
  );
  const names = columns.map(([name]) => sql.identifier(toSnakeCase(name)));
  const places = columns.map((_, at) => sql.raw(`json_extract(value, '$[${at}]')`));
  db.run(
    sql`insert into ${table} (${sql.join(names, sql.raw(', '))}) select ${sql.join(places, sql.raw(', '))} from json_each(${JSON.stringify(values)})`,
  );
}
