import { randomUUID } from 'node:crypto';
import { open, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { writeSmallFile } from '../../../src-node/small-file.ts';
import { DUMP_FILE, DUMP_VERSION, rowsFile, type Dump } from './dump-format.ts';
import { EXACT_TEXT, tablesOf, type Table } from './tables.ts';

/** Rows in memory at once. */
const ROWS_AT_ONCE = 500;

/**
 * Writes everything that the service's database holds into a new folder, as it was at one moment, in a form that any PostgreSQL reads.
 * Answers what was written; the folder is whole once `database.json` is there. Throws what PostgreSQL and the file system throw.
 */
export async function dumpDatabase(url: string, folder: string): Promise<Dump> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(EXACT_TEXT);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await mkdir(folder, { mode: 0o700 });
    const tables = [];
    for (const table of await tablesOf(client))
      tables.push({
        name: table.name,
        columns: table.columns.map(({ name }) => name),
        rows: await writeRows(client, table, join(folder, rowsFile(table.name))),
      });
    const { rows: sequences } = await client.query<{ name: string; last: string }>(
      `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`,
    );
    const { rows: migrations } = await client.query<{ newest: string }>(
      'SELECT max(created_at)::text AS newest FROM drizzle.__drizzle_migrations',
    );
    const dump: Dump = {
      version: DUMP_VERSION,
      id: randomUUID(),
      migratedAtMs: Number(migrations[0]?.newest),
      tables,
      sequences,
    };
    writeSmallFile(join(folder, DUMP_FILE), JSON.stringify(dump));
    return dump;
  } finally {
    await client.end();
  }
}

async function writeRows(client: pg.Client, { name, columns }: Table, file: string): Promise<number> {
  const values = columns.map((column) => `${client.escapeIdentifier(column.name)}::text`).join(', ');
  await client.query(
    `DECLARE every NO SCROLL CURSOR FOR SELECT json_build_array(${values})::text AS row FROM public.${client.escapeIdentifier(name)}`,
  );
  const handle = await open(file, 'wx', 0o600);
  try {
    for (let count = 0; ; ) {
      const { rows } = await client.query<{ row: string }>(`FETCH ${ROWS_AT_ONCE} FROM every`);
      if (rows.length === 0) {
        await handle.sync();
        return count;
      }
      // PostgreSQL writes JSON of scalars on one line; a line's end within a value is escaped.
      await handle.write(rows.map(({ row }) => `${escapeSeparators(row)}\n`).join(''));
      count += rows.length;
    }
  } finally {
    await handle.close();
    await client.query('CLOSE every');
  }
}

/** Versions before this one take them for the end of a line, and may have to read what was kept before an update. */
const escapeSeparators = (json: string): string => json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
