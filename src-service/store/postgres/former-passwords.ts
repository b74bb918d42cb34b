import { lstat, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readSmallJson } from '../../../src-node/small-file.ts';
import { realNowMs } from '../../system-clock.ts';

/** Where earlier versions kept the password of their superuser. */
const CREDENTIALS = 'credentials.json';
const LEFT_BEHIND = /^pg-password-[0-9a-z]+$/;
const PASSWORD = /^[0-9a-f]{48}\n?$/;
/** A younger one may be in use by an earlier version that is just making a data folder of its own. */
const SURELY_LEFT_MS = 10 * 60_000;

/**
 * Removes what earlier versions wrote of passwords: beside the data folder, and, open to everybody, in the shared
 * temporary folder, where a death left it. The passwords open nothing any more once the superusers are locked.
 */
export async function removeFormerPasswords(folder: string): Promise<void> {
  const file = join(folder, CREDENTIALS);
  const former = readSmallJson(file, z.object({ password: z.string() }))?.password ?? null;
  for (const name of (await readdir(tmpdir()).catch(() => [])).filter((name) => LEFT_BEHIND.test(name))) {
    const path = join(tmpdir(), name);
    const text = await passwordLeftIn(path);
    if (text !== null && (text.trim() === former || (await lstat(path)).mtimeMs < realNowMs() - SURELY_LEFT_MS))
      await rm(path, { force: true });
  }
  await rm(file, { force: true });
}

/** Somebody else's files are left alone, and so is what is no password of ours. */
async function passwordLeftIn(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  if (
    found === null ||
    !found.isFile() ||
    found.size > 64 ||
    (process.platform !== 'win32' && found.uid !== userInfo().uid)
  )
    return null;
  const text = await readFile(path, 'utf8').catch(() => '');
  return PASSWORD.test(text) ? text : null;
}
