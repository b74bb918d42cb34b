/** Why no backup can be made or read here; what is wrong with the file itself is a PackageError. `reason` is for logs. */
export class BackupError extends Error {
  /**
   * `inUse`: a studio or its service works on the data folder. `nothing`: no studio ever did. `service`: its database could not be written.
   * `notMoved`: a restore is decided, and is carried out by the next start.
   */
  readonly kind: 'inUse' | 'nothing' | 'service' | 'notMoved';

  constructor(kind: BackupError['kind'], reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'BackupError';
    this.kind = kind;
  }
}
