import { getTableColumns, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './db.ts';

/** What part of a list is asked for, and in which order it lies. */
export interface PageAsked {
  readonly where: SQL | undefined;
  readonly orderBy: readonly SQL[];
  /** Rows, at least one. */
  readonly limit: number;
  /** Rows that come before the page. */
  readonly offset: number;
}

/**
 * A page of a table's rows, and how many there are in all at that very moment: counted by itself, a list that grew in between
 * would say that more follows a page that is its last. `names`: these columns of the rows alone.
 */
export async function pageOfRows<Table extends PgTable, Name extends keyof InferSelectModel<Table>>(
  db: Db,
  table: Table,
  { where, orderBy, limit, offset }: PageAsked,
  names?: readonly Name[],
): Promise<{ readonly rows: Pick<InferSelectModel<Table>, Name>[]; readonly total: number }> {
  const columns = Object.entries(getTableColumns(table as PgTable));
  const row = Object.fromEntries(columns.filter(([name]) => !names || (names as readonly string[]).includes(name)));
  const found = await db
    .select({ row, total: db.$count(table, where) })
    .from(table as PgTable)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  const [first] = found;
  // Behind its end a list says nothing of its length, and by now it may have grown as far as that.
  const total = first?.total ?? (offset === 0 ? 0 : Math.min(offset, await db.$count(table, where)));
  return { rows: found.map((one) => one.row as Pick<InferSelectModel<Table>, Name>), total };
}
