import { getTableColumns, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Store } from './open-store.ts';

/**
 * Sets columns of rows, to other values in each, by one statement: `idOf` names the column that the first of each pair is a
 * value of. Every row sets the same columns. Figures have to be whole, as of `insertMany`.
 */
export function updateMany<T extends SQLiteTable>(
  db: Store,
  table: T,
  idColumn: keyof T['$inferSelect'] & string,
  rows: readonly (readonly [id: string, set: Partial<T['$inferInsert']>])[],
): void {
  const [first] = rows;
  if (first === undefined) return;
  const all = getTableColumns(table);
  const columns = Object.entries(all).filter(([name]) => name in first[1]);
  const values = rows.map(([rowId, set]: readonly [string, Readonly<Record<string, unknown>>]) => [
    rowId,
    ...columns.map(([name, column]) => {
      const value = set[name] === null || set[name] === undefined ? null : column.mapToDriverValue(set[name]);
      if (typeof value === 'number' && !Number.isInteger(value)) throw new Error(`${name} is to be a whole number`);
      return value;
    }),
  ]);
  const sets = columns.map(
    ([name], at) => sql`${sql.identifier(toSnakeCase(name))} = json_extract(given.value, ${sql.raw(`'$[${at + 1}]'`)})`,
  );
  const id = sql.identifier(toSnakeCase(idColumn));
  db.run(
    sql`update ${table} set ${sql.join(sets, sql.raw(', '))} from json_each(${JSON.stringify(values)}) as given where ${table}.${id} = json_extract(given.value, '$[0]')`,
  );
}
