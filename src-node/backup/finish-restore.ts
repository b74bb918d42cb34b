import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../small-file.ts';
import { RESTORED } from './data-parts.ts';

/** Unpacked and checked to its last byte: under this name it will take the place of what is there, whoever dies when. */
export const READY = 'restore-ready';
/** Carried out: nothing but what is left to remove. */
const DONE = 'restore-done';
/** What was there before lies in it, and can be gone back to. */
const FORMER = 'before-restore-';

/**
 * Brings a restore to its end that was decided and not carried out; to be called before anything of a data folder is opened, by
 * whoever has it alone. Begun and not ended it is begun again. Answers the folder of what was there before; null when there was nothing to do.
 */
export function finishRestore(dataDir: string, nowMs: number): string | null {
  const ready = join(dataDir, READY);
  const done = join(dataDir, DONE);
  rmSync(done, { recursive: true, force: true });
  if (!existsSync(ready)) return null;
  const begun = readdirSync(ready).find((name) => name.startsWith(FORMER));
  const former = begun ?? `${FORMER}${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`;
  // Within what is ready: a second try goes on with the same one, and nothing of the restored is taken for the former.
  mkdirSync(join(ready, former), { recursive: true, mode: 0o700 });
  const aside = join(ready, former);
  // All of the old goes first, so that what stands at its place later is the new.
  const isMoved = join(ready, 'former-is-aside');
  if (!existsSync(isMoved)) {
    for (const name of RESTORED)
      if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(aside, name));
    syncFolder(aside);
    mkdirSync(isMoved);
    syncFolder(ready);
  }
  for (const name of RESTORED) if (existsSync(join(ready, name))) renameSync(join(ready, name), join(dataDir, name));
  const heldSomething = readdirSync(aside).length > 0;
  if (heldSomething) renameSync(aside, join(dataDir, former));
  syncFolder(dataDir);
  // A death amid its removal must not leave a half of it that looks like one to begin with.
  renameSync(ready, done);
  syncFolder(dataDir);
  rmSync(done, { recursive: true, force: true });
  return heldSomething ? former : null;
}
