import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { heldBy } from './held-process.ts';

it.skipIf(process.platform === 'win32')('a process is held by a disk that does not answer until it does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'held-'));
  const silent = join(folder, 'silent');
  execFileSync('mkfifo', [silent]);
  expect(await heldBy()).toBe(0);
  const opening = open(silent);
  expect(await heldBy(100)).toBe(1);
  const answered = heldBy();
  await writeFile(silent, '');
  await (await opening).close();
  expect(await answered).toBe(0);
  await rm(folder, { recursive: true });
});
