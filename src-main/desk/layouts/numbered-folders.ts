import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../../src-core/ports.ts';
import { syncFolder } from '../../../src-node/small-file.ts';
import { codeOf } from './layout-project.ts';

// Folders of a project in which what was made of it stays: `exports/0003`, `proofs/0001`.

/** Of a name that was never one of them: what a death left is swept away with the next. */
const PART = '.part';

/** Where the next one is made. What one that was cut short left behind goes. */
export function beginFolder(parent: string): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent))
    if (name.endsWith(PART)) rmSync(join(parent, name), { recursive: true, force: true });
  // Of a name of its own: another studio on the same folder makes no part that this one would keep.
  const part = join(parent, `${randomBytes(6).toString('hex')}${PART}`);
  mkdirSync(part, { mode: 0o700 });
  return part;
}

/** Under the next number: none is ever written twice. */
export function keepFolder(parent: string, part: string): string {
  syncFolder(part);
  const folder = join(parent, folderNameOf((numbersIn(parent).at(-1) ?? 0) + 1));
  if (existsSync(folder)) throw new Error(`${folder} is there`);
  renameSync(part, folder);
  syncFolder(parent);
  return folder;
}

/** One that is not kept. Where another program holds a file of it, the next one takes it away. */
export function removeFolder(part: string, log: Log): void {
  try {
    rmSync(part, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    log.write('warn', 'what was painted and not kept could not be removed', { reason: codeOf(error) });
  }
}

/** The numbers of those that are there, rising. */
export function numbersIn(parent: string): number[] {
  const names = existsSync(parent) ? readdirSync(parent) : [];
  return names.flatMap((name) => (/^\d{4,}$/.test(name) ? Number(name) : [])).toSorted((a, b) => a - b);
}

export const folderNameOf = (number: number): string => String(number).padStart(4, '0');
