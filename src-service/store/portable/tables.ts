import type { ClientBase } from 'pg';

export interface Column {
  readonly name: string;
  readonly type: string;
}

export interface Table {
  readonly name: string;
  /** In the order of the table, without those that PostgreSQL works out itself. */
  readonly columns: readonly Column[];
}

/** Text that reads back as the value it was written of, on any computer. */
export const EXACT_TEXT = `SET TIME ZONE 'UTC'; SET datestyle = 'ISO, YMD'; SET bytea_output = 'hex'; SET extra_float_digits = 1`;

/** The service's tables, each behind those that it refers to. Throws for tables that refer to each other in a ring. */
export async function tablesOf(client: ClientBase): Promise<readonly Table[]> {
  const { rows: columns } = await client.query<{ table: string; name: string; type: string }>(`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY c.relname, a.attnum`);
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    SELECT f.relname AS from, t.relname AS to FROM pg_constraint k
    JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    WHERE k.contype = 'f' AND k.conrelid <> k.confrelid`);
  const waiting = new Map<string, Column[]>();
  for (const { table, name, type } of columns) waiting.set(table, [...(waiting.get(table) ?? []), { name, type }]);
  const ordered: Table[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.keys()].filter(
      (name) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    );
    if (free.length === 0) throw new Error(`tables refer to each other in a ring: ${[...waiting.keys()].join(', ')}`);
    for (const name of free) {
      ordered.push({ name, columns: waiting.get(name) ?? [] });
      waiting.delete(name);
    }
  }
  return ordered;
}
