import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Libsql from 'libsql';
import { openStore } from '../../../src-main/desk/store/open-store.ts';
import { plainStore } from '../../../src-main/desk/store/testing/plain-store.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../../src-main/desk/store/migrations');

/** Makes the store in `dataDir`, which is closed, one that was written before the migration `tag`: its rows in the tables of that time. */
export function takeBackBefore(dataDir: string, tag: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'earlier-store-'));
  try {
    const migrations = join(folder, 'migrations');
    cpSync(MIGRATIONS, migrations, { recursive: true });
    const journalFile = join(migrations, 'meta/_journal.json');
    const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { tag: string }[] };
    const before = journal.entries.findIndex((entry) => entry.tag === tag);
    writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, before) }));
    const earlier = join(folder, 'store');
    openStore(earlier, plainStore(migrations)).close(Date.now());
    const file = join(dataDir, 'desk.db');
    copyRows(file, join(earlier, 'desk.db'));
    rmSync(file);
    cpSync(join(earlier, 'desk.db'), `${file}.earlier`);
    renameSync(`${file}.earlier`, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of every table as far as both have its columns. */
function copyRows(from: string, to: string): void {
  const store = new Libsql(to);
  const names = (sql: string) => (store.prepare(sql).all([]) as { name: string }[]).map(({ name }) => name);
  store.exec(`ATTACH '${from}' AS later`);
  const tables = names(`SELECT name FROM main.sqlite_master WHERE type = 'table'`);
  for (const table of tables.filter((name) => !name.startsWith('__') && !name.startsWith('sqlite_'))) {
    const columnsOf = (schema: string) =>
      names(`SELECT name FROM pragma_table_xinfo('${table}', '${schema}') WHERE hidden = 0`);
    const later = new Set(columnsOf('later'));
    const columns = columnsOf('main')
      .filter((name) => later.has(name))
      .join(', ');
    store.exec(
      `DELETE FROM main.${table}; INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM later.${table}`,
    );
  }
  // The file alone is copied.
  store.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]);
  store.close();
}
