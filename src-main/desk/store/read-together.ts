import { is, sql, SQL, type GetColumnData, type SQLWrapper } from 'drizzle-orm';
import { SQLiteInteger, SQLiteText, SQLiteTextJson, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Store } from './open-store.ts';

/** An expression whose text is JSON, read as what it says. */
export interface JsonField<T> {
  readonly json: SQLWrapper;
  readonly says?: T;
}

export const jsonOf = <T>(json: SQLWrapper): JsonField<T> => ({ json });

export type Field = SQLiteColumn | SQL | JsonField<unknown>;
type ValueOf<F> = F extends SQLiteColumn
  ? GetColumnData<F>
  : F extends SQL<infer T>
    ? T
    : F extends JsonField<infer T>
      ? T
      : never;
export type RowOf<F extends Readonly<Record<string, Field>>> = { readonly [Name in keyof F]: ValueOf<F[Name]> };

export type Select = ReturnType<Store['select']>;

/**
 * A query for many rows, put together once. Its rows come as one text and are parsed at once: a value that crosses from
 * SQLite on its own costs more than reading it, twenty of them in each of ten thousand rows. `of` says where they come from;
 * its placeholders get their values with each call. JSON keeps whole numbers and text to the last bit and nothing else, so
 * that columns of another kind are refused.
 */
export function readTogether<F extends Readonly<Record<string, Field>>>(
  db: Store,
  fields: F,
  of: (select: Select) => SQLWrapper,
): (values: Readonly<Record<string, unknown>>) => RowOf<F>[] {
  const read = Object.entries(fields).map(([name, field]) => ({ name, ...howToRead(name, field) }));
  const rows = of(db.select(Object.fromEntries(read.map(({ name, value }) => [name, sql`${value}`.as(name)]))));
  const values = read.map(({ name, isJson }) => (isJson ? sql`json(${sql.identifier(name)})` : sql.identifier(name)));
  const query = db
    .select({ all: sql<string>`json_group_array(json_array(${sql.join(values, sql.raw(', '))}))` })
    .from(sql`${rows}`)
    .prepare();
  const names = read.map(({ name }) => name);
  return (given) => {
    const all = query.get({ ...given })?.all ?? '[]';
    return (JSON.parse(all) as unknown[][]).map((row) => {
      const named: Record<string, unknown> = {};
      for (let at = 0; at < names.length; at++) named[names[at] as string] = row[at];
      return named as RowOf<F>;
    });
  };
}

function howToRead(name: string, field: Field): { readonly value: SQLWrapper; readonly isJson: boolean } {
  if ('json' in field) return { value: field.json, isJson: true };
  if (is(field, SQL)) return { value: field, isJson: false };
  if (!is(field, SQLiteText) && !is(field, SQLiteInteger) && !is(field, SQLiteTextJson))
    throw new Error(`${name} is neither text nor a whole number`);
  return { value: field, isJson: is(field, SQLiteTextJson) };
}
