import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

/**
 * Runs the built command line in this process, which ends with its code. `mainDir` is the folder of the running `main.js`.
 * Nothing that Chromium writes beside it stays, and the studio's own folder is not touched: it may be open.
 */
export async function runCommand(words: readonly string[], mainDir: string): Promise<never> {
  const beside = mkdtempSync(join(tmpdir(), 'studio-command-'));
  app.setPath('userData', beside);
  app.setPath('sessionData', beside);
  // What Node has to say of its own future would stand in the answers that scripts read.
  if (process.env['STUDIO_TRACE'] === undefined) process.removeAllListeners('warning');
  process.argv = [process.execPath, 'studio', ...words];
  try {
    // Its end waits until all that it says has gone to whoever reads.
    await import(pathToFileURL(resolve(mainDir, '../cli/studio.js')).href);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  // Both codes are what the command line sets.
  process.exit(process.exitCode ?? 0);
}
