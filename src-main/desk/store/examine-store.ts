import { existsSync } from 'node:fs';
import type Libsql from 'libsql';
import { AppError, type AppErrorCode } from '../../../src-core/desk/app-errors.ts';
import { backupsOf, hasOpenMark, hasWal, storeFile } from './store-files.ts';

/** The version of the app that last opened a store, kept in `desk_values`. */
export const APP_VERSION = 'app.version';

/** SQLite's result codes (https://www.sqlite.org/rescode.html), the primary one being the low byte. */
const BY_RESULT: Readonly<Record<number, AppErrorCode>> = {
  3: 'DESK_STORE_FORBIDDEN',
  5: 'DESK_STORE_LOCKED',
  6: 'DESK_STORE_LOCKED',
  8: 'DESK_STORE_FORBIDDEN',
  11: 'DESK_STORE_DAMAGED',
  13: 'DESK_STORE_FULL',
  26: 'DESK_STORE_DAMAGED',
};
const BY_SYSTEM: Readonly<Record<string, AppErrorCode>> = {
  EACCES: 'DESK_STORE_FORBIDDEN',
  EPERM: 'DESK_STORE_FORBIDDEN',
  EROFS: 'DESK_STORE_FORBIDDEN',
  ENOSPC: 'DESK_STORE_FULL',
  EDQUOT: 'DESK_STORE_FULL',
};

/** What keeps the store from being opened, as an error with words; an `AppError` stays what it is. */
export function storeError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const { code, rawCode, message } = cause as { code?: unknown; rawCode?: unknown; message?: unknown };
  const result =
    typeof rawCode === 'number' ? rawCode & 0xff : Number(/: (\d+)"?\)?$/.exec(String(message))?.[1] ?? Number.NaN);
  const found = BY_RESULT[result] ?? BY_SYSTEM[String(code)] ?? 'DESK_STORE_UNUSABLE';
  return new AppError(found, { params: { reason: String(message ?? cause) }, cause });
}

export const isStoreError = (error: unknown): error is AppError =>
  error instanceof AppError && error.code.startsWith('DESK_STORE_');

/**
 * Before anything is opened: a store of which a part is gone would open, and be empty or old without a word. Throws
 * DESK_STORE_INCOMPLETE.
 */
export function mustBeWhole(dataDir: string): void {
  const wasCutOff = hasOpenMark(dataDir);
  const isThere = existsSync(storeFile(dataDir));
  const isGone = !isThere && (wasCutOff || hasWal(dataDir) || backupsOf(dataDir).length > 0);
  // SQLite removes its log of changes only at a clean close, which takes the mark away too.
  const isLogGone = isThere && wasCutOff && !hasWal(dataDir);
  if (isGone || isLogGone)
    throw new AppError('DESK_STORE_INCOMPLETE', { params: { file: isGone ? 'desk.db' : 'desk.db-wal' } });
}

/** Throws DESK_STORE_DAMAGED with SQLite's first complaint, and what SQLite throws when it cannot read at all. */
export function mustBeSound(client: InstanceType<typeof Libsql>): void {
  const [first] = client.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
  if (first?.quick_check !== 'ok')
    throw new AppError('DESK_STORE_DAMAGED', { params: { reason: first?.quick_check ?? '' } });
}

/**
 * A store that a later version has changed is not touched: what this version does not know of it would be lost. Throws
 * DESK_STORE_NEWER with both versions and the number of changes to the tables that each knows.
 */
export function mustBeKnown(
  client: InstanceType<typeof Libsql>,
  known: readonly { readonly folderMillis: number }[],
  version: string,
): void {
  if (!hasTable(client, '__drizzle_migrations')) return;
  const applied = client.prepare('SELECT created_at FROM __drizzle_migrations').all([]) as { created_at: number }[];
  const newest = Math.max(0, ...known.map(({ folderMillis }) => folderMillis));
  if (!applied.some(({ created_at }) => Number(created_at) > newest)) return;
  throw new AppError('DESK_STORE_NEWER', {
    params: {
      storeVersion: storedVersion(client) ?? '?',
      storeFormat: applied.length,
      version,
      format: known.length,
    },
  });
}

/** The version of the studio that last opened it; null: none has yet. */
export function storedVersion(client: InstanceType<typeof Libsql>): string | null {
  if (!hasTable(client, 'desk_values')) return null;
  const row = client.prepare('SELECT value FROM desk_values WHERE name = ?').get([APP_VERSION]) as
    | { value: string }
    | undefined;
  return row === undefined ? null : String(JSON.parse(row.value));
}

const hasTable = (client: InstanceType<typeof Libsql>, table: string): boolean =>
  client.prepare('SELECT 1 FROM sqlite_master WHERE type = ? AND name = ?').get(['table', table]) !== undefined;
