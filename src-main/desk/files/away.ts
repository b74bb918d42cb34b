import { dirname } from 'node:path';
import { stubOf } from '../../../src-node/cloud-files.ts';
import type { Disks } from '../../../src-node/disks/disks.ts';

export type AwayAs = 'missing' | 'elsewhere' | 'silent';

/**
 * Of files that are not at their places: whether a cloud keeps the bytes of each (`elsewhere`), which left a stub there then. A folder that is
 * not there holds no stub. `silent`: not known now, after so long.
 */
export async function awayAs(paths: readonly string[], disks: Disks, patienceMs: number): Promise<AwayAs[]> {
  const folders = [...new Set(paths.map((path) => dirname(path)))];
  const found = await disks.statAll(folders, patienceMs);
  const folderOf = new Map(folders.map((folder, nth) => [folder, found[nth] ?? null]));
  return Promise.all(
    paths.map(async (path) => {
      const folder = folderOf.get(dirname(path)) ?? null;
      const stub = folder === null || folder === 'silent' ? folder : await disks.stat(stubOf(path), patienceMs);
      return stub === 'silent' ? 'silent' : stub === null ? 'missing' : 'elsewhere';
    }),
  );
}
