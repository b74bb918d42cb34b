import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { noteRestored } from '../../../src-node/backup/desk-copy.ts';
import { openPrivateFile, syncFolder } from '../../../src-node/small-file.ts';

/** `desk.db` and what SQLite keeps beside it. */
export const STORE_NAME = 'desk.db';
const PARTS = ['', '-wal', '-shm'] as const;
/** Stands while a studio has the store open: one that is found at a start tells of a life that was cut off. */
const OPEN_MARK = `${STORE_NAME}.open`;
const BACKUPS = 'backups';
/** `before`: kept before another version of the studio changed the store; counted apart, so that a few closes do not push it out. */
const BACKUP = /^desk-(?<time>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)(?<before>-before)?\.db$/;
export type BackupKind = 'clean' | 'before';

export interface Backup {
  /** Of the file, below the folder of backups. */
  readonly name: string;
  readonly kind: BackupKind;
  readonly atMs: number;
  readonly sizeBytes: number;
}

export const storeFile = (dataDir: string): string => join(dataDir, STORE_NAME);
export const hasOpenMark = (dataDir: string): boolean => existsSync(join(dataDir, OPEN_MARK));
export const hasWal = (dataDir: string): boolean => existsSync(join(dataDir, `${STORE_NAME}-wal`));

export function setOpenMark(dataDir: string): void {
  openPrivateFile(join(dataDir, OPEN_MARK));
  syncFolder(dataDir);
}

export function dropOpenMark(dataDir: string): void {
  rmSync(join(dataDir, OPEN_MARK), { force: true });
  syncFolder(dataDir);
}

/** Newest first. */
export function backupsOf(dataDir: string): Backup[] {
  const folder = join(dataDir, BACKUPS);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const { time, before } = BACKUP.exec(name)?.groups ?? {};
      if (time === undefined) return [];
      const kind: BackupKind = before === undefined ? 'clean' : 'before';
      return [{ name, kind, atMs: timeOf(time), sizeBytes: statSync(join(folder, name)).size }];
    })
    .toSorted((a, b) => b.atMs - a.atMs);
}

/**
 * Keeps a copy that `write` makes at the path it is given and answers for: flushed before it gets its name, and only
 * then the oldest of more than `keep` of its kind goes.
 */
export function keepBackup(
  dataDir: string,
  { kind, nowMs, keep }: { readonly kind: BackupKind; readonly nowMs: number; readonly keep: number },
  write: (path: string) => void,
): void {
  const folder = join(dataDir, BACKUPS);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) if (name.endsWith('.next')) rmSync(join(folder, name), { force: true });
  const time = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-');
  const path = join(folder, `desk-${time}${kind === 'before' ? '-before' : ''}.db`);
  write(`${path}.next`);
  flush(`${path}.next`);
  renameSync(`${path}.next`, path);
  syncFolder(folder);
  const ofItsKind = backupsOf(dataDir).filter((one) => one.kind === kind);
  for (const { name } of ofItsKind.slice(keep)) rmSync(join(folder, name), { force: true });
}

/**
 * Puts the store, with what lies beside it, into a folder of its own: nothing that a person may still want is deleted.
 * Answers the folder's name. Throws what the file system throws.
 */
export function setStoreAside(dataDir: string, nowMs: number): string {
  const name = `damaged-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`;
  const folder = join(dataDir, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The database last: while it stands at its place, what was moved already is missed and not taken for none.
  for (const part of [...PARTS].reverse()) {
    const path = join(dataDir, `${STORE_NAME}${part}`);
    if (existsSync(path)) renameSync(path, join(folder, `${STORE_NAME}${part}`));
  }
  syncFolder(folder);
  dropOpenMark(dataDir);
  return name;
}

/** Throws RangeError for a name that is no backup's. */
export function restoreBackup(dataDir: string, name: string, nowMs: number): void {
  if (!backupsOf(dataDir).some((one) => one.name === name)) throw new RangeError('there is no such backup');
  const next = join(dataDir, `${STORE_NAME}.next`);
  copyFileSync(join(dataDir, BACKUPS, name), next);
  noteRestored(next);
  flush(next);
  setStoreAside(dataDir, nowMs);
  renameSync(next, storeFile(dataDir));
  syncFolder(dataDir);
}

const timeOf = (text: string): number => Date.parse(text.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'));

function flush(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
