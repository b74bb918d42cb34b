import type { Manifest, Table } from '../../../src-core/manifests/manifest.ts';
import type { HowToRead } from '../../../src-node/manifests/read-manifest-file.ts';
import type { TableFormat } from '../../../src-node/manifests/read-table.ts';

/** A manifest as it was read, and the table that its result is written into. */
export interface StoredManifest {
  /** Of its file. */
  readonly name: string;
  readonly how: HowToRead;
  readonly format: TableFormat;
  readonly table: Table;
  readonly manifest: Manifest;
}

/** A row that was taken over. */
export interface TakenRow {
  /** From 1. */
  readonly row: number;
  readonly bookId: string;
}
