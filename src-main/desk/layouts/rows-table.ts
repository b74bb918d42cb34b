import type { RowsTable } from '../../../src-core/ipc/subjects/layouts.ts';
import { readTableIn, tableName } from '../preflight/read-tables.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';

/** A table whose rows may become entries of a layout: nothing of it is kept. Throws as `readTableIn`. */
export async function readRowsTable(pool: Pick<WorkerPool, 'run'>, path: string): Promise<RowsTable> {
  const { sheets } = await readTableIn(pool, { task: 'rows', path });
  return {
    name: tableName(path),
    sheets: sheets.map(({ name, rows, hiddenRows }) => ({
      name,
      rows: rows.map((row) => [...row]),
      hiddenRows: [...hiddenRows],
    })),
  };
}
