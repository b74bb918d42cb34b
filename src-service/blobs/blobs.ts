import type { Readable } from 'node:stream';

/** A stream that was taken in whole, not yet anybody's. Either `keep` it or `discard` it. */
export interface StagedBlob {
  /** Where its bytes lie for positional reads. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Where uploaded files rest: content-addressed, so that the same bytes are stored once and never change. */
export interface Blobs {
  /** Streams to disk in constant memory. On failure nothing is left behind. */
  stage(content: Readable): Promise<StagedBlob>;
  /** Makes it durable and answers its key. */
  keep(staged: StagedBlob): Promise<string>;
  discard(staged: StagedBlob): Promise<void>;
  /** Bytes of a blob, or null when it is not there. */
  open(key: string): Promise<{ readonly sizeBytes: number; readonly content: Readable } | null>;
}
