import type { Manifest, Table } from '../../src-core/manifests/manifest.ts';
import { readManifest } from '../../src-core/manifests/read-manifest.ts';
import type { Encoding } from './encoding.ts';
import { TOO_MANY_CELLS, type NoTable } from './limits.ts';
import { readTable, type TableFormat } from './read-table.ts';
import { tableBytes } from './table-bytes.ts';

/** A manifest with the table that it was read from, which its result is written into. */
export type ManifestFile =
  | { readonly ok: true; readonly manifest: Manifest; readonly table: Table; readonly format: TableFormat }
  | ({ readonly ok: false } & NoTable);

/** What a person said of a list: how it was written down, and whether zeros that a spreadsheet took are given back. */
export interface HowToRead {
  /** Null: by its bytes. */
  readonly encoding: Encoding | null;
  readonly restoreZeros: boolean;
}

/** Reads a manifest from the disk. Throws when the file cannot be opened. */
export async function readManifestFile(path: string, { encoding, restoreZeros }: HowToRead): Promise<ManifestFile> {
  const bytes = await tableBytes(path);
  if (bytes === null) return { ok: false, ...TOO_MANY_CELLS };
  const read = await readTable(bytes, encoding);
  if (!read.ok) return read;
  const { otherLists = [], hiddenRows = [], ...found } = read;
  const manifest = readManifest(read.table, { restoreZeros, hiddenRows });
  return manifest === null
    ? { ok: false, code: 'MANIFEST_NO_COLUMNS' }
    : { ...found, manifest: { ...manifest, otherLists } };
}
