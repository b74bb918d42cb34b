import { isDiskFull } from '../disk-full.ts';

/** Why a package is not what it says, or could not be written. `reason` is for logs. */
export class PackageError extends Error {
  readonly kind: 'foreign' | 'newer' | 'damaged' | 'changed' | 'noRoom' | 'notWritten';
  /** The file inside it that is meant; null for the package itself. */
  readonly entry: string | null;

  constructor(kind: PackageError['kind'], reason: string, entry: string | null = null, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'PackageError';
    this.kind = kind;
    this.entry = entry;
  }
}

/** A failure of writing to a drive. */
export function writeFailure(error: unknown): PackageError {
  if (error instanceof PackageError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return new PackageError(isDiskFull(error) ? 'noRoom' : 'notWritten', `${code} ${String(error)}`, null, error);
}
