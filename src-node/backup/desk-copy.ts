import Libsql from 'libsql';
import { BackupError } from './backup-error.ts';

type Database = InstanceType<typeof Libsql>;

/** A copy of a desk's database, by what is in it. */
export interface DeskCopy {
  readonly books: number;
  readonly orders: number;
  /** Where the desk had its data folder, spelt as the places in it are; null before a desk noted that. */
  readonly dataDir: string | null;
}

/** The desk's database for as long as nobody else may open it. */
export interface HeldDesk {
  /** Writes what it holds at this moment, whole, to a place that is free. */
  copyTo(path: string): DeskCopy;
  release(): void;
}

/** Throws BackupError `inUse` while a studio has it open, and what SQLite throws. */
export function holdDesk(file: string): HeldDesk {
  const db = new Libsql(file);
  try {
    // In WAL every connection holds a lock for as long as it lives: alone is who gets this one.
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
    db.exec('COMMIT');
  } catch (cause) {
    db.close();
    throw /locked|busy/i.test(String(cause)) ? new BackupError('inUse', 'the library is open', cause) : cause;
  }
  return {
    copyTo: (path) => copyTo(db, path),
    release: () => db.close(),
  };
}

/** Writes what a database that this process has open holds at this moment, whole, to a place that is free. Throws what SQLite throws. */
export function copyOpenDesk(file: string, path: string): DeskCopy {
  const db = new Libsql(file);
  try {
    return copyTo(db, path);
  } finally {
    db.close();
  }
}

function copyTo(db: Database, path: string): DeskCopy {
  db.prepare('VACUUM INTO ?').run([path]);
  const copy = new Libsql(path);
  try {
    mustBeSound(copy);
    return { books: countOf(copy, 'books'), orders: countOf(copy, 'orders'), dataDir: homeIn(copy) };
  } finally {
    copy.close();
  }
}

const countOf = (db: Database, table: string): number =>
  Number((db.prepare(`SELECT count(*) AS n FROM ${table}`).all([])[0] as { n: number }).n);

function mustBeSound(db: Database): void {
  const [first] = db.prepare('PRAGMA quick_check(1)').all([]) as { quick_check: string }[];
  if (first?.quick_check !== 'ok') throw new Error(`the copy of the library is damaged: ${first?.quick_check}`);
}

/** When the newest of the changes to its tables was written, in milliseconds; 0: it knows of none. Throws what SQLite throws. */
export function newestChangeIn(file: string): number {
  const db = new Libsql(file);
  try {
    const [found] = db.prepare('SELECT max(created_at) AS newest FROM __drizzle_migrations').all([]) as {
      newest: number | null;
    }[];
    return Number(found?.newest ?? 0);
  } finally {
    db.close();
  }
}

/** By what name a desk's database keeps where its data folder is, as the places in it have it: other ways and spellings lead there too. */
export const HOME = 'store.home';

function homeIn(db: Database): string | null {
  const [kept] = db.prepare('SELECT value FROM desk_values WHERE name = ?').all([HOME]) as { value: string }[];
  return kept === undefined ? null : (JSON.parse(kept.value) as string);
}

/** What a desk's database says of itself while it is a copy that was put in its place: what was sent and ordered since it was made is not in it. */
export const RESTORED = 'store.restored';

/** Has a copied database say that it is one, before it gets its place. Throws what SQLite throws. */
export function noteRestored(file: string): void {
  const db = new Libsql(file);
  try {
    note(db);
  } finally {
    db.close();
  }
}

const note = (db: Database): void =>
  void db.prepare(`INSERT INTO desk_values (name, value) VALUES (?, 'true') ON CONFLICT DO NOTHING`).run([RESTORED]);

/** Where a data folder lay, or lies. */
export interface Home {
  readonly dataDir: string;
  readonly separator: '/' | '\\';
}

/** A file within the data folder: where it lies now, and its time of modification there and then (milliseconds, with fractions). */
export interface MovedFile {
  readonly path: string;
  readonly wasModifiedAtMs: number;
  readonly modifiedAtMs: number;
}

/**
 * Has a copied database say that it is one, and where its data folder is now: every place within the former one is written anew, as a text of its own
 * and as the `path` of a kept file. Places elsewhere are the customers', and stay: what is not found there is shown as missing.
 * File systems keep times differently finely: where a file's was the one that the library noted, it notes the new one, so that the file
 * still looks the same; whether its bytes are is then told by their hash, as for any file that was copied (docs/decisions/0017).
 */
export function moveHome(file: string, from: Home, to: Home, moved: readonly MovedFile[]): void {
  const db = new Libsql(file);
  try {
    mustBeSound(db);
    const tables = db
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'",
      )
      .all([]) as { name: string }[];
    db.exec('BEGIN');
    for (const { name } of tables) {
      const columns = db.prepare(`SELECT name, type FROM pragma_table_info('${name}')`).all([]) as {
        name: string;
        type: string;
      }[];
      for (const column of columns) if (/text/i.test(column.type)) moveColumn(db, name, column.name, from, to);
    }
    noteTimes(db, moved);
    db.prepare('UPDATE desk_values SET value = ? WHERE name = ?').run([JSON.stringify(to.dataDir), HOME]);
    note(db);
    db.exec('COMMIT');
    // One file, whole by itself: nothing lies beside it when it is given its name.
    db.prepare('PRAGMA journal_mode = DELETE').all([]);
  } finally {
    db.close();
  }
}

/** Times are compared to a microsecond: JSON and SQLite write the last digits of a fraction differently. */
function noteTimes(db: Database, moved: readonly MovedFile[]): void {
  db.exec('CREATE TEMP TABLE moved (path TEXT PRIMARY KEY, was REAL, is_now REAL)');
  const note = db.prepare('INSERT INTO moved VALUES (?, ?, ?)');
  for (const { path, wasModifiedAtMs, modifiedAtMs } of moved) note.run([path, wasModifiedAtMs, modifiedAtMs]);
  const same = (path: string, time: string) => `moved.path = ${path} AND abs(moved.was - ${time}) < 0.001`;
  db.exec(
    `UPDATE files SET modified_at_ms = moved.is_now FROM moved WHERE ${same('files.path', 'files.modified_at_ms')}`,
  );
  for (const file of ['cover', 'contents'])
    db.exec(
      `UPDATE jobs SET ${file} = json_set(${file}, '$.modifiedAtMs', moved.is_now) FROM moved
       WHERE ${same(`json_extract(jobs.${file}, '$.path')`, `json_extract(jobs.${file}, '$.modifiedAtMs')`)}`,
    );
  db.exec('DROP TABLE moved');
}

function moveColumn(db: Database, table: string, column: string, from: Home, to: Home): void {
  const former = from.dataDir.length;
  const isWithin = (text: string) => `(${text} = ? OR substr(${text}, 1, ${former + 1}) = ?)`;
  const moved = (text: string) => `? || replace(substr(${text}, ${former + 1}), ?, ?)`;
  const within = [from.dataDir, from.dataDir + from.separator];
  const news = [to.dataDir, from.separator, to.separator];
  db.prepare(`UPDATE "${table}" SET "${column}" = ${moved(`"${column}"`)} WHERE ${isWithin(`"${column}"`)}`).run([
    ...news,
    ...within,
  ]);
  const path = `json_extract("${column}", '$.path')`;
  db.prepare(
    `UPDATE "${table}" SET "${column}" = json_set("${column}", '$.path', ${moved(path)})
     WHERE CASE WHEN substr("${column}", 1, 1) = '{' AND json_valid("${column}") THEN ${isWithin(path)} ELSE 0 END`,
  ).run([...news, ...within]);
}
