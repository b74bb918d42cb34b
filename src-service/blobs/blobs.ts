import type { Readable } from 'node:stream';

/** A stream that was taken in whole, not yet anybody's. Either `keep` it or `discard` it. */
export interface StagedBlob {
  /** Where its bytes lie for positional reads. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A blob that is kept. */
export interface KeptBlob {
  readonly key: string;
  /** Real time of the last `keep` of these bytes, in milliseconds since the epoch. */
  readonly keptAtMs: number;
}

export const DAMAGES = ['missing', 'size', 'hash'] as const;

/** What was found of a blob that somebody refers to. */
export interface DamagedBlob {
  readonly key: string;
  readonly damage: (typeof DAMAGES)[number];
}

/** Where uploaded files rest: content-addressed, so that the same bytes are stored once and never change. */
export interface Blobs {
  /** Streams to disk in constant memory. On failure nothing is left behind. */
  stage(content: Readable): Promise<StagedBlob>;
  /**
   * Makes it durable and answers its key. Until it answers, nothing may be acknowledged that needs the blob. Bytes that are
   * there already are replaced: what lies under their name may have been damaged since, and these are known to be good.
   */
  keep(staged: StagedBlob): Promise<string>;
  discard(staged: StagedBlob): Promise<void>;
  /** Bytes of a blob, or null when it is not there. */
  open(key: string): Promise<{ readonly sizeBytes: number; readonly content: Readable } | null>;
  /** Tells whoever looks after the service. */
  damaged(damaged: DamagedBlob): void;
  /** Everything that is kept, in no order. */
  list(): AsyncIterable<KeptBlob>;
  /** Takes a blob away unless it was kept (again) at or after `keptBeforeMs`; answers whether it did. */
  remove(key: string, keptBeforeMs: number): Promise<boolean>;
  /** Throws when blobs cannot be reached. */
  check(): Promise<void>;
}
