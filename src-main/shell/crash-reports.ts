import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { crashLine, readMinidump } from './minidump.ts';

/** The folder of dumps in the data folder. */
export const CRASHES = 'crashes';

/** A dump has a megabyte or two, and is of use as long as somebody remembers what happened. */
const KEPT = 10;
/** Larger ones are somebody else's. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Removes the older dumps. */
export function dropOldDumps(folder: string): void {
  for (const { path } of dumpsIn(folder).slice(KEPT)) rmSync(path, { force: true });
}

/** A line for each dump, the newest first: when, what and in which program, and nothing of the memory in it. */
export function crashLines(folder: string): readonly string[] {
  return dumpsIn(folder).flatMap(({ path, sizeBytes }) => {
    const summary = sizeBytes > MOST_BYTES ? null : readMinidump(readFileSync(path));
    return summary === null ? [] : [crashLine(summary, process.platform)];
  });
}

/** The newest first. The handler has folders of its own for what is new and what is done. */
function dumpsIn(folder: string): readonly { readonly path: string; readonly sizeBytes: number }[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => join(folder, name))
      .map((path) => ({ path, stat: statSync(path) }))
      .toSorted((a, b) => b.stat.mtimeMs - a.stat.mtimeMs)
      .map(({ path, stat }) => ({ path, sizeBytes: stat.size }));
  } catch {
    // None was written yet, or one is being moved.
    return [];
  }
}
