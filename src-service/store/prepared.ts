import { Column as TableColumn, DrizzleQueryError, fillPlaceholders, is, SQL } from 'drizzle-orm';
import type { Db } from './db.ts';
import type { Cells, Column, Statement } from './prepared-read.ts';
import type { ReadLine } from './read-line.ts';

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

const lines = new WeakMap<Db, ReadLine>();

/** Reads by a key that are asked of `db` go over `line` from now on. */
export const readsGoOver = (db: Db, line: ReadLine): void => void lines.set(db, line);

interface Query<Row> {
  execute(values: Readonly<Record<string, string>>): Promise<Row[]>;
}

/** What drizzle has of a prepared query, and does not declare. */
interface Built {
  readonly queryConfig: { readonly name: string; readonly text: string; readonly types: TypeParsers };
  readonly params: unknown[];
  readonly fields: readonly Selected[];
  readonly joinsNotNullableMap?: Readonly<Record<string, boolean>>;
}
interface TypeParsers {
  getTypeParser(dataTypeID: number, format: 'text'): (cell: string) => unknown;
}
interface Selected {
  readonly path: readonly string[];
  readonly field: TableColumn | SQL | SQL.Aliased;
}

/**
 * The same for a query that finds a few rows by a key and waits for no lock: asked of the pool, it goes over the connection that all of its kind
 * share. Throws where an outer join would leave a whole record of a row null.
 */
export function foundByKey<Row>(build: (db: Db) => Query<Row>): (db: Db) => Query<Row> {
  const plain = preparedOn(build);
  return preparedOn((db) => {
    const line = lines.get(db);
    return line === undefined ? plain(db) : overLine(line, plain(db));
  });
}

function overLine<Row>(line: ReadLine, prepared: Query<Row>): Query<Row> {
  const { queryConfig, params, fields, joinsNotNullableMap = {} } = prepared as unknown as Built;
  const { name, text, types } = queryConfig;
  if (Object.values(joinsNotNullableMap).includes(false)) throw new Error(`${name} joins what may not be there`);
  const statement: Statement<Row> = {
    name,
    text,
    rowReader: (columns) => rowReader(fields, columns, types) as (cells: Cells) => Row,
  };
  return {
    async execute(values) {
      const given = fillPlaceholders(params, values) as string[];
      try {
        return await line.read(statement, given);
      } catch (error) {
        throw new DrizzleQueryError(text, given, error instanceof Error ? error : undefined);
      }
    },
  };
}

/** As drizzle maps a row, with what is the same for all of them found out ahead. */
function rowReader(fields: readonly Selected[], columns: readonly Column[], types: TypeParsers) {
  const readings = fields.map(({ path, field }, at) => {
    const parse = types.getTypeParser(columns[at]?.dataTypeID ?? 0, 'text');
    const decoder = decoderOf(field);
    const [first = '', second] = path;
    return {
      record: second === undefined ? null : first,
      name: second ?? first,
      read: (cell: string) => decoder.mapFromDriverValue(parse(cell)),
    };
  });
  return (cells: Cells): Record<string, unknown> => {
    const row: Record<string, unknown> = {};
    readings.forEach(({ record, name, read }, at) => {
      const cell = cells[at] ?? null;
      const place = record === null ? row : ((row[record] ??= {}) as Record<string, unknown>);
      place[name] = cell === null ? null : read(cell);
    });
    return row;
  };
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

function decoderOf(field: Selected['field']): Decoder {
  if (is(field, TableColumn)) return field;
  return ((is(field, SQL.Aliased) ? field.sql : field) as unknown as { readonly decoder: Decoder }).decoder;
}
