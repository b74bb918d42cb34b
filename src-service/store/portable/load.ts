import { createReadStream, existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { syncFolder, writeSmallFile } from '../../../src-node/small-file.ts';
import { KEYS_SHOWN } from '../service-state.ts';
import { realNowMs } from '../../system-clock.ts';
import { reachableFolder } from '../postgres/programs.ts';
import { DUMP_FILE, DUMP_FOLDER, dumpSchema, rowsFile, type Dump } from './dump-format.ts';
import { EXACT_TEXT, tablesOf, type Table } from './tables.ts';

const ROWS_AT_ONCE = 200;
/** The row of `service_state` by which a database says which dump it was made of. */
const MARK = 'restored.from';

/**
 * Reads a restored dump, when there is one below `dataDir`, into a database that holds nothing else yet; then the dump is removed.
 * All of it or nothing is there, and a start that died behind it does not read it twice. Before any other migration: rows come into
 * the tables that they were taken from. Its keys count as never shown. Throws when the dump is of a later version, damaged, or the database holds something else.
 */
export async function loadRestored(url: string, dataDir: string, migrationsFolder: string): Promise<void> {
  const folder = join(dataDir, DUMP_FOLDER);
  const read = `${folder}.read`;
  await rm(read, { recursive: true, force: true });
  if (!existsSync(folder)) return;
  const dump = dumpSchema.parse(JSON.parse(await readFile(join(folder, DUMP_FILE), 'utf8')));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await migrateTo(dump.migratedAtMs, client, migrationsFolder);
    const { rows } = await client.query<{ id: string }>(
      `SELECT value->>'id' AS id FROM service_state WHERE name = $1`,
      [MARK],
    );
    if (rows[0]?.id !== dump.id) await loadDump(client, dump, folder);
  } finally {
    await client.end();
  }
  // A death amid its removal must not leave half of it under its name.
  await rename(folder, read);
  syncFolder(dataDir);
  await rm(read, { recursive: true, force: true });
}

/** A cluster at the place of a restored one, which is somebody's former one: it gets another name and is kept. */
export async function setFormerClusterAside(dataDir: string, wantedFolder: string): Promise<void> {
  const begun = join(dataDir, DUMP_FOLDER, 'begun');
  if (!existsSync(join(dataDir, DUMP_FOLDER)) || existsSync(begun)) return;
  const clusterFolder = await reachableFolder(wantedFolder);
  if (existsSync(clusterFolder)) await rename(clusterFolder, `${clusterFolder}.before-${realNowMs()}`);
  writeSmallFile(begun, '');
  syncFolder(dataDir);
}

async function migrateTo(migratedAtMs: number, client: pg.Client, migrationsFolder: string): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder });
  if (!known.some(({ folderMillis }) => folderMillis === migratedAtMs))
    throw new Error('the restored database was made by another, later version of the service');
  const db = drizzle(client);
  // Drizzle's own function takes all of a folder.
  const { dialect, session } = db as unknown as {
    readonly dialect: { migrate(all: readonly MigrationMeta[], session: unknown, config: object): Promise<void> };
    readonly session: unknown;
  };
  const upTo = known.filter(({ folderMillis }) => folderMillis <= migratedAtMs);
  await dialect.migrate(upTo, session, { migrationsFolder });
}

async function loadDump(client: pg.Client, dump: Dump, folder: string): Promise<void> {
  await client.query(EXACT_TEXT);
  await client.query('BEGIN');
  try {
    const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]));
    for (const { name, columns, rows } of dump.tables) {
      const table = tables.get(name);
      const types = columns.map((column) => table?.columns.find((one) => one.name === column)?.type);
      if (table === undefined || types.includes(undefined))
        throw new Error(`the restored database has no such ${name}`);
      const { rows: held } = await client.query(`SELECT 1 FROM public.${client.escapeIdentifier(name)} LIMIT 1`);
      if (held.length > 0) throw new Error(`there are ${name} already, where nothing was expected`);
      const into = { name, columns: columns.map((column, at) => ({ name: column, type: types[at] ?? '' })) };
      const found = await loadRows(client, into, join(folder, rowsFile(name)));
      if (found !== rows) throw new Error(`${found} of ${rows} rows of ${name} are there`);
    }
    for (const { name, last } of dump.sequences)
      await client.query('SELECT setval($1::regclass, $2::bigint, true)', [
        `public.${client.escapeIdentifier(name)}`,
        last,
      ]);
    await note(client, MARK, { id: dump.id });
    // Whoever restores may hold other keys, or none: this start hands over new ones.
    await note(client, KEYS_SHOWN.name, false);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function note(client: pg.Client, name: string, value: unknown): Promise<void> {
  await client.query(
    `INSERT INTO service_state (name, value, updated_at) VALUES ($1, $2, now())
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
    [name, JSON.stringify(value)],
  );
}

async function loadRows(client: pg.Client, { name, columns }: Table, file: string): Promise<number> {
  const names = columns.map((column) => client.escapeIdentifier(column.name)).join(', ');
  const values = columns.map(({ type }, at) => `(row->>${at})::${type}`).join(', ');
  const insert = `INSERT INTO public.${client.escapeIdentifier(name)} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM json_array_elements($1::json) AS row`;
  let count = 0;
  let some: string[] = [];
  const put = async () => {
    if (some.length > 0) await client.query(insert, [`[${some.join(',')}]`]);
    count += some.length;
    some = [];
  };
  for await (const row of rowsIn(file)) {
    some.push(row);
    if (some.length === ROWS_AT_ONCE) await put();
  }
  await put();
  return count;
}

/** A line feed alone ends a row: `readline` also breaks at U+2028 and U+2029, which JSON leaves as they are within a text. */
async function* rowsIn(file: string): AsyncGenerator<string> {
  let row = '';
  for await (const part of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const [rest = '', ...following] = part.split('\n');
    row += rest;
    for (const next of following) {
      yield row;
      row = next;
    }
  }
  if (row !== '') yield row;
}
