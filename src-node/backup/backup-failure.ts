import { basename, resolve } from 'node:path';
import { AppError } from '../../src-core/desk/app-errors.ts';
import { PackageError } from '../job-package/package-error.ts';
import { BackupError } from './backup-error.ts';

const REFUSALS = {
  inUse: 'BACKUP_IN_USE',
  nothing: 'BACKUP_NOTHING',
  service: 'BACKUP_SERVICE',
  notMoved: 'BACKUP_NOT_MOVED',
} as const satisfies Record<BackupError['kind'], string>;

const CODES = {
  foreign: 'BACKUP_FOREIGN',
  newer: 'BACKUP_NEWER',
  damaged: 'BACKUP_DAMAGED',
  changed: 'BACKUP_CHANGED',
  noRoom: 'BACKUP_NO_ROOM',
  notWritten: 'BACKUP_NOT_WRITTEN',
} as const satisfies Record<PackageError['kind'], string>;

/**
 * What a failed backup or restore is told as; `file` is the backup, `dataDir` the data folder. Null for what is no failure of a backup: a
 * program's own fault, or a person's wish to stop.
 */
export function backupFailure(error: unknown, file: string, dataDir: string): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof BackupError)
    return new AppError(REFUSALS[error.kind], {
      params: { name: resolve(dataDir), reason: error.message },
      cause: error,
    });
  if (error instanceof PackageError)
    return new AppError(CODES[error.kind], {
      params: { name: basename(file), file: error.entry ?? '', reason: error.entry ?? error.message },
      cause: error,
    });
  return null;
}
