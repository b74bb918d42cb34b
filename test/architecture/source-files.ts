import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** The file at `path` of the repository. */
export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Every file under the folders of the repository whose path matches. A folder that isn't there has none. */
export function filesUnder(folders: readonly string[], matches: RegExp): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ file, path: relative(ROOT, file).split(sep).join('/') }))
      .filter(({ path }) => matches.test(path))
      .map(({ file, path }) => ({ path, text: readFileSync(file, 'utf8') })),
  );
}

export const ROOMS = ['src-core', 'src-node', 'src-cli', 'src-service', 'src-main', 'src-renderer'] as const;
